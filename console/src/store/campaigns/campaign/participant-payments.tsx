import { Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api } from '../../../api.ts';
import { AmountLink } from '../../../components/amount-link.tsx';
import { explanationOf } from '../../../components/explanation/places.ts';
import { Failure } from '../../../components/failure.tsx';
import { Note } from '../../../components/note.tsx';
import { useFormats } from '../../../language/formats.ts';
import { useCampaignTexts } from '../texts.ts';
import { DrawerSection } from './drawer-section.tsx';

type Payments =
  paths['/v2/offers/{offer}/participants/{participant}/payments']['get']['responses']['200']['content']['application/json'];
const KINDS = ['clicks', 'commission', 'one_time'] as const;
const COLUMNS = ['cost', 'invoiced', 'paid'] as const;

/** The amounts that the store owes, was invoiced and has paid for a participant, with the agreed fee and bonuses. */
export function ParticipantPayments({ offer, participant }: { offer: number; participant: number }) {
  const t = useCampaignTexts().board.payments;
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/participants/{participant}/payments', {
    params: { path: { offer, participant } },
  });
  return (
    <DrawerSection title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && data === undefined && <Skeleton h={160} />}
      {data !== undefined && <Costs payments={data} />}
      {data !== undefined && data.payments.length > 0 && <OneTime payments={data.payments} />}
    </DrawerSection>
  );
}

function Costs({ payments }: { payments: Payments }) {
  const t = useCampaignTexts().board.payments;
  const { moneyOf, number } = useFormats();
  const { pending, agreed } = payments;
  return (
    <>
      <Table captionSide="top" fz="sm" verticalSpacing={4} horizontalSpacing={4}>
        <Table.Caption>
          <VisuallyHidden>{t.title}</VisuallyHidden>
        </Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.what}</Table.Th>
            {COLUMNS.map((column) => (
              <Table.Th key={column} ta="right">
                {t.columns[column]}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {[...KINDS, 'total' as const].map((kind) => (
            <Table.Tr key={kind}>
              <Table.Th scope="row" fw={kind === 'total' ? 650 : 400}>
                {kind === 'total' ? t.total : t.kinds[kind](number(payments[kind].quantity))}
              </Table.Th>
              {COLUMNS.map((column) => (
                <Table.Td key={column} ta="right" fw={kind === 'total' ? 650 : 400} style={{ whiteSpace: 'nowrap' }}>
                  {moneyOf(payments[kind][column].amount, payments[kind][column].currency)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {pending.quantity > 0 && (
        <Note>{t.pending(number(pending.quantity), moneyOf(pending.cost.amount, pending.cost.currency))}</Note>
      )}
      {Number(agreed.amount) > 0 && <Note>{t.agreed(moneyOf(agreed.amount, agreed.currency))}</Note>}
    </>
  );
}

function OneTime({ payments }: { payments: Payments['payments'] }) {
  const t = useCampaignTexts().board.payments;
  const { moneyOf, day } = useFormats();
  return (
    <Stack component="ul" gap={6} p={0} mt="sm" mb={0} style={{ listStyle: 'none' }} aria-label={t.list}>
      {payments.map(({ id, kind, amount, payment_date: date, is_void: isVoid }) => (
        <Text key={id} component="li" size="sm">
          {t.entry(t.oneTime[kind], day(date))}{' '}
          <AmountLink to={explanationOf('payments', id)} of={t.entry(t.oneTime[kind], day(date))}>
            {moneyOf(amount.amount, amount.currency)}
          </AmountLink>
          {isVoid && ` ${t.isVoid}`}
        </Text>
      ))}
    </Stack>
  );
}
