import { Button, FileButton, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import type { Feed } from './feed.ts';
import { useFeedTexts } from './texts.ts';

type Draft = Pick<Feed, 'format' | 'schedule'> & { url: string };

/** Address, format and schedule of a feed, and the ways to start a run. */
export function FeedForm({ store, feed }: { store: number; feed: Feed | null }) {
  const { form: t } = useFeedTexts();
  const { number, relative } = useFormats();
  const [draft, setDraft] = useState<Draft>({
    url: feed?.url ?? '',
    format: feed?.format ?? 'xml',
    schedule: feed === null || feed.url === null ? 'daily' : feed.schedule,
  });
  const save = useApiMutation(
    () => client.PUT('/v2/stores/{store}/product-feed', { params: { path: { store } }, body: draft }),
    { done: t.saved },
  );
  const faults = save.error instanceof ApiError ? save.error.fields : {};
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <SectionCard id="feed" title={t.title} hint={t.hint}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t.url}
            placeholder={t.placeholder}
            inputMode="url"
            required
            maxLength={2048}
            value={draft.url}
            error={faults['url']?.join(' ')}
            onChange={({ currentTarget: { value } }) => setDraft({ ...draft, url: value })}
          />
          <Group gap="sm" align="flex-end">
            <NativeSelect
              label={t.format}
              data={Object.entries(t.formats).map(([value, label]) => ({ value, label }))}
              value={draft.format}
              onChange={({ currentTarget: { value } }) => setDraft({ ...draft, format: value as Draft['format'] })}
            />
            <NativeSelect
              label={t.schedule}
              data={Object.entries(t.schedules).map(([value, label]) => ({ value, label }))}
              value={draft.schedule}
              onChange={({ currentTarget: { value } }) => setDraft({ ...draft, schedule: value as Draft['schedule'] })}
            />
          </Group>
          {Object.keys(faults).length === 0 && <FailureAlert message={save.failure} />}
          {feed !== null && (
            <Text size="sm" c="dimmed">
              {t.products(number(feed.product_count))}
              {feed.next_run_at !== null && `. ${t.next(relative(feed.next_run_at))}`}
            </Text>
          )}
          <Group justify="space-between">
            <Group gap="sm">
              <Button type="submit" loading={save.isPending}>
                {t.save}
              </Button>
              {feed !== null && feed.url !== null && <RunNow store={store} />}
              <UploadFile store={store} format={draft.format} />
            </Group>
            {feed !== null && <Removal store={store} />}
          </Group>
        </Stack>
      </form>
    </SectionCard>
  );
}

function RunNow({ store }: { store: number }) {
  const { run: t } = useFeedTexts();
  const run = useApiMutation(
    () => client.POST('/v2/stores/{store}/product-feed/runs', { params: { path: { store } } }),
    { done: t.started },
  );
  return (
    <>
      <Button variant="default" loading={run.isPending} onClick={() => run.mutate()}>
        {t.now}
      </Button>
      <FailureAlert message={run.failure} />
    </>
  );
}

function UploadFile({ store, format }: { store: number; format: Draft['format'] }) {
  const { run: t } = useFeedTexts();
  const sending = useApiMutation((file: File) => send(store, format, file), { done: t.uploaded });
  return (
    <>
      <FileButton onChange={(file) => file && sending.mutate(file)} inputProps={{ 'aria-label': t.upload }}>
        {(props) => (
          <Button {...props} variant="default" loading={sending.isPending}>
            {t.upload}
          </Button>
        )}
      </FileButton>
      <FailureAlert message={sending.failure} />
    </>
  );
}

/** The generated client types a file as text; the request sends form data. */
async function send(store: number, format: Draft['format'], file: File): Promise<void> {
  const form = new FormData();
  form.append('file', file);
  await client.POST('/v2/stores/{store}/product-feed/uploads', {
    params: { path: { store }, query: { format } },
    body: { file: '' },
    bodySerializer: () => form,
  });
}

function Removal({ store }: { store: number }) {
  const { form: t } = useFeedTexts();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useApiMutation(
    () => client.DELETE('/v2/stores/{store}/product-feed', { params: { path: { store } } }),
    { done: t.removed, onDone: () => setIsAsking(false) },
  );
  return (
    <>
      <Button variant="subtle" color="red" onClick={() => setIsAsking(true)}>
        {t.remove}
      </Button>
      <ConfirmDialog
        title={t.remove}
        words={t.removeWords}
        action={t.remove}
        opened={isAsking}
        doing={remove}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
