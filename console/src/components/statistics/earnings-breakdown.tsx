import { Anchor } from '@mantine/core';
import { Link, type LinkProps, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ChartSearch } from '../creator-chart-search.ts';
import { type Column, DataTable } from '../data-table.tsx';
import type { DayRange } from '../day-range.ts';
import { PageTabs } from '../page-tabs.tsx';
import { useListNavigation } from '../use-list-navigation.ts';
import { type Earnings, useEarningsColumns } from './earnings-columns.tsx';
import { BREAKDOWNS, useGroupNames } from './group-names.ts';
import type { EarningsKind } from './names.ts';
import { useResultTexts } from './texts.ts';
import { isTooLong, TooManyDays } from './too-many-days.tsx';
import { TotalRow } from './total-row.tsx';

/** Earnings with one value of a property. */
interface EarningsGroup extends Earnings {
  group: string | null;
  /** The campaign, with `campaigns`; null: the rates of stores. */
  offer: { id: number; title: string } | null;
  /** The creator, with `creators`. */
  user: { id: number; name: string } | null;
}

/** What a breakdown asks for; `isTooLong`: it is not read. */
export interface BreakdownQuery {
  range: DayRange;
  currency: string | undefined;
  groupBy: 'source' | 'country' | 'device' | 'code' | 'offer' | 'creator';
  page: number;
  isTooLong: boolean;
}

/** The reply to it. */
export interface BreakdownReply {
  data: { data: readonly EarningsGroup[]; meta: { last_page: number; total: number } } | undefined;
  error: unknown;
  refetch: () => unknown;
  isPlaceholderData: boolean;
}

interface EarningsBreakdownProps {
  kinds: readonly EarningsKind[];
  range: DayRange;
  /** The currency of the amounts; undefined while loading. */
  currency: string | undefined;
  /** The totals in the currency; undefined while loading or if there are none. */
  total: Earnings | undefined;
  hasAgency: boolean;
  /** The groups are divided into pages, of which the URL has one. Otherwise, the first ones are shown. */
  isPaged: boolean;
  /** Reads a breakdown; a hook. */
  useBreakdown: (query: BreakdownQuery) => BreakdownReply;
  /** The list behind the earnings of a row, and of the totals; null: there is none. */
  placeOf: (row: EarningsGroup | null) => LinkProps | null;
  /** The page of the campaign or creator of a row, if the reader has one. */
  pageOf: (row: EarningsGroup) => LinkProps | null;
}

const API_NAMES = { campaigns: 'offer', creators: 'creator', ...BREAKDOWNS } as const;

/** Earnings by campaign, source, country, device and code, and for agencies by creator, with their totals. The kind is in the URL. */
export function EarningsBreakdown({ kinds, ...props }: EarningsBreakdownProps) {
  const t = useResultTexts();
  const { by, page }: ChartSearch & { page?: number } = useSearch({ strict: false });
  const { narrow } = useListNavigation({ resetScroll: false });
  const kind = kinds.find((one) => one === by) ?? kinds[0]!;
  return (
    <PageTabs
      label={t.by}
      value={kind}
      // The page is that of another list unless the groups have pages.
      onChange={(next) => narrow({ by: next, page: props.isPaged ? undefined : page })}
      tabs={kinds.map((value) => ({
        value,
        label: t.kinds[value],
        content: value === kind ? <Groups key={value} kind={value} {...props} /> : null,
      }))}
    />
  );
}

function Groups({
  kind,
  range,
  currency,
  total,
  hasAgency,
  isPaged,
  useBreakdown,
  placeOf,
  pageOf,
}: Omit<EarningsBreakdownProps, 'kinds'> & { kind: EarningsKind }) {
  const t = useResultTexts();
  const { narrow, turnTo } = useListNavigation({ resetScroll: false });
  const { page: shownPage = 1 }: { page?: number } = useSearch({ strict: false });
  const page = isPaged ? shownPage : 1;
  const property = kind === 'campaigns' || kind === 'creators' ? null : kind;
  const groupName = useGroupNames(property ?? 'codes');
  const isLong = isTooLong(kind, range);
  const groupBy = API_NAMES[kind];
  const { data, error, refetch, isPlaceholderData } = useBreakdown({
    range,
    currency,
    groupBy,
    page,
    isTooLong: isLong,
  });
  const nameOf = ({ group, offer, user }: EarningsGroup) => {
    if (kind === 'creators') return user?.name ?? '';
    return property === null ? (offer?.title ?? t.noCampaign) : groupName(group);
  };
  const figures = useEarningsColumns<EarningsGroup>({ hasAgency, placeOf, nameOf });
  const totals = useEarningsColumns<Earnings>({ hasAgency, placeOf: () => placeOf(null), nameOf: () => t.total });
  if (isLong) return <TooManyDays onRange={(days) => narrow({ ...days })} />;
  const first: Column<EarningsGroup>[] = [
    {
      key: 'group',
      label: t.group[kind],
      value: nameOf,
      cell: (row) => <Name page={pageOf(row)}>{nameOf(row)}</Name>,
    },
  ];
  return (
    <DataTable
      label={t.earningsBy(t.group[kind])}
      columns={[...first, ...figures]}
      rows={data?.data}
      keyOf={({ group, offer, user }) => `${group} ${offer?.id} ${user?.id}`}
      error={error}
      onRetry={refetch}
      empty={t.nothing}
      isStale={isPlaceholderData}
      {...(isPaged && { page, pages: data?.meta.last_page, total: data?.meta.total, onPage: turnTo })}
      foot={total && <TotalRow row={total} before={first} figures={totals} />}
    />
  );
}

function Name({ page, children }: { page: LinkProps | null; children: ReactNode }) {
  if (page === null) return children;
  return (
    <Anchor size="sm" renderRoot={(props) => <Link {...props} {...page} />}>
      {children}
    </Anchor>
  );
}
