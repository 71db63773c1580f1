import { Badge, Button, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import { Balances } from '../../components/balances/balances.tsx';
import { CREATOR_PLACES } from '../../components/balances/places.ts';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { monthOf, today } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { Note } from '../../components/note.tsx';
import { Section } from '../../components/section-card.tsx';
import { amountOf } from '../../language/amounts.ts';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { useEarningsTexts } from './texts.ts';

type Month =
  paths['/v2/users/{user}/monthly-earnings']['get']['responses']['200']['content']['application/json']['data'][number];

const earned = (one: Month) => one.clicks_minor + one.orders_minor + one.one_time_minor;

/** Earnings by month, latest first. */
export function useMonths() {
  const { id: user } = useMe();
  return api.useQuery(
    'get',
    '/v2/users/{user}/monthly-earnings',
    { params: { path: { user } } },
    { select: ({ data: entries }) => entries },
  );
}

/** The creator's balance, and the earnings by month. */
export function Months() {
  const t = useEarningsTexts();
  const { data, error, refetch } = useMonths();
  const columns = useColumns();
  return (
    <Stack gap="xl">
      <CreatorBalance />
      <Section id="months" title={t.months.title}>
        <DataTable
          label={t.months.table}
          columns={columns}
          rows={data}
          keyOf={({ month, currency }) => `${month} ${currency}`}
          error={error}
          onRetry={refetch}
          empty={{ title: t.months.empty, hint: t.months.emptyHint, action: <FirstLink /> }}
        />
      </Section>
    </Stack>
  );
}

function FirstLink() {
  const t = useEarningsTexts().months;
  return <Button renderRoot={(props) => <Link {...props} to="/console/creator" />}>{t.first}</Button>;
}

function CreatorBalance() {
  const { id: user } = useMe();
  const balance = api.useQuery(
    'get',
    '/v2/users/{user}/balances',
    { params: { path: { user } } },
    { select: ({ data: entries }) => entries },
  );
  return <Balances query={balance} places={CREATOR_PLACES} />;
}

function stateOf({ month, stated_minor: stated, paid_minor: paid }: Month) {
  if (stated === null) return month === today().slice(0, 7) ? 'running' : 'waiting';
  return paid === stated ? 'paid' : 'stated';
}

function useColumns(): Column<Month>[] {
  const t = useEarningsTexts().months;
  const { money, month } = useFormats();
  const { id: user } = useMe();
  const amount = (one: Month, minor: number) => (
    <AmountLink to={daysOf({ user }, monthOf(`${one.month}-01`))} of={t.of(month(one.month))}>
      {money(minor, one.currency)}
    </AmountLink>
  );
  return [
    { key: 'month', label: t.month, value: (one) => one.month, cell: (one) => month(one.month) },
    {
      key: 'clicks',
      label: t.clicks,
      numeric: true,
      wideOnly: true,
      value: (one) => amountOf(one.clicks_minor, one.currency),
      cell: (one) => amount(one, one.clicks_minor),
    },
    {
      key: 'orders',
      label: t.orders,
      numeric: true,
      wideOnly: true,
      value: (one) => amountOf(one.orders_minor, one.currency),
      cell: (one) => (
        <>
          {amount(one, one.orders_minor)}
          {one.pending_minor > 0 && <Note size="xs">{t.pending(money(one.pending_minor, one.currency))}</Note>}
        </>
      ),
    },
    {
      key: 'once',
      label: t.once,
      numeric: true,
      wideOnly: true,
      value: (one) => amountOf(one.one_time_minor, one.currency),
      cell: (one) => money(one.one_time_minor, one.currency),
    },
    {
      key: 'sum',
      label: t.sum,
      numeric: true,
      value: (one) => amountOf(earned(one), one.currency),
      cell: (one) => <b>{amount(one, earned(one))}</b>,
    },
    {
      key: 'state',
      label: t.state,
      value: (one) => t[stateOf(one)],
      cell: (one) => (
        <Badge variant="light" tt="none" fw={550} color={stateOf(one) === 'paid' ? 'river' : 'ink'}>
          {t[stateOf(one)]}
        </Badge>
      ),
    },
  ];
}
