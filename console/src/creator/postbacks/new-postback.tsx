import { NativeSelect, PasswordInput, Stack, Textarea } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { Form } from '../../components/form.tsx';
import { LimitedArea } from '../../components/limited-area.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { Note } from '../../components/note.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useForm } from '../../components/use-form.ts';
import { nameOf, type WebhookOwner } from '../../components/webhooks/webhook-owner.ts';
import { usePostbackTexts } from './texts.ts';

type Preset = paths['/v2/postback-presets']['get']['responses']['200']['content']['application/json']['data'][number];

const EXAMPLE = 'https://network.example/postback?click={sub1}&payout={payout}&status={order_status}';
const SECRET = /\{secret\.([a-z][a-z0-9_]*)\}/g;
const EMPTY = { url: '', content_type: 'none', headers: '', body: '' };

/** Form for a new postback: a URL, or a request with a body that is written or begins with a template for another service. */
export function NewPostback({ owner }: { owner: WebhookOwner }) {
  const t = usePostbackTexts();
  const [chosen, setChosen] = useState('');
  const presets = api.useQuery('get', '/v2/postback-presets').data?.data ?? [];
  const preset = presets.find(({ id }) => id === chosen);
  return (
    <SectionCard id="new-postback" title={t.add}>
      <Stack gap="md">
        <NativeSelect
          label={t.preset}
          description={t.presetHint}
          maw={560}
          value={chosen}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
          data={[{ value: '', label: t.ownRequest }, ...presets.map(({ id, name }) => ({ value: id, label: name }))]}
        />
        {preset && <Note>{t.subHint}</Note>}
        <PostbackForm key={chosen} owner={owner} preset={preset} />
      </Stack>
    </SectionCard>
  );
}

function PostbackForm({ owner, preset }: { owner: WebhookOwner; preset: Preset | undefined }) {
  const t = usePostbackTexts();
  const form = useForm(preset === undefined ? { ...EMPTY, secrets: NO_SECRETS } : valuesOf(preset), {
    // Secrets are not kept in the browser.
    ...(preset === undefined && { name: `new-postback:${nameOf(owner)}` }),
    send: ({ url, content_type: type, headers, body, secrets }) =>
      client.POST('/v2/postbacks', {
        body: {
          url: url.trim(),
          headers: headersOf(headers),
          ...(type !== 'none' && { method: 'POST', content_type: type === 'form' ? 'form' : 'json', body }),
          secrets: Object.fromEntries(secretsIn({ url, headers, body }).map((one) => [one, secrets[one] ?? ''])),
          // The services count each order once.
          ...(preset && { events: ['order.created' as const] }),
          ...owner,
        },
      }),
    done: t.made,
  });
  const { draft } = form;
  const enter = (name: string, value: string) => form.set('secrets', { ...draft.secrets, [name]: value });
  return (
    <Form of={form} action={t.make}>
      <LimitedInput
        type="url"
        label={t.url}
        description={t.urlHint}
        placeholder={EXAMPLE}
        required
        max={2048}
        maw={560}
        {...form.text('url')}
      />
      <NativeSelect
        label={t.content}
        maw={560}
        data={(['none', 'json', 'form'] as const).map((value) => ({ value, label: t.contents[value] }))}
        {...form.text('content_type')}
      />
      {draft.content_type !== 'none' && (
        <LimitedArea
          label={t.body}
          description={t.bodyHint}
          required
          autosize
          minRows={4}
          maxRows={20}
          max={20_000}
          styles={{ input: { fontFamily: 'monospace' } }}
          {...form.text('body')}
        />
      )}
      <Textarea
        label={t.headers}
        description={t.headersHint}
        autosize
        minRows={1}
        maxRows={10}
        maw={560}
        {...form.text('headers')}
      />
      {secretsIn(draft).map((name) => (
        <PasswordInput
          key={name}
          label={t.secret(name)}
          description={t.secretHint}
          required
          autoComplete="off"
          maxLength={2_000}
          maw={560}
          value={draft.secrets[name] ?? ''}
          onChange={({ currentTarget }) => enter(name, currentTarget.value)}
          {...form.entry(`secrets.${name}`)}
        />
      ))}
    </Form>
  );
}

const NO_SECRETS: Record<string, string> = {};

const valuesOf = ({ url, content_type: type, headers, body }: Preset) => ({
  url,
  content_type: type ?? 'none',
  headers: Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n'),
  body: body ?? '',
  secrets: NO_SECRETS,
});

/** The names of the values that the templates require. */
const secretsIn = ({ url, headers, body }: { url: string; headers: string; body: string }): string[] => [
  ...new Set([...`${url}\n${headers}\n${body}`.matchAll(SECRET)].map(([, name]) => name!)),
];

/** Headers from lines of the form `Name: value`. */
function headersOf(lines: string): Record<string, string> {
  const entries = lines
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [name = '', ...rest] = line.split(':');
      return [name.trim(), rest.join(':').trim()];
    });
  return Object.fromEntries(entries);
}
