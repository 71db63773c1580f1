import { Anchor, Stack, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import { api } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import { type DunnedInvoice, PauseReminders } from './pause-reminders.tsx';
import { useDunningTexts } from './texts.ts';

/** Unpaid invoices of stores with their reminders, the next reminder first. */
export function DunningPage() {
  const t = useDunningTexts();
  const { page = 1, sort, state } = useSearch({ from: '/console/admin/dunning' });
  const params = { query: omitUndefined({ page, sort_by: sort, state }) };
  const invoices = api.useList('get', '/v2/admin/dunning', { params });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <FilteredList
        name="dunning"
        label={t.list}
        filters={[{ name: 'state', label: t.state, words: t.states, value: state }]}
        columns={useColumns()}
        query={invoices}
        keyOf={({ invoice_id: id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={page}
        sort={sort}
      />
    </>
  );
}

function useColumns(): Column<DunnedInvoice>[] {
  const t = useDunningTexts();
  const { day, moneyOf, number } = useFormats();
  return [
    {
      key: 'number',
      sortable: true,
      label: t.columns.invoice,
      value: (one) => one.invoice_number,
      cell: (one) => (
        <Stack gap={0} align="flex-start">
          <Text size="sm" fw={600}>
            {one.invoice_number}
          </Text>
          <Anchor
            size="xs"
            renderRoot={(props) => (
              <Link {...props} to="/console/admin/stores/$shop" params={{ shop: String(one.store_id) }} />
            )}
          >
            {one.store_name}
          </Anchor>
        </Stack>
      ),
    },
    {
      key: 'payment_date',
      sortable: true,
      latestFirst: true,
      label: t.columns.due,
      wideOnly: true,
      value: (one) => one.payment_date,
      cell: (one) => day(one.payment_date),
    },
    {
      key: 'open',
      sortable: true,
      label: t.columns.amount,
      numeric: true,
      value: ({ open }) => open,
      cell: ({ open }) => moneyOf(open.amount, open.currency),
    },
    {
      key: 'sent',
      sortable: true,
      label: t.columns.sent,
      wideOnly: true,
      value: ({ sent }) => sent,
      cell: ({ sent, last_sent_on: last }) => (last === null ? t.none : t.sent(number(sent), day(last))),
    },
    {
      key: 'next_on',
      sortable: true,
      label: t.columns.next,
      wideOnly: true,
      value: ({ next_on: next }) => next,
      cell: (one) => <Next invoice={one} />,
    },
    {
      key: 'action',
      isFixed: true,
      label: t.columns.action,
      numeric: true,
      cell: (one) => <PauseReminders invoice={one} />,
    },
  ];
}

function Next({ invoice }: { invoice: DunnedInvoice }) {
  const t = useDunningTexts();
  const { day } = useFormats();
  const { next_on: next, next_blocks: isLast, is_blocking: isBlocking, paused_until: paused } = invoice;
  return (
    <Stack gap={4} align="flex-start">
      <Text size="sm">{next === null ? t.noNext : day(next)}</Text>
      {next !== null && isLast && (
        <Text size="xs" c="dimmed">
          {t.last}
        </Text>
      )}
      {isBlocking && <StateBadge tone="bad">{t.blocked}</StateBadge>}
      {paused !== null && <StateBadge tone="neutral">{t.pausedUntil(day(paused))}</StateBadge>}
    </Stack>
  );
}
