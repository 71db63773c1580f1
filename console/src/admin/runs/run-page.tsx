import { Alert, SimpleGrid, Stack } from '@mantine/core';
import { type LinkProps, useParams } from '@tanstack/react-router';
import { api } from '../../api.ts';
import { PageHeader } from '../../components/page-header.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { StatTile } from '../../components/stat-tile.tsx';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
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
  const run = api.useQuery('get', '/v2/payout-runs/{payout_run}', { params: { path: { payout_run: id } } });
  const { day } = useFormats();
  const { data } = run;
  return (
    <>
      <PageHeader
        above={{ label: t.title, link: { to: '/console/admin/runs' } }}
        title={t.single}
        hint={t.singleHint}
        name={t.one(id)}
        facts={data && `${data.currency}, ${t.cutOff(day(data.cut_off))}`}
      >
        {data && (
          <>
            <RunState run={data} />
            <RunActions run={data} />
          </>
        )}
      </PageHeader>
      <QueryResult query={run}>{(known) => <KnownRun key={id} run={known} />}</QueryResult>
    </>
  );
}

/** The list of payouts on this page. */
const PAYOUTS: LinkProps = { to: '.', hash: PAYOUTS_ID };

function KnownRun({ run }: { run: Run }) {
  const t = useRunsTexts();
  const me = useMe();
  const { moneyOf, number } = useFormats();
  const { total, payouts, states } = run;
  return (
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
  );
}
