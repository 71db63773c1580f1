import { Button, Group, Stack, Text } from '@mantine/core';
import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import { api, client } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { Failure, FailureText } from '../failure.tsx';
import { NamedState } from '../named-state.tsx';
import { Note } from '../note.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
import type { ReportOwner, Schedule } from './report-view.ts';
import { useReportsTexts } from './texts.ts';

/** The scheduled reports of a store, an agency or a creator. */
export function ScheduleList({ owner }: { owner: ReportOwner }) {
  const t = useReportsTexts();
  const { data, error, refetch } = api.useQuery('get', '/v2/report-schedules', {
    params: { query: { ...owner, size: MAX_PAGE_SIZE } },
  });
  return (
    <Stack gap="sm" role="group" aria-label={t.list}>
      <Text fw={600}>{t.list}</Text>
      {error && <Failure error={error} onRetry={refetch} />}
      {data?.data.length === 0 && <Note>{t.none}</Note>}
      {data?.data.map((schedule) => (
        <Entry key={schedule.id} schedule={schedule} />
      ))}
    </Stack>
  );
}

function Entry({ schedule }: { schedule: Schedule }) {
  const t = useReportsTexts();
  const { time } = useFormats();
  const { id, name, list, every, format, recipients, status, next_at: next, sent_at: sent } = schedule;
  const path = { schedule: id };
  const isActive = status === 'active';
  const change = useApiMutation(
    () =>
      client.PATCH('/v2/report-schedules/{schedule}', {
        params: { path },
        body: { status: isActive ? 'paused' : 'active' },
      }),
    { done: t.saved },
  );
  const button = { size: 'compact-sm', variant: 'subtle' } as const;
  return (
    <div>
      <Group justify="space-between" gap="sm">
        <div>
          <NamedState name={name} tone={isActive ? 'good' : 'warning'}>
            {t[status]}
          </NamedState>
          <Note size="xs">{[t.lists[list], t.rhythms[every], format.toUpperCase()].join(' · ')}</Note>
          <Note size="xs">{t.to(recipients.map((person) => person.public_name).join(', '))}</Note>
          {next !== null && <Note size="xs">{t.next(time(next))}</Note>}
          {sent !== null && <Note size="xs">{t.sent(time(sent))}</Note>}
        </div>
        <Group gap="xs">
          <Button
            {...button}
            aria-label={isActive ? t.pauseLabel(name) : t.resumeLabel(name)}
            loading={change.isPending}
            onClick={() => change.mutate()}
          >
            {isActive ? t.pause : t.resume}
          </Button>
          <ConfirmButton
            button={{ ...button, color: 'red', 'aria-label': t.removeLabel(name) }}
            title={t.removeTitle}
            text={t.removeWords}
            action={t.remove}
            act={() => client.DELETE('/v2/report-schedules/{schedule}', { params: { path } })}
            done={t.removed}
          />
        </Group>
      </Group>
      <FailureText message={change.failure} size="xs" />
    </div>
  );
}
