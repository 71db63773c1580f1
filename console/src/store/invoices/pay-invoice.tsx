import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { client } from '../../api.ts';
import { useMay } from '../../components/role-limit.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useInvoicesTexts } from './texts.ts';

/** Whether invoices can be paid on a page of the payment provider, by the reader's role. */
export function useCanPay(store: number): boolean {
  const mayPay = useMay('finance');
  const { data } = useQuery({
    queryKey: ['payment-details', store],
    queryFn: async () => (await client.POST('/advertiser/payment-details', { body: { store_id: store } })).data!,
    enabled: mayPay,
  });
  return mayPay && data?.provider === 'stripe';
}

/** Button that opens the payment page of an unpaid invoice. */
export function PayInvoice({ store, id, number }: { store: number; id: number; number: string }) {
  const t = useInvoicesTexts().pay;
  const opening = useApiMutation(
    async () =>
      (
        await client.POST('/v2/stores/{store}/invoices/{invoice}/payment-link', {
          params: { path: { store, invoice: id } },
        })
      ).data!,
    { onDone: ({ url }) => window.location.assign(url) },
  );
  return (
    <>
      <Button size="xs" loading={opening.isPending} aria-label={t.label(number)} onClick={() => opening.mutate()}>
        {t.action}
      </Button>
      {opening.failure !== null && (
        <Text size="xs" c="red" role="alert">
          {opening.failure}
        </Text>
      )}
    </>
  );
}
