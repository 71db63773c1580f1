import { Button, FileButton, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { IconPhoto } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { client } from '../api.ts';
import { FailureAlert } from '../components/failure.tsx';
import { Note } from '../components/note.tsx';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useDeliverableTexts } from './texts.ts';

/** Submits the next draft of a deliverable: a link with a note, or a picture. */
export function SubmitForm({ deliverable }: { deliverable: number }) {
  const t = useDeliverableTexts().draft;
  const [typed, setTyped] = useState({ url: '', note: '' });
  const [wasTried, setWasTried] = useState(false);
  const params = { path: { deliverable } };
  const done = {
    done: t.sent,
    onDone: () => {
      setTyped({ url: '', note: '' });
      setWasTried(false);
    },
  };
  const sending = useApiMutation(async ({ url, note }: typeof typed) => {
    await client.POST('/v2/deliverables/{deliverable}/submissions', {
      params,
      body: { ...(url === '' ? {} : { url }), ...(note === '' ? {} : { note }) },
    });
  }, done);
  const adding = useApiMutation(async (file: File) => {
    const form = new FormData();
    form.append('file', file);
    await client.POST('/v2/deliverables/{deliverable}/submission-pictures', {
      params,
      body: { file: '' },
      bodySerializer: () => form,
    });
  }, done);
  const draft = { url: typed.url.trim(), note: typed.note.trim() };
  const isEmpty = draft.url === '' && draft.note === '';
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWasTried(true);
    if (!isEmpty) sending.mutate(draft);
  };
  return (
    <form onSubmit={submit} noValidate>
      <Stack>
        <TextInput
          type="url"
          label={t.url}
          maxLength={2048}
          placeholder="https://"
          value={typed.url}
          error={wasTried && isEmpty ? t.empty : undefined}
          onChange={({ currentTarget }) => setTyped({ ...typed, url: currentTarget.value })}
        />
        <Textarea
          label={t.note}
          autosize
          minRows={2}
          maxLength={2000}
          value={typed.note}
          onChange={({ currentTarget }) => setTyped({ ...typed, note: currentTarget.value })}
        />
        <FailureAlert message={sending.failure ?? adding.failure} />
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
          <Button type="submit" loading={sending.isPending}>
            {t.send}
          </Button>
        </Group>
        <Note size="xs">{t.pictureHint}</Note>
      </Stack>
    </form>
  );
}
