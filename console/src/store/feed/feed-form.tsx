import { Button, FileButton, Group, NativeSelect, Text, Textarea } from '@mantine/core';
import { client, ifMatch } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import { FailureAlert } from '../../components/failure.tsx';
import { Form } from '../../components/form.tsx';
import { LimitedInput } from '../../components/limited-input.tsx';
import { SectionCard } from '../../components/section-card.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useForm } from '../../components/use-form.ts';
import { useFormats } from '../../language/formats.ts';
import { columnsText, readColumns } from './columns.ts';
import type { Feed } from './feed.ts';
import { useFeedTexts } from './texts.ts';

const valuesOf = (feed: Feed | null) => ({
  url: feed?.url ?? '',
  format: feed?.format ?? ('xml' as const),
  schedule: feed === null || feed.url === null ? ('daily' as const) : feed.schedule,
  columns: columnsText(feed?.columns ?? {}),
});

/** Address, format and schedule of a feed, and the ways to start a run. */
export function FeedForm({ store, feed, reread }: { store: number; feed: Feed | null; reread: () => Promise<Feed> }) {
  const { form: t } = useFeedTexts();
  const { number, relative } = useFormats();
  const form = useForm(valuesOf(feed), {
    name: `feed:${store}`,
    send: ({ columns, ...body }) =>
      client.PUT('/v2/stores/{store}/product-feed', {
        params: { path: { store } },
        body: { ...body, columns: readColumns(columns) },
        headers: ifMatch(`/v2/stores/${store}/product-feed`),
      }),
    done: t.saved,
    ...(feed === null
      ? {}
      : {
          record: {
            reread: async () => valuesOf(await reread()),
            labels: { url: t.url, format: t.format, schedule: t.schedule, columns: t.columns },
            show: (value: string) => ({ ...t.formats, ...t.schedules })[value as 'xml'] ?? value,
          },
        }),
  });
  return (
    <SectionCard id="feed" title={t.title} hint={t.hint}>
      <Form of={form}>
        <LimitedInput
          label={t.url}
          placeholder={t.placeholder}
          inputMode="url"
          required
          max={2048}
          {...form.text('url')}
        />
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label={t.format}
            data={Object.entries(t.formats).map(([value, label]) => ({ value, label }))}
            {...form.text('format')}
          />
          <NativeSelect
            label={t.schedule}
            data={Object.entries(t.schedules).map(([value, label]) => ({ value, label }))}
            {...form.text('schedule')}
          />
        </Group>
        {form.draft.format !== 'xml' && (
          <Textarea
            label={t.columns}
            description={t.columnsHint}
            placeholder={'id = SKU\nprice = Price incl. VAT'}
            autosize
            minRows={2}
            {...form.text('columns')}
          />
        )}
        {feed !== null && (
          <Text size="sm" c="dimmed">
            {t.products(number(feed.product_count))}
            {feed.next_run_at !== null && `. ${t.next(relative(feed.next_run_at))}`}
          </Text>
        )}
        <Group justify="space-between">
          <Group gap="sm">
            <Button type="submit" loading={form.isPending}>
              {t.save}
            </Button>
            {feed !== null && feed.url !== null && <RunNow store={store} />}
            <UploadFile store={store} format={form.draft.format} columns={form.draft.columns} />
          </Group>
          {feed !== null && <Removal store={store} />}
        </Group>
      </Form>
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

interface UploadProps {
  store: number;
  format: Feed['format'];
  /** As text, see `readColumns`. */
  columns: string;
}

function UploadFile({ store, format, columns }: UploadProps) {
  const { run: t } = useFeedTexts();
  const sending = useApiMutation((file: File) => send({ store, format, columns }, file), { done: t.uploaded });
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
async function send({ store, format, columns }: UploadProps, file: File): Promise<void> {
  const form = new FormData();
  form.append('file', file);
  const named = Object.fromEntries(
    Object.entries(readColumns(columns)).map(([field, column]) => [`column_${field}`, column]),
  );
  await client.POST('/v2/stores/{store}/product-feed/uploads', {
    params: { path: { store }, query: { format, ...named } },
    body: { file: '' },
    bodySerializer: () => form,
  });
}

function Removal({ store }: { store: number }) {
  const { form: t } = useFeedTexts();
  return (
    <ConfirmButton
      button={{ variant: 'subtle', color: 'red' }}
      title={t.remove}
      text={t.removeWords}
      action={t.remove}
      act={() => client.DELETE('/v2/stores/{store}/product-feed', { params: { path: { store } } })}
      done={t.removed}
    />
  );
}
