import { Alert, Card, Group, List, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { api } from '../../api.ts';
import { Failure } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useFormats } from '../../language/formats.ts';
import { ListLinks } from '../lists/list-links.tsx';
import type { System } from './system.ts';
import { useSystemTexts } from './texts.ts';
import { TroubledJobs } from './troubled-jobs.tsx';

const ASK_MS = 5_000;
/** Above this time for counting a click, statistics appear later than promised. */
const MAX_CLICK_LAG_MS = 250;
/** Share of the database's connection limit. */
const MANY_CONNECTIONS = 0.9;
const BYTES_IN_MB = 1_000_000;

/** Health of the server. */
export function SystemPage() {
  const t = useSystemTexts();
  const system = api.useQuery('get', '/v2/admin/system', {}, { refetchInterval: ASK_MS });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      {system.error && <Failure error={system.error} onRetry={system.refetch} />}
      {!system.error && system.data === undefined && <Skeleton h={320} />}
      {system.data && <KnownSystem system={system.data} />}
    </>
  );
}

function KnownSystem({ system }: { system: System }) {
  const t = useSystemTexts();
  const { number, relative } = useFormats();
  const { rows } = t;
  const { process, database, click_log: clicks, url_index: index, jobs } = system;
  const ms = (value: number) => t.milliseconds(number(value));
  const megabytes = (bytes: number) => t.bytes(number(Math.round(bytes / BYTES_IN_MB)));
  return (
    <Stack gap="lg">
      <Troubles system={system} />
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <Facts
          title={t.server}
          facts={[
            [rows.program, system.version],
            // In a sandbox, the process is that of the marketplace.
            ...(process === null
              ? []
              : ([
                  [rows.started, relative(process.started_at)],
                  [rows.node, process.node.replace(/^v/, '')],
                  [rows.memory, megabytes(process.memory_bytes)],
                  [rows.requests, number(process.requests)],
                  [rows.failed, number(process.failed_requests)],
                  [rows.average, ms(process.average_ms)],
                  [rows.lag, ms(process.lag_ms)],
                ] satisfies [string, string][])),
            [rows.zone, system.time_zone],
          ]}
        />
        <Facts
          title={t.database}
          facts={[
            ...(database.version === null ? [] : ([[rows.version, database.version]] satisfies [string, string][])),
            [rows.answers, ms(database.answers_in_ms)],
            [rows.size, megabytes(database.size_bytes)],
            [rows.connections, t.of(number(database.connections), number(database.most_connections))],
            [rows.migrations, number(database.migrations)],
          ]}
        />
        <Facts
          title={t.clicks}
          facts={
            clicks === null
              ? [[t.noClicks, '']]
              : [
                  [rows.recorded, number(clicks.recorded)],
                  [
                    rows.batch,
                    clicks.batches === 0 ? '–' : number(Math.round((10 * clicks.recorded) / clicks.batches) / 10),
                  ],
                  [rows.waiting, number(clicks.waiting)],
                  [rows.clickLag, ms(clicks.lag_ms)],
                  [rows.refused, number(clicks.refused)],
                ]
          }
        />
        <Stack gap="lg">
          <Facts title={t.index} facts={[[rows.stores, number(index.stores)]]} />
          <Facts
            title={t.jobs}
            facts={[
              [rows.jobsWaiting, number(jobs.waiting)],
              [rows.jobsFailed, number(jobs.failed)],
            ]}
          />
        </Stack>
      </SimpleGrid>
      <TroubledJobs jobs={jobs.troubled} />
      <SectionCard id="lists" title={t.lists}>
        <ListLinks />
      </SectionCard>
    </Stack>
  );
}

function Troubles({ system: { click_log: clicks, database, jobs } }: { system: System }) {
  const t = useSystemTexts();
  const { number } = useFormats();
  const troubles = [
    ...(clicks?.database_unavailable ? [t.trouble.unavailable] : []),
    ...(clicks && clicks.refused > 0 ? [t.trouble.refused(number(clicks.refused))] : []),
    ...(clicks && clicks.lag_ms > MAX_CLICK_LAG_MS ? [t.trouble.lag(number(clicks.lag_ms))] : []),
    ...(jobs.failed > 0 ? [t.trouble.jobs(number(jobs.failed))] : []),
    ...(database.connections > MANY_CONNECTIONS * database.most_connections ? [t.trouble.connections] : []),
  ];
  if (troubles.length === 0)
    return (
      <Alert variant="light" icon={<IconCircleCheck />} role="status">
        <Text fw={600}>{t.well}</Text>
      </Alert>
    );
  return (
    <Alert variant="light" color="red" icon={<IconAlertTriangle />} role="status" c="var(--mantine-color-text)">
      <Text fw={600}>{t.troubles}</Text>
      <List>
        {troubles.map((words) => (
          <List.Item key={words}>{words}</List.Item>
        ))}
      </List>
    </Alert>
  );
}

function Facts({ title, facts }: { title: string; facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <Card component="section" aria-label={title}>
      <SectionTitle mb="sm">{title}</SectionTitle>
      <Stack gap={6} component="dl" m={0}>
        {facts.map(([name, value]) => (
          <Group key={name} justify="space-between" wrap="nowrap" align="baseline">
            <Text size="sm" c="dimmed" component="dt">
              {name}
            </Text>
            <Text size="sm" fw={600} component="dd" m={0} ta="right">
              {value}
            </Text>
          </Group>
        ))}
      </Stack>
    </Card>
  );
}
