import { Alert, Button, Card, Checkbox, NativeSelect, Stack, Text, Title } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client } from '../api.ts';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useInboxTexts } from './texts.ts';

type Settings = paths['/v2/me/notification-settings']['get']['responses']['200']['content']['application/json'];

const KINDS = ['campaigns', 'orders', 'statements', 'payments', 'limits', 'service', 'security'] as const;
const LANGUAGES = ['en', 'sv', 'de'] as const;

/** Which notifications are e-mailed, and in which language. */
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
    <Card component="section" aria-labelledby="notification-settings" maw={640}>
      <Title order={2} size="h4" id="notification-settings">
        {t.title}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t.hint}
      </Text>
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
          {save.failure !== null && (
            <Alert color="red" variant="light" role="alert">
              {save.failure}
            </Alert>
          )}
          <Button type="submit" loading={save.isPending}>
            {t.save}
          </Button>
        </Stack>
      </form>
    </Card>
  );
}
