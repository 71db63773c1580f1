import { Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { MAX_PAGE_SIZE } from '../../../../src/platform/page-size.ts';
import { api, client } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { useMe } from '../../session/use-me.ts';
import { MessageForm } from '../conversation/message-form.tsx';
import { Failure } from '../failure.tsx';
import { Note } from '../note.tsx';
import { ReasonDialog } from '../reason-dialog.tsx';
import { SectionTitle } from '../section-title.tsx';
import { StateBadge } from '../state-badge.tsx';
import { useAppealTexts } from './texts.ts';

type Page = paths['/v2/appeals']['get']['responses']['200']['content']['application/json'];
type OneAppeal = Page['data'][number];

const TONES = { open: 'warning', upheld: 'good', dismissed: 'neutral' } as const;
/** An appeal is short; the API returns the oldest entries first. */

interface AppealProps {
  kind: OneAppeal['kind'];
  /** The id of the voided, denied or declined record. */
  subject: string;
  /** Whether the record was voided, denied or declined; only then can an appeal be opened. */
  isDeclined: boolean;
}

/** The latest appeal about a record with its conversation, or the form that opens one. */
export function Appeal({ kind, subject, isDeclined }: AppealProps) {
  const t = useAppealTexts();
  const me = useMe();
  const { data, error, refetch } = api.useQuery('get', '/v2/appeals', {
    params: { query: { kind, subject, size: 1 } },
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  const appeal = data?.data[0];
  // Appeals are of those who would have been paid; the store has decided itself.
  const mayOpen = isDeclined && (me.roles.includes('creator') || me.clients.length > 0);
  if (data === undefined || (appeal === undefined && !mayOpen)) return null;
  return (
    <Card component="section" aria-labelledby="appeal">
      <Group gap="sm" mb={4}>
        <SectionTitle id="appeal">{t.title}</SectionTitle>
        {appeal && <StateBadge tone={TONES[appeal.state]}>{t.states[appeal.state]}</StateBadge>}
      </Group>
      <Note mb="md">{t.hint}</Note>
      {appeal === undefined ? <Open kind={kind} subject={subject} /> : <Talk appeal={appeal} />}
    </Card>
  );
}

function Open({ kind, subject }: Pick<AppealProps, 'kind' | 'subject'>) {
  const t = useAppealTexts();
  return (
    <MessageForm
      key={subject}
      name={`appeal:${kind}:${subject}`}
      label={t.reason}
      action={t.open}
      send={(reason) => client.POST('/v2/appeals', { body: { kind, subject, reason } })}
      done={t.opened}
    />
  );
}

function Talk({ appeal }: { appeal: OneAppeal }) {
  const t = useAppealTexts();
  const me = useMe();
  const { time } = useFormats();
  const path = { appeal: appeal.id };
  const { data, error, refetch } = api.useQuery('get', '/v2/appeals/{appeal}/activities', {
    params: { path, query: { size: MAX_PAGE_SIZE } },
  });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={80} />;
  return (
    <Stack gap="md">
      <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
        {data.data.map((entry) => (
          <li key={`${entry.created_at} ${entry.comment_id ?? entry.type}`}>
            <Text size="sm">
              <b>{entry.actor_id === me.id ? t.you : (entry.actor_display_name ?? t.system)}</b>{' '}
              <Text span size="xs" c="dimmed">
                {time(entry.created_at)}
              </Text>
            </Text>
            <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
              {entry.type === 'STATUS_CHANGE'
                ? t.moved(t.states[entry.new_status as OneAppeal['state']] ?? '')
                : (entry.comment_text ?? '')}
            </Text>
          </li>
        ))}
      </Stack>
      {appeal.state === 'open' && (
        <MessageForm
          key={appeal.id}
          name={`appeal-comment:${appeal.id}`}
          label={t.say}
          action={t.send}
          send={(comment) => client.POST('/v2/appeals/{appeal}/comments', { params: { path }, body: { comment } })}
        />
      )}
      {appeal.state === 'open' && me.roles.includes('admin') && <Close appeal={appeal} />}
    </Stack>
  );
}

function Close({ appeal }: { appeal: OneAppeal }) {
  const t = useAppealTexts();
  const [outcome, setOutcome] = useState<'upheld' | 'dismissed' | null>(null);
  return (
    <Group gap="xs">
      <Button variant="default" size="sm" onClick={() => setOutcome('upheld')}>
        {t.uphold}
      </Button>
      <Button variant="default" size="sm" onClick={() => setOutcome('dismissed')}>
        {t.dismiss}
      </Button>
      <ReasonDialog
        title={t.close}
        text={t.closeWords}
        hint={t.closeHint}
        action={outcome === 'upheld' ? t.uphold : t.dismiss}
        name={`close-appeal:${appeal.id}`}
        opened={outcome !== null}
        send={({ reason }) =>
          client.POST('/v2/appeals/{appeal}/close', {
            params: { path: { appeal: appeal.id } },
            body: { outcome: outcome ?? 'dismissed', reason },
          })
        }
        done={t.closed}
        onClose={() => setOutcome(null)}
      />
    </Group>
  );
}
