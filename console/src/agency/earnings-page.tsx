import { SimpleGrid, Stack } from '@mantine/core';
import { type LinkProps, useParams } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { api } from '../api.ts';
import { AmountLink } from '../components/amount-link.tsx';
import { Balances } from '../components/balances/balances.tsx';
import { agencyPlaces } from '../components/balances/places.ts';
import { DataTable } from '../components/data-table.tsx';
import { monthOf, today } from '../components/day-range.ts';
import { Note, Strong } from '../components/note.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { Section } from '../components/section-card.tsx';
import { StatTile } from '../components/stat-tile.tsx';
import { useFormats } from '../language/formats.ts';
import { useAgencyTexts } from './texts.ts';

type MonthEarnings =
  paths['/v2/clients/{client}/earnings']['get']['responses']['200']['content']['application/json']['months'][number];

/** Earnings of an agency and its creators, by month. */
export function EarningsPage() {
  const t = useAgencyTexts().earnings;
  const client = Number(useParams({ from: '/console/agency/$client/earnings' }).client);
  const params = { client: String(client) };
  const { month, moneyOf, number, percent } = useFormats();
  const creatorsOf = (one: Pick<MonthEarnings, 'month'>): LinkProps => ({
    to: '/console/agency/$client/creators',
    params,
    search: monthOf(`${one.month}-01`),
  });
  const earnings = api.useQuery('get', '/v2/clients/{client}/earnings', {
    params: { path: { client }, query: { months: 24 } },
  });
  const balance = api.useQuery(
    'get',
    '/v2/clients/{client}/balances',
    { params: { path: { client } } },
    { select: ({ data: entries }) => entries },
  );
  const months = earnings.data?.months;
  const isMixed = new Set(months?.map(({ currency }) => currency)).size > 1;
  const shareOf = ({ agency, creators }: MonthEarnings) => {
    const all = Number(agency.amount) + Number(creators.amount);
    return all > 0 ? percent(Number(agency.amount) / all) : null;
  };
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="xl">
        <Balances query={balance} places={agencyPlaces(client)} />
        {!(earnings.error || months?.length === 0) && <Tiles months={months} creatorsOf={creatorsOf} />}
        <Section id="months" title={t.list}>
          <DataTable
            label={t.list}
            columns={[
              {
                key: 'month',
                label: t.columns.month,
                value: (one) => one.month,
                cell: (one) => (
                  <>
                    {month(one.month)}
                    {isMixed && <Note size="xs">{one.currency}</Note>}
                  </>
                ),
              },
              {
                key: 'clicks',
                label: t.columns.clicks,
                numeric: true,
                wideOnly: true,
                value: (one) => one.clicks,
                cell: (one) => number(one.clicks),
              },
              {
                key: 'orders',
                label: t.columns.orders,
                numeric: true,
                wideOnly: true,
                value: (one) => one.orders,
                cell: (one) => number(one.orders),
              },
              {
                key: 'creators',
                label: t.columns.creators,
                numeric: true,
                value: (one) => one.creators,
                cell: (one) => (
                  <AmountLink to={creatorsOf(one)} of={t.creatorsIn(month(one.month))}>
                    {moneyOf(one.creators.amount, one.currency)}
                  </AmountLink>
                ),
              },
              {
                key: 'agency',
                label: t.columns.agency,
                numeric: true,
                value: (one) => one.agency,
                cell: (one) => (
                  <>
                    <Strong>
                      <AmountLink to={creatorsOf(one)} of={t.creatorsIn(month(one.month))}>
                        {moneyOf(one.agency.amount, one.currency)}
                      </AmountLink>
                    </Strong>
                    <Note size="xs">{shareOf(one) !== null && t.share(shareOf(one)!)}</Note>
                  </>
                ),
              },
            ]}
            rows={months}
            keyOf={(one) => `${one.month}${one.currency}`}
            error={earnings.error}
            onRetry={earnings.refetch}
            empty={t.empty}
          />
          {months?.length !== 0 && (
            <Note mt="sm">
              {isMixed && t.tilesIn(mainCurrency(months ?? []))} {t.of}
            </Note>
          )}
        </Section>
      </Stack>
    </>
  );
}

/** This and the previous month in the main currency, with sparklines. */
function Tiles({
  months,
  creatorsOf,
}: {
  months: readonly MonthEarnings[] | undefined;
  creatorsOf: (of: Pick<MonthEarnings, 'month'>) => LinkProps;
}) {
  const t = useAgencyTexts().earnings;
  const { moneyOf, month } = useFormats();
  const currency = mainCurrency(months ?? []);
  const names = [0, 1, 2].map((before) => monthOf(today(), before).from.slice(0, 7));
  const of = (name: string | undefined, whose: 'agency' | 'creators') =>
    Number(months?.find((one) => one.month === name && one.currency === currency)?.[whose].amount ?? 0);
  const course = (whose: 'agency' | 'creators') =>
    (months ?? [])
      .filter((one) => one.currency === currency)
      .map((one) => Number(one[whose].amount))
      .reverse();
  const said = (value: number) => (months === undefined ? undefined : moneyOf(value, currency));
  const [present, last, before] = names;
  const than = month(before!);
  const [presentLink, lastLink] = [creatorsOf({ month: present! }), creatorsOf({ month: last! })];
  return (
    <SimpleGrid cols={{ base: 2, lg: 4 }} spacing={{ base: 'xs', xs: 'md' }}>
      <StatTile label={t.thisMonth} link={presentLink} value={said(of(present, 'agency'))} series={course('agency')} />
      <StatTile
        label={t.lastMonth}
        link={lastLink}
        value={said(of(last, 'agency'))}
        change={{ now: of(last, 'agency'), before: of(before, 'agency'), than }}
      />
      <StatTile
        label={t.creatorsThisMonth}
        link={presentLink}
        value={said(of(present, 'creators'))}
        series={course('creators')}
      />
      <StatTile
        label={t.creatorsLastMonth}
        link={lastLink}
        value={said(of(last, 'creators'))}
        change={{ now: of(last, 'creators'), before: of(before, 'creators'), than }}
      />
    </SimpleGrid>
  );
}

/** The currency with the most clicks, since clicks are comparable across currencies. */
function mainCurrency(months: readonly MonthEarnings[]): string {
  const clicks = new Map<string, number>();
  for (const one of months) clicks.set(one.currency, (clicks.get(one.currency) ?? 0) + one.clicks);
  return [...clicks].sort(([, one], [, other]) => other - one)[0]?.[0] ?? 'EUR';
}
