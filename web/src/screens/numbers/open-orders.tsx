import { Alert, Stack } from '@mantine/core';
import type { NumberOrder } from '@parley/contract/number-shops';
import { IconHourglass } from '@tabler/icons-react';
import { useNow } from '../../components/use-now.ts';
import { describeOrder } from './shop-words.ts';

/** An order is answered within seconds: only what takes longer is told of, in ms. */
const toldAfterMs = 10_000;

/** Orders for numbers that their carriers have not answered yet. */
export function OpenOrders({ orders }: { orders: readonly NumberOrder[] }) {
  const nowMs = useNow(orders.length > 0);
  const late = orders.filter(({ createdAt }) => nowMs - Date.parse(createdAt) > toldAfterMs);
  return (
    <div role="status">
      {late.length > 0 && (
        <Stack gap="xs" mb="md">
          {late.map((order) => (
            <Alert key={order.phone} color="yellow" icon={<IconHourglass size={20} />}>
              {describeOrder(order)}
            </Alert>
          ))}
        </Stack>
      )}
    </div>
  );
}
