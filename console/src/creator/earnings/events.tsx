import { Stack, Text } from '@mantine/core';
import { api, KEEP_PREVIOUS } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { explanationOf } from '../../components/explanation/places.ts';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { BEHIND_CURSOR, ShowMore } from '../../components/table/cursor-list.tsx';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { type CreatorEvent, OrderStatus, ToCampaign } from './order-cells.tsx';
import { useEarningsTexts } from './texts.ts';

/** Leads and other events of a creator in the selected period, with earnings; nothing without any, as most stores pay for orders only. */
export function Events({ range }: { range: DayRange }) {
  const t = useEarningsTexts().events;
  const { id: user } = useMe();
  const params = { path: { user }, query: range };
  const list = api.useInfiniteQuery(
    'get',
    '/v2/users/{user}/events',
    { params },
    { ...BEHIND_CURSOR, ...KEEP_PREVIOUS },
  );
  const rows = list.data?.pages.flatMap(({ data }) => data);
  const columns = useColumns();
  if (!list.error && !rows?.length) return null;
  return (
    <Stack gap="md" component="section" aria-labelledby="events">
      <SectionTitle id="events">{t.title}</SectionTitle>
      <DataTable
        label={t.title}
        columns={columns}
        rows={rows}
        keyOf={({ id }) => id}
        error={list.error}
        onRetry={list.refetch}
        empty={{ title: t.title }}
      />
      <ShowMore of={list} />
    </Stack>
  );
}

function useColumns(): Column<CreatorEvent>[] {
  const { events, orders: t } = useEarningsTexts();
  const { day, moneyOf } = useFormats();
  return [
    {
      key: 'event',
      label: events.event,
      cell: ({ kind, order_at: at }) => (
        <Stack gap={0}>
          <Text size="sm">{kind.name}</Text>
          <Note size="xs">{day(at)}</Note>
        </Stack>
      ),
    },
    { key: 'shop', label: t.shop, wideOnly: true, cell: ({ store }) => store.name },
    { key: 'campaign', label: t.campaign, wideOnly: true, cell: (event) => <ToCampaign order={event} /> },
    {
      key: 'earnings',
      label: t.earned,
      numeric: true,
      cell: ({ id, kind, store, order_at: at, earnings }) => (
        <AmountLink to={explanationOf('orders', id)} of={events.of(kind.name, store.name, day(at))}>
          {moneyOf(earnings.amount, earnings.currency)}
        </AmountLink>
      ),
    },
    {
      key: 'state',
      label: t.state,
      terms: ['pending', 'approved', 'denied'],
      cell: ({ status, decide_by: by, denial_reason: reason, denial_note: note }) => (
        <>
          <OrderStatus status={status} />
          {by !== null && <Note size="xs">{t.due(day(by))}</Note>}
          {reason !== null && <Note size="xs">{note ?? t.denials[reason]}</Note>}
        </>
      ),
    },
  ];
}
