import { Card, Group, Stack } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { api } from '../api.ts';
import { type DayRange, eachDay, readRange } from '../components/day-range.ts';
import { Failure } from '../components/failure.tsx';
import { ImportedOfCreator } from '../components/imported/imported-commissions.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import { TimeChart } from '../components/time-chart.tsx';
import { useMe } from '../session/use-me.ts';
import { Months, useMonths } from './earnings/months.tsx';
import { Orders } from './earnings/orders.tsx';
import { Statements } from './earnings/statements.tsx';
import { SubIds } from './earnings/sub-ids.tsx';
import { useEarningsTexts } from './earnings/texts.ts';
import { useDailyFigures } from './links/daily-figures.ts';

/** A creator's earnings by month, day and order, with statements. */
export function EarningsPage() {
  const t = useEarningsTexts();
  const range = readRange({ ...useSearch({ from: '/console/creator/earnings' }) });
  const navigate = useNavigate({ from: '/console/creator/earnings' });
  const { id: user } = useMe();
  // Without any earnings, charts and orders are hidden.
  const isNew = useMonths().data?.length === 0;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap={40}>
        <Months />
        <Statements isFirst={isNew} />
        {!isNew && (
          <>
            <Stack gap="md" component="section" aria-labelledby="course">
              <Group justify="space-between">
                <SectionTitle id="course">{t.course.title}</SectionTitle>
                <RangePicker
                  range={range}
                  onChange={(days) =>
                    navigate({ search: ({ page: _, ...rest }) => ({ ...rest, ...days }), resetScroll: false })
                  }
                />
              </Group>
              <Course range={range} />
            </Stack>
            <Orders range={range} />
            <SubIds range={range} />
          </>
        )}
        <ImportedOfCreator user={user} />
      </Stack>
    </>
  );
}

const NOTHING = { clicks: 0, click_earnings_minor: 0, order_earnings_minor: 0 };

/** In the main currency; others are in the table of months. */
function Course({ range }: { range: DayRange }) {
  const t = useEarningsTexts().course;
  const { id: user } = useMe();
  const { data, error, refetch } = api.useQuery('get', '/v2/users/{user}/stats', {
    params: { path: { user }, query: range },
  });
  const main = data?.currencies[0];
  const { series, pointsOf } = useDailyFigures(main?.currency ?? 'EUR');
  if (error) return <Failure error={error} onRetry={refetch} />;
  const days = main?.days ?? eachDay(range).map((date) => ({ date, ...NOTHING }));
  return (
    <Card>
      <TimeChart label={t.label} points={data && pointsOf(days)} series={series} />
    </Card>
  );
}
