import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api, client } from '../api.ts';
import { Form } from '../components/form.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useForm } from '../components/use-form.ts';
import { useInboxTexts } from './texts.ts';

type Settings = paths['/v2/me/notification-settings']['get']['responses']['200']['content']['application/json'];

const KINDS = ['campaigns', 'orders', 'statements', 'payments', 'limits', 'service', 'security'] as const;
const LANGUAGES = ['en', 'sv', 'de'] as const;

/** The kinds of notifications that are mailed, and their language. */
export function NotificationSettings() {
  const { data } = api.useQuery('get', '/v2/me/notification-settings');
  return data === undefined ? null : <SettingsForm settings={data} />;
}

function SettingsForm({ settings: { mail, ...settings } }: { settings: Settings }) {
  const t = useInboxTexts().settings;
  const kinds = KINDS.filter((kind) => mail[kind]);
  const form = useForm(
    { ...settings, kinds: kinds as string[] },
    {
      send: ({ kinds: mailed, ...body }) =>
        client.PUT('/v2/me/notification-settings', {
          body: { ...body, mail: Object.fromEntries(KINDS.map((kind) => [kind, mailed.includes(kind)])) },
        }),
      done: t.saved,
      name: 'notification-settings',
    },
  );
  return (
    <SectionCard id="notification-settings" title={t.title} hint={t.hint} maw={640}>
      <Form of={form} action={t.save}>
        <Checkbox.Group {...form.value('kinds', 'mail')}>
          <Stack gap="sm">
            {KINDS.map((kind) => (
              <Checkbox key={kind} value={kind} label={t.kinds[kind]} disabled={kind === 'security'} />
            ))}
          </Stack>
        </Checkbox.Group>
        <Checkbox label={t.digest} {...form.flag('weekly_digest')} />
        <NativeSelect
          label={t.language}
          data={LANGUAGES.map((value) => ({ value, label: t.languages[value] }))}
          {...form.text('language')}
        />
      </Form>
    </SectionCard>
  );
}
