import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../../api.ts';
import { today } from '../../components/day-range.ts';
import { FilteredList } from '../../components/filtered-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import { usePeriodsTexts } from './texts.ts';

type Period = paths['/v2/payments/periods']['get']['responses']['200']['content']['application/json']['data'][number];

/** All months with their totals, latest first. */
export function PeriodsPage() {
  const t = usePeriodsTexts();
  const { month: named, number } = useFormats();
  const { page = 1 } = useSearch({ from: '/console/admin/periods' });
  const periods = api.useList('get', '/v2/payments/periods', { params: { query: { page } } });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <FilteredList
        name="periods"
        label={t.title}
        columns={[
          {
            key: 'month',
            label: t.columns.month,
            value: ({ month }) => month,
            cell: ({ month }) => (
              <Anchor
                size="sm"
                fw={600}
                renderRoot={(props) => <Link {...props} to="/console/admin/periods/$month" params={{ month }} />}
              >
                {named(month)}
              </Anchor>
            ),
          },
          { key: 'state', label: t.columns.state, cell: (period) => <PeriodState period={period} /> },
          {
            key: 'invoices',
            label: t.columns.invoices,
            numeric: true,
            wideOnly: true,
            value: ({ sums }) => sums.reduce((count, { invoices }) => count + invoices, 0),
            cell: ({ sums }) => number(sums.reduce((count, { invoices }) => count + invoices, 0)),
          },
          {
            key: 'shops',
            label: t.columns.shops,
            numeric: true,
            cell: ({ sums }) => <Totals sums={sums.filter(({ kind }) => kind === 'store')} />,
          },
          {
            key: 'owed',
            label: t.columns.owed,
            numeric: true,
            wideOnly: true,
            cell: ({ sums }) => <Totals sums={sums.filter(({ kind }) => kind !== 'store')} />,
          },
          {
            key: 'action',
            label: t.columns.action,
            wideOnly: true,
            cell: ({ month, closed_at: at }) => at === null && isOver(month) && <OpenMonth month={month} />,
          },
        ]}
        query={periods}
        keyOf={({ month }) => month}
        empty={t.empty}
        page={page}
      />
    </>
  );
}

/** Whether the last day of the month has passed. */
const isOver = (month: string) => month < today().slice(0, 7);

function OpenMonth({ month }: { month: string }) {
  const t = usePeriodsTexts();
  const { month: named } = useFormats();
  return (
    <Button
      size="compact-sm"
      variant="light"
      aria-label={t.openLabel(named(month))}
      renderRoot={(props) => <Link {...props} to="/console/admin/periods/$month" params={{ month }} />}
    >
      {t.open}
    </Button>
  );
}

function PeriodState({ period: { month, closed_at: at } }: { period: Period }) {
  const { states } = usePeriodsTexts();
  if (at !== null) return <StateBadge tone="good">{states.closed}</StateBadge>;
  if (!isOver(month)) return <StateBadge tone="neutral">{states.running}</StateBadge>;
  return <StateBadge tone="warning">{states.open}</StateBadge>;
}

/** One line per currency. */
function Totals({ sums }: { sums: Period['sums'] }) {
  const { moneyOf } = useFormats();
  const byCurrency = new Map<string, number>();
  for (const { currency, total } of sums)
    byCurrency.set(currency, (byCurrency.get(currency) ?? 0) + Number(total.amount));
  if (byCurrency.size === 0) return '–';
  return (
    <Stack gap={0}>
      {[...byCurrency].map(([currency, amount]) => (
        <Text key={currency} size="sm">
          {moneyOf(amount, currency)}
        </Text>
      ))}
    </Stack>
  );
}
