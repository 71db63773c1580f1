import { Button, FileButton, Group } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { MAX_DRAFT_PICTURE_BYTES, MIB } from '../../../src/platform/http/upload-limits.ts';
import { client } from '../api.ts';
import { FailureAlert } from '../components/failure.tsx';
import { Form } from '../components/form.tsx';
import { LimitedArea } from '../components/limited-area.tsx';
import { LimitedInput } from '../components/limited-input.tsx';
import { Note } from '../components/note.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useForm } from '../components/use-form.ts';
import { useDeliverableTexts } from './texts.ts';

/** Submits the next draft of a deliverable: a link with a note, or a picture. */
export function SubmitForm({ deliverable }: { deliverable: number }) {
  const t = useDeliverableTexts().draft;
  const params = { path: { deliverable } };
  const form = useForm(
    { url: '', note: '' },
    {
      name: `draft:${deliverable}`,
      check: ({ url, note }) => (url.trim() === '' && note.trim() === '' ? { url: t.empty } : {}),
      send: (typed) => {
        const given = Object.entries(typed).map(([name, text]) => [name, text.trim()]);
        const body = Object.fromEntries(given.filter(([, text]) => text !== ''));
        return client.POST('/v2/deliverables/{deliverable}/submissions', { params, body });
      },
      done: t.sent,
    },
  );
  const adding = useApiMutation(
    async (file: File) => {
      const content = new FormData();
      content.append('file', file);
      await client.POST('/v2/deliverables/{deliverable}/submission-pictures', {
        params,
        body: { file: '' },
        bodySerializer: () => content,
      });
    },
    { done: t.sent, onDone: form.discard },
  );
  return (
    <Form of={form}>
      <LimitedInput type="url" label={t.url} max={2048} placeholder="https://" {...form.text('url')} />
      <LimitedArea label={t.note} autosize minRows={2} max={2000} {...form.text('note')} />
      <FailureAlert message={adding.failure} />
      <Group justify="flex-end">
        <FileButton
          onChange={(file) => file !== null && adding.mutate(file)}
          accept="image/png,image/jpeg"
          inputProps={{ 'aria-label': t.addPicture }}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={adding.isPending}
              leftSection={<IconPhoto size={16} aria-hidden />}
            >
              {t.addPicture}
            </Button>
          )}
        </FileButton>
        <Button type="submit" loading={form.isPending}>
          {t.send}
        </Button>
      </Group>
      <Note size="xs">{t.pictureHint(MAX_DRAFT_PICTURE_BYTES / MIB)}</Note>
    </Form>
  );
}
