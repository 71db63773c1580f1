import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api.ts';
import { AmountLink } from '../../components/amount-link.tsx';
import { type Column, DataTable } from '../../components/data-table.tsx';
import type { DayRange } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { listed } from '../../components/listed.ts';
import { Note } from '../../components/note.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import type { StatisticsKind } from '../statistics/search.ts';
import { useOverviewTexts } from './texts.ts';

interface BestProps {
  store: number;
  range: DayRange;
}

const TOP = 5;
const BY_VALUE = 'order_value:desc' as const;

/** The creators with the highest order value. */
export function TopCreators({ store, range }: BestProps) {
  const t = useOverviewTexts().best;
  const figures = useFigureColumns<CreatorRow>(({ user }) => daysOf({ store }, range, { creator: user.id }));
  const { data, error, refetch } = listed(
    api.useQuery('get', '/v2/stores/{store}/creator-stats', {
      params: { path: { store }, query: { ...range, size: TOP, sort_by: BY_VALUE } },
    }),
  );
  return (
    <Best title={t.creators} all={t.allCreators} by="creators" store={store} range={range}>
      <DataTable
        label={t.creators}
        rows={data?.data}
        error={error}
        onRetry={refetch}
        keyOf={(row) => row.user.id}
        columns={[{ key: 'creator', label: t.creator, cell: (row) => row.user.public_name }, ...figures]}
        empty={{ title: t.noneTitle, hint: t.noneHint }}
      />
    </Best>
  );
}

/** The links with the highest order value. */
export function TopLinks({ store, range }: BestProps) {
  const t = useOverviewTexts().best;
  const figures = useFigureColumns<LinkRow>((row) => daysOf({ store }, range, { link: row.affiliate_link_id }));
  const { data, error, refetch } = listed(
    api.useQuery('get', '/v2/stores/{store}/link-stats', {
      params: { path: { store }, query: { ...range, size: TOP, sort_by: BY_VALUE } },
    }),
  );
  return (
    <Best title={t.links} all={t.allLinks} by="links" store={store} range={range}>
      <DataTable
        label={t.links}
        rows={data?.data}
        error={error}
        onRetry={refetch}
        keyOf={(row) => row.affiliate_link_id}
        columns={[
          {
            key: 'link',
            label: t.link,
            cell: (row) => (
              <Stack gap={0}>
                <Text size="sm" lineClamp={1}>
                  {row.title || t.untitled}
                </Text>
                <Note size="xs">{row.user.public_name}</Note>
              </Stack>
            ),
          },
          ...figures,
        ]}
        empty={{ title: t.noneTitle, hint: t.noneHint }}
      />
    </Best>
  );
}

type CreatorRow = ResultsSection & { user: { id: number; public_name: string } };
type LinkRow = CreatorRow & { affiliate_link_id: number; title: string };

interface ResultsSection {
  clicks: number;
  order_value: { amount: string; currency: string };
}

/** @param placeOf the target of the order value of a row */
function useFigureColumns<Row extends ResultsSection>(placeOf: (row: Row) => LinkProps): Column<Row>[] {
  const t = useOverviewTexts().best;
  const { number, moneyOf } = useFormats();
  return [
    { key: 'clicks', label: t.clicks, numeric: true, cell: (row) => number(row.clicks) },
    {
      key: 'value',
      label: t.value,
      numeric: true,
      cell: (row) => (
        <AmountLink to={placeOf(row)} of={t.value}>
          {moneyOf(row.order_value.amount, row.order_value.currency)}
        </AmountLink>
      ),
    },
  ];
}

interface BestSectionProps extends BestProps {
  title: string;
  all: string;
  by: StatisticsKind;
  children: ReactNode;
}

function Best({ title, all, by, store, range, children }: BestSectionProps) {
  const t = useOverviewTexts().best;
  return (
    <section aria-label={title}>
      <Group justify="space-between" mb="xs">
        <SectionTitle>{title}</SectionTitle>
        <Anchor
          size="sm"
          aria-label={all}
          renderRoot={(props) => (
            <Link
              {...props}
              to="/console/shop/$store/statistics"
              params={{ store: String(store) }}
              search={{ ...range, by, sort: BY_VALUE }}
            />
          )}
        >
          {t.all}
        </Anchor>
      </Group>
      {children}
    </section>
  );
}
