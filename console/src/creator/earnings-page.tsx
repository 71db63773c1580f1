import { Group, Skeleton, Stack } from '@mantine/core';
import { type LinkProps, useNavigate, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { CreatorChart } from '../components/creator-chart.tsx';
import { readRange } from '../components/day-range.ts';
import { ImportedOfCreator } from '../components/imported/imported-commissions.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { RangePicker } from '../components/range-picker.tsx';
import { SectionTitle } from '../components/section-title.tsx';
import { useMe } from '../session/use-me.ts';
import { BoundCustomers } from './earnings/bound-customers.tsx';
import { Events } from './earnings/events.tsx';
import { Months, useMonths } from './earnings/months.tsx';
import { Orders } from './earnings/orders.tsx';
import { ReceivedGifts } from './earnings/received.tsx';
import { Statements } from './earnings/statements.tsx';
import { SubIds } from './earnings/sub-ids.tsx';
import { useEarningsTexts } from './earnings/texts.ts';

const CreatorBreakdown = lazyPart(() => import('../components/statistics/creator-breakdown.tsx'));

const campaignPage = (campaign: number): LinkProps => ({
  to: '/console/creator/campaigns/$offer',
  params: { offer: String(campaign) },
});

/** A creator's earnings by month, day and order, with statements. */
export function EarningsPage() {
  const t = useEarningsTexts();
  const range = readRange({ ...useSearch({ from: '/console/creator/earnings' }) });
  const navigate = useNavigate({ from: '/console/creator/earnings' });
  const { id: user } = useMe();
  // A creator without earnings sees neither charts nor orders.
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
              <CreatorChart user={user} range={range} title={t.course.label} />
              <Suspense fallback={<Skeleton h={320} />}>
                <CreatorBreakdown user={user} range={range} campaignPage={campaignPage} />
              </Suspense>
            </Stack>
            <Orders range={range} />
            <Events range={range} />
            <BoundCustomers />
            <SubIds range={range} />
          </>
        )}
        <ReceivedGifts />
        <ImportedOfCreator user={user} />
      </Stack>
    </>
  );
}
