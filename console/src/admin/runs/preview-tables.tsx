import { Stack, Text } from '@mantine/core';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { usePayeesTexts } from '../../components/payees/texts.ts';
import { SectionHeader } from '../../components/section-header.tsx';
import { useFormats } from '../../language/formats.ts';
import { PartyLink } from '../invoices/party-link.tsx';
import type { Preview } from './run.ts';
import { useRunsTexts } from './texts.ts';

type Row = Preview['due'][number];

/** The payees that the previewed run pays, and those that it does not pay, with the reasons. */
export function PreviewTables({ preview: { due, waiting } }: { preview: Preview }) {
  const t = useRunsTexts().new;
  const { reasons: named } = usePayeesTexts();
  const { moneyOf } = useFormats();
  const keyOf = ({ kind, payee_id: id }: Row) => `${kind} ${id}`;
  const payee: Column<Row> = {
    key: 'payee',
    label: t.payee,
    value: ({ payee_name: name }) => name,
    cell: ({ kind, payee_id: id, payee_name: name }) => <PartyLink kind={kind} id={id} name={name} />,
  };
  const amount: Column<Row> = {
    key: 'amount',
    label: t.amount,
    numeric: true,
    value: ({ amount: sum }) => sum,
    cell: ({ amount: sum }) => moneyOf(sum.amount, sum.currency),
  };
  const account: Column<Row> = {
    key: 'account',
    label: t.account,
    wideOnly: true,
    value: ({ account: masked }) => masked,
    cell: ({ account: masked }) => masked ?? '–',
  };
  const why: Column<Row> = {
    key: 'why',
    label: t.why,
    wideOnly: true,
    value: ({ reasons }) => reasons.map((reason) => named[reason]).join(', '),
    cell: ({ reasons, minimum }) => (
      <Stack gap={0}>
        {reasons.map((reason) => (
          <Text key={reason} size="sm">
            {named[reason]}
            {reason === 'below_minimum' && ` (${t.minimumIs(moneyOf(minimum.amount, minimum.currency))})`}
          </Text>
        ))}
      </Stack>
    ),
  };
  return (
    <>
      <section>
        <SectionHeader title={t.due} />
        <DataTable label={t.due} columns={[payee, amount, account]} rows={due} keyOf={keyOf} empty={t.none} />
      </section>
      <section>
        <SectionHeader title={t.waiting} hint={t.waitingHint} />
        <DataTable
          label={t.waiting}
          columns={[payee, amount, why]}
          rows={waiting}
          keyOf={keyOf}
          empty={t.noneWaiting}
        />
      </section>
    </>
  );
}
