import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import { heldReasons } from '../../components/balances/held-reasons.ts';
import { useBalancesTexts } from '../../components/balances/texts.ts';
import type { Column } from '../../components/data-table.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { PartyLink } from '../invoices/party-link.tsx';
import { usePayeesTexts } from './texts.ts';

type Payee = paths['/v2/admin/balances']['get']['responses']['200']['content']['application/json']['data'][number];

/** Balances of all creators and agencies, the largest payable amount first. */
export function BalancesPage() {
  const t = usePayeesTexts();
  const { page = 1, kind, state } = useSearch({ from: '/console/admin/balances' });
  const params = { query: omitUndefined({ page, kind, state }) };
  const balances = api.useQuery('get', '/v2/admin/balances', { params }, KEEP_PREVIOUS);
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <FilteredList
        name="balances"
        label={t.title}
        filters={[
          { name: 'kind', label: t.kind, words: t.kinds, value: kind },
          { name: 'state', label: t.state, words: t.states, value: state },
        ]}
        columns={useColumns()}
        query={balances}
        keyOf={({ kind: of, payee_id: id, currency }) => `${of} ${id} ${currency}`}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={page}
      />
    </>
  );
}

function useColumns(): Column<Payee>[] {
  const t = usePayeesTexts();
  const figures = useBalancesTexts();
  const { moneyOf } = useFormats();
  const money = ({ amount, currency }: Amount) => moneyOf(amount, currency);
  /** Link to the payee's statements or invoices. */
  const stated = ({ kind, payee_name: query }: Pick<Payee, 'kind' | 'payee_name'>, amount: Amount) => (
    <AmountLink to={{ to: '/console/admin/invoices', search: { kind, query } }} of={query}>
      {money(amount)}
    </AmountLink>
  );
  return [
    {
      key: 'payee',
      label: t.payee,
      cell: ({ kind, payee_id: id, payee_name: name }) => (
        <Stack gap={0} align="flex-start">
          <PartyLink kind={kind} id={id} name={name} />
          <Note size="xs">{t.kinds[kind]}</Note>
        </Stack>
      ),
    },
    { key: 'payable', label: figures.payable, numeric: true, cell: (one) => <b>{stated(one, one.payable)}</b> },
    { key: 'held', label: figures.held, numeric: true, wideOnly: true, cell: (one) => stated(one, one.held.total) },
    {
      key: 'why',
      label: figures.why,
      wideOnly: true,
      cell: ({ held }) => (
        <Stack gap={0}>
          {heldReasons(held).map((reason) => (
            <Text key={reason} size="xs">
              {figures.reasons[reason].title}: {money(held[reason])}
            </Text>
          ))}
        </Stack>
      ),
    },
    { key: 'paid', label: figures.paid, numeric: true, wideOnly: true, cell: (one) => stated(one, one.paid) },
    {
      key: 'earned',
      label: figures.earned,
      numeric: true,
      wideOnly: true,
      cell: ({ earned, overpaid, ...one }) => (
        <>
          {stated(one, earned)}
          {Number(overpaid.amount) !== 0 && (
            <Text size="xs" className="is-worse">
              {t.states.overpaid}: {money(overpaid)}
            </Text>
          )}
        </>
      ),
    },
  ];
}
