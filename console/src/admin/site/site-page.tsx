import { Anchor, Button, ColorInput, Group, Skeleton, Stack, Textarea, TextInput } from '@mantine/core';
import { ApiError, type paths } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { api, client } from '../../api.ts';
import { Failure, FailureAlert } from '../../components/failure.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { SiteLogo } from './site-logo.tsx';
import { useSiteTexts } from './texts.ts';

type Settings = paths['/v2/admin/site-settings']['get']['responses']['200']['content']['application/json'];

/** Name, colours and texts of the public pages. */
export function SitePage() {
  const t = useSiteTexts();
  const { data, error, refetch } = api.useQuery('get', '/v2/admin/site-settings');
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={320} />}
      {data && (
        <Stack gap="lg" maw={760}>
          <SiteLogo address={data.logo_url} />
          <SiteForm settings={data} />
        </Stack>
      )}
    </>
  );
}

const TEXTS = ['terms', 'privacy', 'imprint'] as const;

function SiteForm({ settings }: { settings: Settings }) {
  const t = useSiteTexts();
  const { logo_url: _, ...first } = settings;
  const [draft, setDraft] = useState(first);
  const save = useApiMutation(async () => (await client.PATCH('/v2/admin/site-settings', { body: draft })).data!, {
    done: t.saved,
  });
  const fields = save.error instanceof ApiError ? save.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  const text = (name: keyof typeof draft) => ({
    value: draft[name],
    error: fields[name]?.join(' '),
    onChange: ({ currentTarget: { value } }: { currentTarget: HTMLInputElement | HTMLTextAreaElement }) =>
      setDraft({ ...draft, [name]: value }),
  });
  return (
    <form onSubmit={submit}>
      <Stack gap="lg">
        <FailureAlert message={save.failure} />
        <SectionCard id="look" title={t.look}>
          <Stack gap="md">
            <TextInput label={t.name} required maxLength={64} {...text('name')} />
            <ColorInput
              label={t.accent}
              description={t.accentHint}
              withPicker={false}
              withEyeDropper={false}
              required
              value={draft.accent}
              error={fields.accent?.join(' ')}
              onChange={(accent) => setDraft({ ...draft, accent: accent.toLowerCase() })}
            />
            <Textarea
              label={t.introduction}
              description={t.introductionHint}
              maxLength={500}
              autosize
              minRows={2}
              {...text('introduction')}
            />
          </Stack>
        </SectionCard>
        <SectionCard id="texts" title={t.texts} hint={t.textsHint}>
          <Stack gap="md">
            {TEXTS.map((name) => (
              <Textarea
                key={name}
                label={t[name]}
                maxLength={50_000}
                autosize
                minRows={4}
                maxRows={16}
                {...text(name)}
              />
            ))}
          </Stack>
        </SectionCard>
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t.save}
          </Button>
          {/* The administrator has a session, which the front page itself redirects. */}
          <Anchor href="/for-creators" target="_blank" size="sm">
            {t.show}
          </Anchor>
        </Group>
      </Stack>
    </form>
  );
}
