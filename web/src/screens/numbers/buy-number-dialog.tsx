import { Modal } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { NumberShop, OfferedNumber } from '@parley/contract/number-shops';
import type { PhoneNumber } from '@parley/contract/numbers';
import { formatNumberRow } from '@parley/contract/phone';
import { useState } from 'react';
import type { WantedNumber } from '../../api/number-shops.ts';
import { BoughtNumber, ConfirmPurchase } from './confirm-purchase.tsx';
import { NumberSearch } from './number-search.tsx';

type BuyNumberDialogProps = {
  /** At least one where it is open. */
  shops: readonly NumberShop[];
  isOpen: boolean;
  onClose: () => void;
  /** Staff want to choose who answers the number they have just bought. */
  onChooseAgents: (number: PhoneNumber) => void;
};

/** Buys a number from a carrier (NUM-2): searches, says what it costs, buys, and leads on to its agents. */
export function BuyNumberDialog(props: BuyNumberDialogProps) {
  const { shops, isOpen, onClose, onChooseAgents } = props;
  const isPhone = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  const [wanted, setWanted] = useState<WantedNumber>();
  const [chosen, setChosen] = useState<OfferedNumber>();
  const [bought, setBought] = useState<PhoneNumber>();

  const close = () => {
    onClose();
    setChosen(undefined);
    setBought(undefined);
  };
  const first = shops[0];
  const search =
    wanted && shops.some((shop) => shop.connection_id === wanted.shopId) ? wanted : first && start(first);
  const shop = shops.find(({ connection_id: id }) => id === search?.shopId);
  return (
    <Modal opened={isOpen} onClose={close} size="lg" fullScreen={isPhone} title={titleOf(chosen, bought)}>
      {shop && search && (
        <>
          {bought && (
            <BoughtNumber
              onClose={close}
              onChooseAgents={() => {
                close();
                onChooseAgents(bought);
              }}
            />
          )}
          {!bought && chosen && (
            <ConfirmPurchase
              shop={shop}
              number={chosen}
              onBought={setBought}
              onBack={() => setChosen(undefined)}
              onClose={close}
            />
          )}
          {!bought && !chosen && (
            <NumberSearch
              shops={shops}
              shop={shop}
              wanted={search}
              onSearch={setWanted}
              onChoose={setChosen}
            />
          )}
        </>
      )}
    </Modal>
  );
}

function titleOf(chosen: OfferedNumber | undefined, bought: PhoneNumber | undefined): string {
  if (bought) return `${formatNumberRow(bought.phone)} is yours`;
  return chosen ? `Buy ${formatNumberRow(chosen.phone)}?` : 'Buy a number';
}

/** What a search in a shop starts with. */
export function start({ connection_id: shopId, countries, kinds }: NumberShop): WantedNumber {
  return { shopId, country: countries[0] ?? 'US', kind: kinds[0] ?? 'local', areaCode: '', contains: '' };
}
