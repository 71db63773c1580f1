import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import type { paths } from '@tributary/client';
import { api, client, ifMatch } from '../api.ts';
import { Form } from '../components/form.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useCommonTexts } from '../components/texts.ts';
import { useForm } from '../components/use-form.ts';
import { useInboxTexts } from './texts.ts';

type Settings = paths['/v2/me/notification-settings']['get']['responses']['200']['content']['application/json'];

const SETTINGS = '/v2/me/notification-settings';
const KINDS = ['campaigns', 'messages', 'orders', 'statements', 'payments', 'limits', 'service', 'security'] as const;
const LANGUAGES = ['en', 'sv', 'de'] as const;

/** The kinds of notifications that are mailed, and their language. */
export function NotificationSettings() {
  const { data, refetch } = api.useQuery('get', SETTINGS);
  if (data === undefined) return null;
  return <SettingsForm settings={data} reread={async () => (await refetch({ throwOnError: true })).data!} />;
}

const valuesOf = ({ mail, ...settings }: Settings) => ({
  ...settings,
  kinds: KINDS.filter((kind) => mail[kind]) as string[],
});

function SettingsForm({ settings, reread }: { settings: Settings; reread: () => Promise<Settings> }) {
  const t = useInboxTexts().settings;
  const { yes, no } = useCommonTexts().conflict;
  const form = useForm(valuesOf(settings), {
    send: ({ kinds: mailed, ...body }) =>
      client.PUT(SETTINGS, {
        body: { ...body, mail: Object.fromEntries(KINDS.map((kind) => [kind, mailed.includes(kind)])) },
        headers: ifMatch(SETTINGS),
      }),
    record: {
      reread: async () => valuesOf(await reread()),
      labels: { kinds: t.title, weekly_digest: t.digest, language: t.language },
      show: (value, field) => {
        if (typeof value === 'boolean') return value ? yes : no;
        if (field === 'language') return t.languages[value as Settings['language']];
        return (value as (typeof KINDS)[number][]).map((kind) => t.kinds[kind]).join(', ');
      },
    },
    done: t.saved,
    name: 'notification-settings',
  });
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
