import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { AppError } from '@parley/contract/errors';
import type { NumberShop, OfferedNumber } from '@parley/contract/number-shops';
import type { PhoneNumber } from '@parley/contract/numbers';
import { formatNumberRow } from '@parley/contract/phone';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { failureMessage } from '../../api/failure-message.ts';
import { buyNumber } from '../../api/number-shops.ts';
import { numbersKey } from '../../api/numbers.ts';
import { toast } from '../../components/toasts.ts';
import { describePrice } from './shop-words.ts';

type ConfirmPurchaseProps = {
  shop: NumberShop;
  number: OfferedNumber;
  onBought: (number: PhoneNumber) => void;
  onBack: () => void;
  onClose: () => void;
};

/** Says what the number costs and who takes the money, and buys it. */
export function ConfirmPurchase({ shop, number, onBought, onBack, onClose }: ConfirmPurchaseProps) {
  const cache = useQueryClient();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const purchase = useMutation({
    mutationFn: () => buyNumber(shop.connection_id, { phone: number.phone }),
    // An order goes on when its dialog is closed: what became of it is told all the same.
    onSuccess: (bought) => {
      if (isOpen.current) onBought(bought);
      else toast.success({ message: `${formatNumberRow(bought.phone)} is yours.` });
    },
    onError: (error) => {
      if (isOpen.current) return;
      const message = failureMessage(error, 'number_purchase_unheard');
      toast.error({ title: outcomeWords[judge(error)], message });
    },
    // Bought or not known: the list and the orders tell.
    onSettled: () => cache.invalidateQueries({ queryKey: numbersKey, refetchType: 'all' }),
  });
  const price = describePrice(number.monthly_price);
  const outcome = purchase.isError ? judge(purchase.error) : undefined;
  const isOver = outcome === 'unknown' || outcome === 'elsewhere';
  return (
    <Stack gap="lg">
      <Text>
        {number.place}.{' '}
        {price
          ? `It costs ${price}, charged through ${shop.name} from today until you give it back. Calls are charged there too.`
          : `${shop.name} does not say here what it costs, and charges for it every month until you give it back: look at its price list first.`}
      </Text>
      {outcome && (
        <Alert
          color={isOver ? 'yellow' : 'red'}
          role="alert"
          icon={<IconAlertTriangle size={20} />}
          title={outcomeWords[outcome]}
        >
          {failureMessage(purchase.error, 'number_purchase_unheard')}
        </Alert>
      )}
      <Group justify="flex-end">
        {isOver ? (
          <FirstButton onClick={onClose}>Close</FirstButton>
        ) : (
          <>
            <Button variant="default" onClick={onBack} disabled={purchase.isPending}>
              Back
            </Button>
            {outcome !== 'gone' && (
              <FirstButton onClick={() => purchase.mutate()} loading={purchase.isPending}>
                {price ? `Buy for ${price}` : 'Buy number'}
              </FirstButton>
            )}
          </>
        )}
      </Group>
    </Stack>
  );
}

type Outcome = 'unknown' | 'elsewhere' | 'gone' | 'not bought';

const outcomeWords: Readonly<Record<Outcome, string>> = {
  unknown: 'No answer yet',
  elsewhere: 'Bought, but not here',
  gone: 'Not bought',
  'not bought': 'Not bought',
};

/**
 * What a failure means for the next step. `unknown`: it is being found out, and ordering again is of no use ·
 * `elsewhere`: it costs money and is not in this workspace · `gone`: this number will not be had · else it can be tried
 * again.
 */
function judge(error: Error): Outcome {
  if (!(error instanceof AppError)) return 'unknown';
  switch (error.code) {
    case 'number_order_unanswered':
    case 'number_already_ordered':
    case 'network':
    case 'unexpected':
    case 'unavailable':
      return 'unknown';
    case 'number_bought_homeless':
      return 'elsewhere';
    case 'number_no_longer_offered':
    case 'number_taken':
      return 'gone';
    default:
      return 'not bought';
  }
}

/** The number is there: what is left is to say who answers it. */
export function BoughtNumber(props: { onClose: () => void; onChooseAgents: () => void }) {
  return (
    <Stack gap="lg">
      <Text role="status">
        It is among your numbers now. Nobody answers it yet: choose the agent that does, and the one that
        calls with it.
      </Text>
      <Group justify="flex-end">
        <Button variant="default" onClick={props.onClose}>
          Later
        </Button>
        <FirstButton onClick={props.onChooseAgents}>Choose its agents</FirstButton>
      </Group>
    </Stack>
  );
}

/** The button a step begins at: what had the focus went with the step before. */
function FirstButton(props: { onClick: () => void; loading?: boolean; children: string }) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), []);
  return <Button ref={button} {...props} />;
}
