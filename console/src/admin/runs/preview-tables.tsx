import { Stack, Text } from '@mantine/core';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { usePayeesTexts } from '../../components/payees/texts.ts';
import { SectionHeader } from '../../components/section-header.tsx';
import { useFormats } from '../../language/formats.ts';
import { PartyLink } from '../invoices/party-link.tsx';
import type { Preview } from './run.ts';
import { useRunsTexts } from './texts.ts';

type Row = Preview['due'][number];

/** Maximum number of rows on the page; the run pays all of them. */
const MAX_SHOWN = 200;

/** The payees that the previewed run pays, and those that it does not pay, with the reasons. */
export function PreviewTables({ preview: { due, waiting } }: { preview: Preview }) {
  const t = useRunsTexts().new;
  const { reasons: named } = usePayeesTexts();
  const { moneyOf } = useFormats();
  const keyOf = ({ kind, payee_id: id }: Row) => `${kind} ${id}`;
  const payee: Column<Row> = {
    key: 'payee',
    label: t.payee,
    cell: ({ kind, payee_id: id, payee_name: name }) => <PartyLink kind={kind} id={id} name={name} />,
  };
  const amount: Column<Row> = {
    key: 'amount',
    label: t.amount,
    numeric: true,
    cell: ({ amount: sum }) => moneyOf(sum.amount, sum.currency),
  };
  const account: Column<Row> = {
    key: 'account',
    label: t.account,
    wideOnly: true,
    cell: ({ account: masked }) => masked ?? '–',
  };
  const why: Column<Row> = {
    key: 'why',
    label: t.why,
    wideOnly: true,
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
        <DataTable
          label={t.due}
          columns={[payee, amount, account]}
          rows={due.slice(0, MAX_SHOWN)}
          keyOf={keyOf}
          empty={t.none}
        />
      </section>
      <section>
        <SectionHeader title={t.waiting} hint={t.waitingHint} />
        <DataTable
          label={t.waiting}
          columns={[payee, amount, why]}
          rows={waiting.slice(0, MAX_SHOWN)}
          keyOf={keyOf}
          empty={t.noneWaiting}
        />
      </section>
    </>
  );
}
