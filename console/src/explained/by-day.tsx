import { api } from '../api.ts';
import { AmountLink } from '../components/amount-link.tsx';
import { type Column, DataTable } from '../components/data-table.tsx';
import { type DayRange, daysIn } from '../components/day-range.ts';
import { daysOf, type Whose } from '../components/explanation/places.ts';
import { Section } from '../components/section-card.tsx';
import { amountOf } from '../language/amounts.ts';
import { useFormats } from '../language/formats.ts';
import type { DaysSearch } from './search.ts';
import { useExplainedTexts } from './texts.ts';

interface ByDayProps<Of extends Whose = Whose> {
  whose: Of;
  range: DayRange;
  search: DaysSearch;
}

/** The days with clicks or orders, each amount leading to its day. */
export function ByDay({ whose, ...props }: ByDayProps) {
  return 'store' in whose ? <StoreDays whose={whose} {...props} /> : <CreatorDays whose={whose} {...props} />;
}

const filterOf = ({ link, campaign, creator }: DaysSearch) => ({
  ...(link === undefined ? {} : { link }),
  ...(campaign === undefined ? {} : { campaign }),
  ...(creator === undefined ? {} : { creator }),
});

interface StoreDay {
  date: string;
  clicks: number;
  cost: number;
}

/** The daily figures of a store are by creator, and not by link or campaign. */
function StoreDays({ whose: { store }, range, search }: ByDayProps<{ store: number }>) {
  const t = useExplainedTexts().days;
  const { money, number, day } = useFormats();
  const isKnown = search.link === undefined && search.campaign === undefined;
  const users = search.creator === undefined ? {} : { users: String(search.creator) };
  const { data: shop } = api.useQuery('get', '/advertiser/stores/{id}', { params: { path: { id: store } } });
  const params = { path: { id: store }, query: { ...range, ...users } };
  const { data, error, refetch } = api.useQuery('get', '/stores/{id}/clicksPerDay', { params }, { enabled: isKnown });
  if (!isKnown) return null;
  const rows = Object.values(data?.per_day ?? {}).filter((one) => one.clicks > 0 || one.cost !== 0);
  const columns: Column<StoreDay>[] = [
    { key: 'day', label: t.day, value: ({ date }) => date, cell: ({ date }) => day(date) },
    {
      key: 'clicks',
      label: t.clicks,
      numeric: true,
      value: ({ clicks }) => clicks,
      cell: ({ clicks }) => number(clicks),
    },
    {
      key: 'cost',
      label: t.cost,
      numeric: true,
      value: ({ cost }) => amountOf(cost, shop?.currency_iso_code ?? 'EUR'),
      cell: ({ date, cost }) => (
        <AmountLink to={daysOf({ store }, { from: date, to: date }, filterOf(search))} of={t.on(day(date))}>
          {money(cost, shop?.currency_iso_code ?? 'EUR')}
        </AmountLink>
      ),
    },
  ];
  return (
    <DaysTable
      expected={daysIn(range)}
      columns={columns}
      rows={data && shop && rows.sort((a, b) => (a.date < b.date ? 1 : -1))}
      keyOf={({ date }) => date}
      error={error}
      onRetry={refetch}
    />
  );
}

interface CreatorDay {
  date: string;
  clicks: number;
  click_earnings_minor: number;
  order_earnings_minor: number;
  currency: string;
}

/** The daily figures of a creator are by link, and not by campaign. */
function CreatorDays({ whose: { user }, range, search }: ByDayProps<{ user: number }>) {
  const t = useExplainedTexts().days;
  const { money, number, day } = useFormats();
  const link = search.link === undefined ? {} : { link_id: search.link };
  const isKnown = search.campaign === undefined;
  const params = { path: { user }, query: { ...range, ...link } };
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/stats', { params }, { enabled: isKnown });
  if (!isKnown) return null;
  const rows = data?.currencies.flatMap(({ currency, days }) =>
    days
      .filter((one) => one.clicks > 0 || one.click_earnings_minor !== 0 || one.order_earnings_minor !== 0)
      .map((one) => ({ ...one, currency })),
  );
  const linkTo = (one: CreatorDay, minor: number, of: string) => (
    <AmountLink to={daysOf({ user }, { from: one.date, to: one.date }, filterOf(search))} of={of}>
      {money(minor, one.currency)}
    </AmountLink>
  );
  const columns: Column<CreatorDay>[] = [
    { key: 'day', label: t.day, value: ({ date }) => date, cell: ({ date }) => day(date) },
    {
      key: 'clicks',
      label: t.clicks,
      numeric: true,
      wideOnly: true,
      value: ({ clicks }) => clicks,
      cell: ({ clicks }) => number(clicks),
    },
    {
      key: 'from-clicks',
      label: t.fromClicks,
      numeric: true,
      value: (one) => amountOf(one.click_earnings_minor, one.currency),
      cell: (one) => linkTo(one, one.click_earnings_minor, t.clicksOn(day(one.date))),
    },
    {
      key: 'from-orders',
      label: t.fromOrders,
      numeric: true,
      value: (one) => amountOf(one.order_earnings_minor, one.currency),
      cell: (one) => linkTo(one, one.order_earnings_minor, t.ordersOn(day(one.date))),
    },
  ];
  return (
    <DaysTable
      expected={daysIn(range)}
      columns={columns}
      rows={rows?.sort((a, b) => (a.date < b.date ? 1 : -1))}
      keyOf={({ date, currency }) => `${date} ${currency}`}
      error={error}
      onRetry={refetch}
    />
  );
}

function DaysTable<Row>(table: {
  expected: number;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  keyOf: (row: Row) => string;
  error: unknown;
  onRetry: () => unknown;
}) {
  const t = useExplainedTexts().days;
  return (
    <Section id="by-day" title={t.byDay}>
      <DataTable label={t.byDay} empty={t.emptyDays} {...table} />
    </Section>
  );
}
