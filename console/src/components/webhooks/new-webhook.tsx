import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../../api.ts';
import { FailureText } from '../failure.tsx';
import { SectionCard } from '../section-card.tsx';
import { useApiMutation } from '../use-api-mutation.ts';
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
  const refused = make.error instanceof ApiError ? make.error.fields.url?.join(' ') : undefined;
  const isReady = url.trim() !== '' && events.length > 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isReady) make.mutate();
  };
  return (
    <SectionCard id="new-webhook" title={t.add}>
      <form onSubmit={submit} noValidate>
        <Stack gap="md" align="flex-start">
          <TextInput
            type="url"
            label={t.url}
            description={t.urlHint}
            value={url}
            maxLength={2048}
            w="100%"
            maw={560}
            error={refused}
            onChange={({ currentTarget }) => setUrl(currentTarget.value)}
          />
          <Checkbox.Group label={t.events} value={events} onChange={(chosen) => setEvents(chosen as EventGroup[])}>
            <Group gap="md" mt="xs">
              {GROUPS.map((group) => (
                <Checkbox key={group} value={group} label={t.groups[group]} />
              ))}
            </Group>
          </Checkbox.Group>
          {refused === undefined && <FailureText message={make.failure} />}
          <Button type="submit" disabled={!isReady} loading={make.isPending}>
            {t.make}
          </Button>
          {make.data !== undefined && <ShownSecret secret={make.data} words={t.made} />}
        </Stack>
      </form>
    </SectionCard>
  );
}
