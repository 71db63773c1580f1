import { Alert, SimpleGrid, Skeleton, Stack } from '@mantine/core';
import { type LinkProps, useParams } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { BackLink } from '../components/back-link.tsx';
import { awaitsApproval, type Run } from './run.ts';
import { RunActions } from './run-actions.tsx';
import { RunFiles } from './run-files.tsx';
import { PAYOUTS_ID, RunPayouts } from './run-payouts.tsx';
import { RunState } from './run-state.tsx';
import { RunSteps } from './run-steps.tsx';
import { useRunsTexts } from './texts.ts';

/** A payout run: its history, its files, its payouts, and the next actions. */
export function RunPage() {
  const t = useRunsTexts();
  const id = Number(useParams({ from: '/console/admin/runs/$run' }).run);
  const { data, error, refetch } = api.useQuery('get', '/v2/payout-runs/{payout_run}', {
    params: { path: { payout_run: id } },
  });
  return (
    <>
      <BackLink to="/console/admin/runs">{t.back}</BackLink>
      {data === undefined ? (
        <>
          <PageHeader title={t.one(id)} />
          {error ? <Failure error={error} onRetry={refetch} /> : <Skeleton h={320} />}
        </>
      ) : (
        <KnownRun key={id} run={data} />
      )}
    </>
  );
}

/** The list of payouts on this page. */
const PAYOUTS: LinkProps = { to: '.', hash: PAYOUTS_ID };

function KnownRun({ run }: { run: Run }) {
  const t = useRunsTexts();
  const me = useMe();
  const { day, moneyOf, number } = useFormats();
  const { total, payouts, states } = run;
  return (
    <>
      <PageHeader title={t.one(run.id)} hint={`${run.currency}, ${t.cutOff(day(run.cut_off))}`}>
        <RunState run={run} />
        <RunActions run={run} />
      </PageHeader>
      <Stack gap="xl">
        {awaitsApproval(run) && run.created.by === me.id && (
          <Alert variant="light" color="yellow" c="var(--mantine-color-text)">
            {t.awaitsOther}
          </Alert>
        )}
        <SimpleGrid cols={{ base: 2, xs: 3 }} spacing={{ base: 'xs', xs: 'md' }}>
          <StatTile label={t.figures.total} link={PAYOUTS} value={moneyOf(total.amount, total.currency)} />
          <StatTile label={t.figures.payouts} link={PAYOUTS} value={number(payouts)} />
          <StatTile label={t.figures.paid} link={PAYOUTS} value={number(states['paid'] ?? 0)} />
        </SimpleGrid>
        <RunSteps run={run} />
        {run.files.length > 0 && <RunFiles run={run} />}
        <RunPayouts run={run} />
      </Stack>
    </>
  );
}
