import { Card, SimpleGrid, Skeleton } from '@mantine/core';
import { Suspense } from 'react';
import { CreatorChart } from '../../components/creator-chart.tsx';
import { useCreatorStats } from '../../components/creator-figures.ts';
import type { DayRange } from '../../components/day-range.ts';
import { daysOf } from '../../components/explanation/places.ts';
import { Failure } from '../../components/failure.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Note } from '../../components/note.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { useFormats } from '../../language/formats.ts';
import { useAgencyTexts } from '../texts.ts';

const CreatorBreakdown = lazyPart(() => import('../../components/statistics/creator-breakdown.tsx'));

interface CreatorFiguresProps {
  client: number;
  user: number;
  currency: string;
  range: DayRange;
}

/**
 * Clicks, orders and earnings of a creator in the selected days. @param currency the currency of the creator's market, used if nothing
 * was earned
 */
export function CreatorFigures({ client, user, currency, range }: CreatorFiguresProps) {
  const t = useAgencyTexts().creator;
  const { number, money } = useFormats();
  const { data, error, refetch } = useCreatorStats(user, range);
  if (error) return <Failure error={error} onRetry={refetch} />;
  const sumOf = (figure: 'clicks' | 'orders') =>
    data && number(data.currencies.reduce((sum, one) => sum + one[figure], 0));
  const earned = data?.currencies.map((one) =>
    money(one.click_earnings_minor + one.order_earnings_minor, one.currency),
  );
  const link = daysOf({ user }, range);
  return (
    <>
      <SimpleGrid cols={{ base: 2, xs: 3 }} spacing={{ base: 'xs', xs: 'md' }}>
        <StatTile label={t.earned} link={link} value={earned && (earned.join(' + ') || money(0, currency))} />
        <StatTile label={t.clicks} link={link} value={sumOf('clicks')} />
        <StatTile label={t.orders} link={link} value={sumOf('orders')} />
      </SimpleGrid>
      {data?.currencies.length === 0 ? (
        <Card>
          <Note>{t.noFigures}</Note>
        </Card>
      ) : (
        <>
          <CreatorChart user={user} range={range} title={t.course} />
          <Suspense fallback={<Skeleton h={320} />}>
            <CreatorBreakdown
              user={user}
              range={range}
              campaignPage={(campaign) => ({
                to: '/console/agency/$client/campaigns/$offer',
                params: { client: String(client), offer: String(campaign) },
                search: { creator: user },
              })}
            />
          </Suspense>
        </>
      )}
    </>
  );
}
