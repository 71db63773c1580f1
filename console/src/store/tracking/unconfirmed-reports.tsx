import { Button, Card, Group, List, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { Note } from '../../components/note.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { SectionTitle } from '../../components/section-title.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useTrackingTexts } from './texts.ts';

type Hour =
  paths['/v2/stores/{store}/unconfirmed-reports']['get']['responses']['200']['content']['application/json']['data'][number];

/** A decision about the reports of an hour. */
interface Choice {
  hour: string;
  decision: 'record' | 'discard' | 'deny_orders';
  /** The number of reports or orders that it is about. */
  count: number;
  attributed?: boolean;
}

/** Unsigned reports that were kept because there were too many of them, and decisions about them by the hour. Renders nothing without any. */
export function UnconfirmedReports({ store }: { store: number }) {
  const t = useTrackingTexts().unconfirmed;
  const { number } = useFormats();
  const [choice, setChoice] = useState<Choice | null>(null);
  const params = { path: { store } };
  const { data } = api.useQuery('get', '/v2/stores/{store}/unconfirmed-reports', { params });
  if (data === undefined || data.data.length === 0) return null;
  const { kept, capacity, kept_days: days, today } = data;
  return (
    <Card component="section" aria-labelledby="unconfirmed-reports">
      <SectionTitle id="unconfirmed-reports">{t.title}</SectionTitle>
      <Text size="sm">{t.hint(number(today.limit), days)}</Text>
      <Note>{t.full(number(kept), number(capacity))}</Note>
      {today.dropped > 0 && <Note>{t.dropped(number(today.dropped))}</Note>}
      <List size="sm" mt="sm" listStyleType="none" spacing="sm">
        {data.data.map((hour) => (
          <HourItem key={hour.hour} hour={hour} onChoose={setChoice} />
        ))}
      </List>
      <Question store={store} choice={choice} onClose={() => setChoice(null)} />
    </Card>
  );
}

function HourItem({ hour: one, onChoose }: { hour: Hour; onChoose: (choice: Choice) => void }) {
  const t = useTrackingTexts().unconfirmed;
  const { time, number } = useFormats();
  const may = useMay('manage');
  const { hour, reports, attributed, orders, refused } = one;
  const unattributed = reports - attributed;
  const choices: [string, Choice][] = [
    [t.record, { hour, decision: 'record', count: reports }],
    [t.discard, { hour, decision: 'discard', count: reports }],
    [t.discardUnattributed, { hour, decision: 'discard', count: unattributed, attributed: false }],
    [t.deny, { hour, decision: 'deny_orders', count: orders }],
  ];
  // Without reports of creators, discarding those of nobody is discarding all.
  const offered = choices.filter(
    ([, { count, attributed: only }]) => count > 0 && (only === undefined || attributed > 0),
  );
  return (
    <List.Item>
      <Text size="sm">
        {t.hour({ hour: time(hour), reports: number(reports), attributed: number(attributed), orders: number(orders) })}
      </Text>
      {refused.length > 0 && (
        <List size="sm" aria-label={t.cannotBeRecorded}>
          {refused.map(({ id, order_id: order, message }) => (
            <List.Item key={id}>{t.refusedReport(order, message)}</List.Item>
          ))}
        </List>
      )}
      {may && (
        <Group gap="xs" mt={4}>
          {offered.map(([label, choice]) => (
            <Button
              key={label}
              size="compact-sm"
              variant="default"
              aria-label={t.labelOf(label, time(hour))}
              onClick={() => onChoose(choice)}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </List.Item>
  );
}

function Question({ store, choice, onClose }: { store: number; choice: Choice | null; onClose: () => void }) {
  const t = useTrackingTexts().unconfirmed;
  const { number } = useFormats();
  const deciding = useApiMutation(
    async ({ count: _, ...body }: Choice) => {
      // One request decides about a part of a full hour.
      let changed = 0;
      let kept = 0;
      for (;;) {
        const reply = await client.POST('/v2/stores/{store}/unconfirmed-reports/decisions', {
          params: { path: { store } },
          body,
        });
        changed += reply.data!.changed;
        const { remaining, refused } = reply.data!;
        kept += refused.length;
        if (remaining === 0 || reply.data!.changed + refused.length === 0) return { changed, kept };
      }
    },
    {
      done: ({ changed, kept }) => (kept === 0 ? t.done(number(changed)) : t.partlyDone(number(changed), number(kept))),
      onDone: onClose,
    },
  );
  const decision = choice?.decision ?? 'record';
  const labels = { record: t.record, discard: t.discard, deny_orders: t.deny };
  return (
    <ConfirmDialog
      title={t.questions[decision](number(choice?.count ?? 0))}
      text={t.texts[decision]}
      action={labels[decision]}
      isHarmful={decision !== 'record'}
      keep={t.keep}
      opened={choice !== null}
      mutation={{ ...deciding, mutate: () => choice && deciding.mutate(choice) }}
      onClose={onClose}
    />
  );
}
