import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client } from '../api.ts';
import { FailureAlert } from '../components/failure.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useInboxTexts } from './texts.ts';

type Settings = paths['/v2/me/notification-settings']['get']['responses']['200']['content']['application/json'];

const KINDS = ['campaigns', 'orders', 'statements', 'payments', 'limits', 'service', 'security'] as const;
const LANGUAGES = ['en', 'sv', 'de'] as const;

/** The kinds of notifications that are mailed, and their language. */
export function NotificationSettings() {
  const { data } = api.useQuery('get', '/v2/me/notification-settings');
  return data === undefined ? null : <Form key={JSON.stringify(data)} settings={data} />;
}

function Form({ settings }: { settings: Settings }) {
  const t = useInboxTexts().settings;
  const [draft, setDraft] = useState(settings);
  const save = useApiMutation(async (body: Settings) => await client.PUT('/v2/me/notification-settings', { body }), {
    done: t.saved,
  });
  return (
    <SectionCard id="notification-settings" title={t.title} hint={t.hint} maw={640}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(draft);
        }}
      >
        <Stack gap="sm" align="flex-start">
          {KINDS.map((kind) => (
            <Checkbox
              key={kind}
              label={t.kinds[kind]}
              checked={draft.mail[kind]}
              disabled={kind === 'security'}
              onChange={(event) => setDraft({ ...draft, mail: { ...draft.mail, [kind]: event.currentTarget.checked } })}
            />
          ))}
          <Checkbox
            label={t.digest}
            checked={draft.weekly_digest}
            onChange={(event) => setDraft({ ...draft, weekly_digest: event.currentTarget.checked })}
          />
          <NativeSelect
            label={t.language}
            data={LANGUAGES.map((value) => ({ value, label: t.languages[value] }))}
            value={draft.language}
            onChange={(event) => setDraft({ ...draft, language: event.currentTarget.value as Settings['language'] })}
          />
          <FailureAlert message={save.failure} />
          <Button type="submit" loading={save.isPending}>
            {t.save}
          </Button>
        </Stack>
      </form>
    </SectionCard>
  );
}
