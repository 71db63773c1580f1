import { Button, Skeleton, Stack, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api, client } from '../../api.ts';
import { Failure, FailureText } from '../../components/failure.tsx';
import { Note } from '../../components/note.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useTrackingTexts } from './texts.ts';

type WaitingOrder =
  paths['/v2/stores/{store}/vouchers/{voucher}/waiting-orders']['get']['responses']['200']['content']['application/json']['data'][number];

/** Orders that name a voucher's code but were placed before it was registered; a person decides about each of them. */
export function WaitingOrders({ store, voucher }: { store: number; voucher: number }) {
  const t = useTrackingTexts().waiting;
  const { moneyOf, day } = useFormats();
  const params = { path: { store, voucher }, query: { page: 1, size: 50 } };
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/vouchers/{voucher}/waiting-orders', {
    params,
  });
  const attribute = useApiMutation(
    async ({ id, user, voucher_code: code }: WaitingOrder) => {
      await client.POST('/v2/stores/{store}/orders/{order}/attribution', {
        params: { path: { store, order: id } },
        body: { user_id: user.id, reason: t.reason(code) },
      });
    },
    { done: t.done, onDone: () => refetch() },
  );
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={80} />;
  if (data.data.length === 0) return <Note>{t.none}</Note>;
  return (
    <Stack gap="sm">
      <Text size="sm">{t.hint}</Text>
      {data.data.map((order) => (
        <Stack key={order.id} gap={4}>
          <Text size="sm">
            {t.order({
              number: order.order_id,
              value: moneyOf(order.value.amount, order.value.currency),
              day: day(order.order_at),
            })}
          </Text>
          <Button
            size="compact-sm"
            variant="default"
            w="fit-content"
            loading={attribute.isPending && attribute.variables.id === order.id}
            onClick={() => attribute.mutate(order)}
          >
            {t.attribute(order.user.public_name)}
          </Button>
        </Stack>
      ))}
      <FailureText message={attribute.failure} />
    </Stack>
  );
}
