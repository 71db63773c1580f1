import { Button, Group, Stack, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Note } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { usePayeesTexts } from '../../components/payees/texts.ts';
import { StateBadge } from '../../components/state-badge.tsx';
import { useListNavigation } from '../../components/use-list-navigation.ts';
import type { Amount } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { CodePicker } from '../components/code-picker.tsx';
import { omitUndefined } from '../components/list-search.ts';
import { PartyLink } from '../invoices/party-link.tsx';
import { Minimums } from './minimums.tsx';
import { usePayoutsTexts } from './texts.ts';

type Payable = paths['/v2/admin/payables']['get']['responses']['200']['content']['application/json']['data'][number];

/** Payable amounts by payee, the reasons why the next run does not pay them, and the minimum payouts. */
export function PayoutsPage() {
  const t = usePayoutsTexts();
  const { page = 1, sort, state, currency } = useSearch({ from: '/console/admin/payouts' });
  const params = { query: omitUndefined({ page, sort_by: sort, state, currency }) };
  const payables = api.useList('get', '/v2/admin/payables', { params });
  const { narrow } = useListNavigation({ resetScroll: false });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Button
          variant="default"
          renderRoot={(props) => <Link {...props} to="/console/admin/balances" search={{ state: 'held' }} />}
        >
          {t.why}
        </Button>
        <Button renderRoot={(props) => <Link {...props} to="/console/admin/runs/new" />}>{t.newRun}</Button>
      </PageHeader>
      <Stack gap="xl">
        <section>
          <FilteredList
            name="payables"
            label={t.title}
            filters={[{ name: 'state', label: t.state, words: t.states, value: state }]}
            further={{ currency }}
            columns={useColumns()}
            query={payables}
            keyOf={({ kind, payee_id: id, currency: of }) => `${kind} ${id} ${of}`}
            empty={t.empty}
            nothingFound={t.nothingFound}
            page={page}
            sort={sort}
            isEmbedded
          >
            <CodePicker
              set="currency"
              among={undefined}
              label={t.currency}
              required={false}
              value={currency ?? ''}
              onChange={(code) => narrow({ currency: code === '' ? undefined : code })}
            />
          </FilteredList>
        </section>
        {/* Below a table that is still loading, it would move down. */}
        {payables.data !== undefined && <Minimums />}
      </Stack>
    </>
  );
}

function useColumns(): Column<Payable>[] {
  const t = usePayoutsTexts();
  const { reasons: named } = usePayeesTexts();
  const { moneyOf, day } = useFormats();
  const money = ({ amount, currency }: Amount) => moneyOf(amount, currency);
  return [
    {
      key: 'payee',
      sortable: true,
      label: t.columns.payee,
      value: ({ payee_name: name }) => name,
      cell: ({ kind, payee_id: id, payee_name: name }) => (
        <Stack gap={0} align="flex-start">
          <PartyLink kind={kind} id={id} name={name} />
          <Note size="xs">{t.kinds[kind]}</Note>
        </Stack>
      ),
    },
    {
      key: 'available',
      sortable: true,
      label: t.columns.available,
      numeric: true,
      value: ({ available }) => available,
      cell: ({ available, overpaid }) => (
        <>
          <b>{money(available)}</b>
          {Number(overpaid.amount) !== 0 && (
            <Text size="xs" className="is-worse">
              {t.overpaid(money(overpaid))}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'status',
      label: t.columns.status,
      wideOnly: true,
      value: ({ is_due: isDue, reasons }) => (isDue ? t.due : reasons.map((reason) => named[reason]).join(', ')),
      cell: ({ is_due: isDue, reasons, minimum, account_usable_from: from }) =>
        isDue ? (
          <StateBadge tone="good">{t.due}</StateBadge>
        ) : (
          <Group gap={4}>
            {reasons.map((reason) => (
              <span key={reason}>
                <StateBadge tone={reason === 'nothing_payable' ? 'neutral' : 'warning'}>{named[reason]}</StateBadge>
                {reason === 'below_minimum' && <Note size="xs">{t.minimumIs(money(minimum))}</Note>}
                {reason === 'account_new' && from !== null && <Note size="xs">{t.usableFrom(day(from))}</Note>}
              </span>
            ))}
          </Group>
        ),
    },
    {
      key: 'held',
      sortable: true,
      label: t.columns.held,
      numeric: true,
      wideOnly: true,
      value: ({ held }) => held,
      cell: ({ held }) => money(held),
    },
    {
      key: 'in_run',
      sortable: true,
      label: t.columns.inRun,
      numeric: true,
      wideOnly: true,
      value: ({ in_run: sum }) => sum,
      cell: ({ in_run: sum }) => money(sum),
    },
    {
      key: 'paid',
      sortable: true,
      label: t.columns.paid,
      numeric: true,
      wideOnly: true,
      value: ({ paid }) => paid,
      cell: ({ paid }) => money(paid),
    },
    {
      key: 'account',
      label: t.columns.account,
      wideOnly: true,
      value: ({ account }) => account,
      cell: ({ account }) => account ?? '–',
    },
  ];
}
