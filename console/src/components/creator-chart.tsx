import { Skeleton } from '@mantine/core';
import { type ComponentProps, Suspense } from 'react';
import { lazyPart } from './lazy-part.tsx';

const Chart = lazyPart(() => import('./creator-chart/creator-chart.tsx'));

/** Chart of a creator's results, in the file of the charts. */
export function CreatorChart(props: ComponentProps<typeof Chart>) {
  return (
    <Suspense fallback={<Skeleton h={330} />}>
      <Chart {...props} />
    </Suspense>
  );
}
