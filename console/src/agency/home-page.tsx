import { Stack } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { Failure } from '../components/failure.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { AgencyFirstSteps } from './first-steps.tsx';
import { Changes } from './home/changes.tsx';
import { MonthFigures } from './home/figures.tsx';
import { AgencyPayouts } from './home/payouts.tsx';
import { CreatorTasks } from './home/tasks.tsx';
import { useHomeTexts } from './home/texts.ts';
import { useAgencyOverview } from './home/use-overview.ts';

/** Home page of an agency: the month with its changes, the next payouts, and what waits for its creators. */
export function AgencyHomePage() {
  const t = useHomeTexts();
  const client = Number(useParams({ from: '/console/agency/$client' }).client);
  const { data, error, refetch } = useAgencyOverview(client);
  const isNew = data?.earnings.length === 0;
  // Where there are results, they stay where they are when the steps are known.
  const steps = <AgencyFirstSteps hasCreators={data && data.creators > 0} />;
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      {error ? (
        <Failure error={error} onRetry={refetch} />
      ) : (
        <Stack gap="lg">
          {isNew && steps}
          <MonthFigures client={client} overview={data} />
          {!isNew && <Changes client={client} overview={data} />}
          {!isNew && steps}
          <AgencyPayouts client={client} payouts={data?.payouts} />
          <CreatorTasks client={client} tasks={data?.tasks} />
        </Stack>
      )}
    </>
  );
}
