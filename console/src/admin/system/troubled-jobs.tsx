import { Text } from '@mantine/core';
import { DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/section-card.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useFormats } from '../../language/formats.ts';
import type { System } from './system.ts';
import { useSystemTexts } from './texts.ts';

/** Background jobs with failed attempts. */
export function TroubledJobs({ jobs }: { jobs: System['jobs']['troubled'] }) {
  const t = useSystemTexts();
  const { relative } = useFormats();
  if (jobs.length === 0) return null;
  return (
    <Section id="troubled" title={t.jobs}>
      <DataTable
        label={t.jobs}
        columns={[
          { key: 'kind', label: t.jobColumns.kind, value: ({ kind }) => kind, cell: ({ kind }) => <code>{kind}</code> },
          {
            key: 'state',
            label: t.jobColumns.state,
            value: ({ state }) => t.jobStates[state],
            cell: ({ state }) => (
              <StateBadge tone={state === 'failed' ? 'bad' : 'warning'}>{t.jobStates[state]}</StateBadge>
            ),
          },
          {
            key: 'attempts',
            label: t.jobColumns.attempts,
            numeric: true,
            wideOnly: true,
            value: ({ attempts }) => attempts,
            cell: ({ attempts, most_attempts: most }) => t.of(String(attempts), String(most)),
          },
          {
            key: 'next',
            label: t.jobColumns.next,
            wideOnly: true,
            value: ({ state, next_at: at }) => (state === 'failed' ? null : at),
            cell: ({ state, next_at: at }) => (state === 'failed' ? '–' : relative(at)),
          },
          {
            key: 'error',
            label: t.jobColumns.error,
            value: ({ last_error: error }) => error,
            cell: ({ last_error: error }) => (
              <Text size="sm" lineClamp={3}>
                {error}
              </Text>
            ),
          },
        ]}
        rows={jobs}
        keyOf={({ id }) => id}
        empty={t.noJobs}
      />
    </Section>
  );
}
