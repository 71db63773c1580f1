import { Checkbox, Group } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api.ts';
import { useApiMutation } from '../use-api-mutation.ts';
import { ReceiverForm } from './receiver-form.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { useWebhooksTexts } from './texts.ts';
import type { WebhookOwner } from './webhook-owner.ts';

/** Groups of events, which the receivers of all roles can subscribe to. */
const GROUPS = [
  ...(['*', 'order.*', 'participant.*', 'link.*', 'click.*'] as const),
  ...(['statement.*', 'invoice.*', 'payout.*', 'store.*', 'limit.*'] as const),
];
type EventGroup = (typeof GROUPS)[number];

/** Form for a new webhook, which shows its secret once. */
export function NewWebhook({ owner }: { owner: WebhookOwner }) {
  const t = useWebhooksTexts();
  const [url, setUrl] = useState('');
  const [events, setEvents] = useState<EventGroup[]>(['order.*']);
  const make = useApiMutation(
    async () => (await client.POST('/v2/webhooks', { body: { url: url.trim(), events, ...owner } })).data!.secret,
    { onDone: () => setUrl('') },
  );
  return (
    <ReceiverForm
      id="new-webhook"
      title={t.add}
      label={t.url}
      hint={t.urlHint}
      url={url}
      onUrl={setUrl}
      make={make}
      action={t.make}
      isReady={events.length > 0}
      result={make.data !== undefined && <ShownSecret secret={make.data} words={t.made} />}
    >
      <Checkbox.Group label={t.events} value={events} onChange={(chosen) => setEvents(chosen as EventGroup[])}>
        <Group gap="md" mt="xs">
          {GROUPS.map((group) => (
            <Checkbox key={group} value={group} label={t.groups[group]} />
          ))}
        </Group>
      </Checkbox.Group>
    </ReceiverForm>
  );
}
