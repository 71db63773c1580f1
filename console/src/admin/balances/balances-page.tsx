import { Stack, Text } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
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
  const { page = 1, sort, kind, state } = useSearch({ from: '/console/admin/balances' });
  const params = { query: omitUndefined({ page, sort_by: sort, kind, state }) };
  const balances = api.useList('get', '/v2/admin/balances', { params });
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
        sort={sort}
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
      sortable: true,
      label: t.payee,
      value: ({ payee_name: name }) => name,
      cell: ({ kind, payee_id: id, payee_name: name }) => (
        <Stack gap={0} align="flex-start">
          <PartyLink kind={kind} id={id} name={name} />
          <Note size="xs">{t.kinds[kind]}</Note>
        </Stack>
      ),
    },
    {
      key: 'payable',
      sortable: true,
      label: figures.payable,
      numeric: true,
      value: ({ payable }) => payable,
      cell: (one) => <b>{stated(one, one.payable)}</b>,
    },
    {
      key: 'held',
      sortable: true,
      label: figures.held,
      numeric: true,
      wideOnly: true,
      value: ({ held }) => held.total,
      cell: (one) => stated(one, one.held.total),
    },
    {
      key: 'why',
      label: figures.why,
      wideOnly: true,
      value: ({ held }) =>
        heldReasons(held)
          .map((reason) => figures.reasons[reason].title)
          .join(', '),
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
    {
      key: 'paid',
      sortable: true,
      label: figures.paid,
      numeric: true,
      wideOnly: true,
      value: ({ paid }) => paid,
      cell: (one) => stated(one, one.paid),
    },
    {
      key: 'earned',
      sortable: true,
      label: figures.earned,
      numeric: true,
      wideOnly: true,
      value: ({ earned }) => earned,
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
