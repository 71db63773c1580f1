import { Badge, Button, Stack, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { Balances } from '../../components/balances/balances.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import { today } from '../../components/day-range.ts';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { useEarningsTexts } from './texts.ts';

type Month = paths['/v2/users/{user}/earnings']['get']['responses']['200']['content']['application/json'][number];

const earned = (one: Month) => one.clicks_minor + one.orders_minor + one.one_time_minor;

/** Earnings by month, latest first. */
export function useMonths() {
  const { id: user } = useMe();
  return api.useQuery('get', '/v2/users/{user}/earnings', { params: { path: { user } } });
}

/** The creator's balance, and the earnings by month. */
export function Months() {
  const t = useEarningsTexts();
  const { data, error, refetch } = useMonths();
  const columns = useColumns();
  return (
    <Stack gap="xl">
      <CreatorBalance />
      <section aria-labelledby="months">
        <Title order={2} size="h4" mb="md" id="months">
          {t.months.title}
        </Title>
        <DataTable
          label={t.months.table}
          columns={columns}
          rows={data}
          keyOf={({ month, currency }) => `${month} ${currency}`}
          error={error}
          onRetry={refetch}
          empty={{ title: t.months.empty, hint: t.months.emptyHint, action: <FirstLink /> }}
        />
      </section>
    </Stack>
  );
}

function FirstLink() {
  const t = useEarningsTexts().months;
  return <Button renderRoot={(props) => <Link {...props} to="/console/creator" />}>{t.first}</Button>;
}

function CreatorBalance() {
  const { id: user } = useMe();
  return <Balances query={api.useQuery('get', '/v2/users/{user}/balance', { params: { path: { user } } })} />;
}

function stateOf({ month, stated_minor: stated, paid_minor: paid }: Month) {
  if (stated === null) return month === today().slice(0, 7) ? 'running' : 'waiting';
  return paid === stated ? 'paid' : 'stated';
}

function useColumns(): Column<Month>[] {
  const t = useEarningsTexts().months;
  const { money, month } = useFormats();
  return [
    { key: 'month', label: t.month, cell: (one) => month(one.month) },
    {
      key: 'clicks',
      label: t.clicks,
      numeric: true,
      wideOnly: true,
      cell: (one) => money(one.clicks_minor, one.currency),
    },
    {
      key: 'orders',
      label: t.orders,
      numeric: true,
      wideOnly: true,
      cell: (one) => (
        <>
          {money(one.orders_minor, one.currency)}
          {one.pending_minor > 0 && (
            <Text size="xs" c="dimmed">
              {t.pending(money(one.pending_minor, one.currency))}
            </Text>
          )}
        </>
      ),
    },
    {
      key: 'once',
      label: t.once,
      numeric: true,
      wideOnly: true,
      cell: (one) => money(one.one_time_minor, one.currency),
    },
    { key: 'sum', label: t.sum, numeric: true, cell: (one) => <b>{money(earned(one), one.currency)}</b> },
    {
      key: 'state',
      label: t.state,
      cell: (one) => (
        <Badge variant="light" tt="none" fw={550} color={stateOf(one) === 'paid' ? 'river' : 'ink'}>
          {t[stateOf(one)]}
        </Badge>
      ),
    },
  ];
}
