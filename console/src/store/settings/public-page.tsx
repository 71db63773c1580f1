import { Anchor, Button, Skeleton, Stack, Switch, Text, Textarea } from '@mantine/core';
import type { paths } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { api, client } from '../../api.ts';
import { Failure, FailureAlert } from '../../components/failure.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useSettingsTexts } from './texts.ts';

type StorePage = paths['/v2/stores/{store}/public-page']['get']['responses']['200']['content']['application/json'];

/** Whether the store has a public page, and its text. */
export function PublicPage({ store }: { store: number }) {
  const t = useSettingsTexts().publicPage;
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/public-page', {
    params: { path: { store } },
  });
  return (
    <SectionCard id="public-page" title={t.title} hint={t.hint}>
      {error && <Failure error={error} onRetry={refetch} />}
      {data === undefined && !error && <Skeleton h={120} />}
      {data && <Form store={store} page={data} />}
    </SectionCard>
  );
}

function Form({ store, page }: { store: number; page: StorePage }) {
  const t = useSettingsTexts().publicPage;
  const [isPublic, setIsPublic] = useState(page.is_public);
  const [about, setAbout] = useState(page.about);
  const saving = useApiMutation(
    () =>
      client.PUT('/v2/stores/{store}/public-page', {
        params: { path: { store } },
        body: { is_public: isPublic, about },
      }),
    { done: t.saved },
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    saving.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" align="flex-start">
        <Switch label={t.show} checked={isPublic} onChange={({ currentTarget: { checked } }) => setIsPublic(checked)} />
        {isPublic && (
          <Textarea
            w="100%"
            label={t.about}
            maxLength={2_000}
            autosize
            minRows={3}
            value={about}
            onChange={({ currentTarget: { value } }) => setAbout(value)}
          />
        )}
        {page.is_shown && (
          <Anchor href={page.url} target="_blank" size="sm">
            {t.open}
          </Anchor>
        )}
        {page.is_public && !page.is_shown && <Text size="sm">{t.notYet}</Text>}
        <FailureAlert message={saving.failure} />
        <Button type="submit" loading={saving.isPending}>
          {t.save}
        </Button>
      </Stack>
    </form>
  );
}
