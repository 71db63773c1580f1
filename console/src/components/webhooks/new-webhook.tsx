import { Checkbox, Group } from '@mantine/core';
import { client } from '../../api.ts';
import { useForm } from '../use-form.ts';
import { ReceiverForm } from './receiver-form.tsx';
import { ShownSecret } from './shown-secret.tsx';
import { useWebhooksTexts } from './texts.ts';
import { nameOf, type WebhookOwner } from './webhook-owner.ts';

/** Groups of events, which the receivers of all roles can subscribe to. */
const GROUPS = [
  ...(['*', 'order.*', 'participant.*', 'link.*', 'click.*'] as const),
  ...(['statement.*', 'invoice.*', 'payout.*', 'store.*', 'limit.*'] as const),
];
type EventGroup = (typeof GROUPS)[number];

/** Form for a new webhook, which shows its secret once. */
export function NewWebhook({ owner }: { owner: WebhookOwner }) {
  const t = useWebhooksTexts();
  const form = useForm(
    { url: '', events: ['order.*'] as string[] },
    {
      name: `new-webhook:${nameOf(owner)}`,
      send: async ({ url, events }) => {
        const body = { url: url.trim(), events: events as EventGroup[], ...owner };
        return (await client.POST('/v2/webhooks', { body })).data!.secret;
      },
    },
  );
  return (
    <ReceiverForm
      id="new-webhook"
      title={t.add}
      label={t.url}
      hint={t.urlHint}
      form={form}
      action={t.make}
      result={form.data !== undefined && <ShownSecret secret={form.data} words={t.made} />}
    >
      <Checkbox.Group label={t.events} {...form.value('events')}>
        <Group gap="md" mt="xs">
          {GROUPS.map((group) => (
            <Checkbox key={group} value={group} label={t.groups[group]} />
          ))}
        </Group>
      </Checkbox.Group>
    </ReceiverForm>
  );
}
