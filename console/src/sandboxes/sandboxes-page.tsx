import { Skeleton, Stack } from '@mantine/core';
import { MAX_PAGE_SIZE } from '../../../src/platform/page-size.ts';
import { api } from '../api.ts';
import { EmptyState } from '../components/empty-state.tsx';
import { Failure } from '../components/failure.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { NewSandbox } from './new-sandbox.tsx';
import { SandboxEntry } from './sandbox-entry.tsx';
import { useSandboxTexts } from './texts.ts';

const REFRESH_MS = 1_000;

/** The reader's sandboxes: a new one, and clock, traffic, inbox and events of each. */
export function SandboxesPage() {
  const t = useSandboxTexts();
  const { data, error, refetch } = api.useQuery(
    'get',
    '/v2/sandboxes',
    { params: { query: { size: MAX_PAGE_SIZE } } },
    // While a clock is advancing, its progress is shown.
    { refetchInterval: ({ state }) => (state.data?.data.every((one) => one.state === 'ready') ? false : REFRESH_MS) },
  );
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="lg">
        <NewSandbox />
        {error && <Failure error={error} onRetry={refetch} />}
        {!error && data === undefined && <Skeleton h={120} />}
        {data?.data.length === 0 && (
          <SectionCard id="sandboxes" title={t.list}>
            <EmptyState {...t.none} />
          </SectionCard>
        )}
        {data?.data.map((sandbox) => (
          <SandboxEntry key={sandbox.id} sandbox={sandbox} />
        ))}
      </Stack>
    </>
  );
}
