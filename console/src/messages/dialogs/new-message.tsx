import { Button, Checkbox, Group, NativeSelect, Skeleton, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useRef } from 'react';
import { MAX_MESSAGE_PICTURE_BYTES, MAX_MESSAGE_PICTURES, MIB } from '../../../../src/platform/http/upload-limits.ts';
import { api, client } from '../../api.ts';
import { DayField } from '../../components/day-field.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { FileField } from '../../components/file-field.tsx';
import { Form } from '../../components/form.tsx';
import { Note } from '../../components/note.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useForm } from '../../components/use-form.ts';
import { useFormats } from '../../language/formats.ts';
import { useMessageTexts } from '../texts.ts';
import { ChosenPictures } from './chosen-pictures.tsx';
import { type LeftOut, useLeftOut } from './left-out.ts';

const STATUSES = [
  'open',
  'applied',
  'second_prio',
  'accepted',
  'product_sent',
  'have_received',
  'have_posted',
  'done',
] as const;
type Status = (typeof STATUSES)[number];

const HOURS = Array.from({ length: 24 }, (_, hour) => {
  const value = String(hour).padStart(2, '0');
  return { value, label: `${value}:00` };
});
const MAX_SUBJECT = 120;
const MAX_TEXT = 3_000;

interface NewMessageProps {
  store: number;
  /** The participants to whom it is written; empty: they are chosen by status or list. */
  participants: readonly number[];
  onClose: () => void;
}

/** A dialog that writes to many creators of a store. */
export default function NewMessage({ store, participants, onClose }: NewMessageProps) {
  const t = useMessageTexts().write;
  const path = { store };
  const campaigns = api.useQuery('get', '/v2/stores/{store}/campaigns', {
    params: { path, query: { 'statuses[]': ['active', 'scheduled', 'paused'], size: 100 } },
  });
  const lists = api.useQuery('get', '/v2/stores/{store}/creator-lists', { params: { path } });
  const templates = api.useQuery('get', '/v2/stores/{store}/message-templates', { params: { path } });
  const error = campaigns.error ?? lists.error ?? templates.error;
  const isLoaded = campaigns.data !== undefined && lists.data !== undefined && templates.data !== undefined;
  return (
    <Dialog opened size="lg" title={t.open} onClose={onClose}>
      {error !== null && <Failure error={error} />}
      {error === null && !isLoaded && <Skeleton h={320} />}
      {isLoaded && (
        <MessageForm
          store={store}
          participants={participants}
          onClose={onClose}
          campaigns={campaigns.data.data.filter(({ type }) => type !== 'standard')}
          lists={lists.data.data}
          templates={templates.data.data}
        />
      )}
    </Dialog>
  );
}

interface Choices extends NewMessageProps {
  campaigns: readonly { id: number; campaign_title: string }[];
  lists: readonly { id: number; name: string }[];
  templates: readonly { id: number; name: string; subject: string; text: string }[];
}

const optionsOf = (named: readonly { id: number; name: string }[]) =>
  named.map(({ id, name }) => ({ value: String(id), label: name }));

function MessageForm({ store, participants, campaigns, lists, templates, onClose }: Choices) {
  const { write: t, status } = useMessageTexts();
  const { number } = useFormats();
  const params = { path: { store } };
  const uploaded = useRef(new Map<File, number>());
  // A picture that was uploaded before a failure is not uploaded again.
  const uploadAll = async (files: readonly File[]) => {
    for (const file of files)
      if (!uploaded.current.has(file)) uploaded.current.set(file, await sendPicture(store, file));
    return files.map((file) => uploaded.current.get(file)!);
  };
  const form = useForm(
    {
      to: participants.length > 0 ? 'participants' : campaigns.length > 0 ? 'statuses' : 'list',
      offer_id: String(campaigns[0]?.id ?? ''),
      statuses: ['accepted'] as string[],
      list_id: String(lists[0]?.id ?? ''),
      template: '',
      subject: '',
      text: '',
      day: '',
      hour: '09',
      files: [] as File[],
    },
    {
      check: ({ files }) => (files.length > MAX_MESSAGE_PICTURES ? { files: t.tooMany(MAX_MESSAGE_PICTURES) } : {}),
      send: async ({ day, hour, files, ...values }) => {
        const attachments = await uploadAll(files);
        return client.POST('/v2/stores/{store}/broadcasts', {
          params,
          body: {
            ...contentOf(values, participants),
            ...(attachments.length > 0 && { attachment_ids: attachments }),
            ...(day !== '' && { send_at: new Date(`${day}T${hour}:00`).toISOString() }),
          },
        });
      },
      done: t.sent,
      onDone: onClose,
    },
  );
  const preview = useApiMutation(async () => {
    const { data } = await client.POST('/v2/stores/{store}/broadcasts/preview', {
      params,
      body: contentOf(form.draft, participants),
    });
    return data!;
  });
  const { draft } = form;
  const choose = (template: string) => {
    const chosen = templates.find(({ id }) => String(id) === template);
    form.type({ template, ...(chosen !== undefined && { subject: chosen.subject, text: chosen.text }) });
  };
  if (participants.length === 0 && campaigns.length === 0 && lists.length === 0) return <Note>{t.noCampaign}</Note>;
  return (
    <Form of={form} action={t.send} onCancel={onClose}>
      <Text size="sm">{t.hint}</Text>
      <NativeSelect
        label={t.to}
        data={[
          ...(participants.length > 0
            ? [{ value: 'participants', label: t.toParticipants(number(participants.length)) }]
            : []),
          ...(campaigns.length > 0 ? [{ value: 'statuses', label: t.toStatuses }] : []),
          ...(lists.length > 0 ? [{ value: 'list', label: t.toList }] : []),
        ]}
        {...form.text('to')}
      />
      {draft.to === 'statuses' && (
        <>
          <NativeSelect
            label={t.campaign}
            data={campaigns.map(({ id, campaign_title: label }) => ({ value: String(id), label }))}
            {...form.text('offer_id')}
          />
          <Checkbox.Group label={t.statuses} {...form.value('statuses', 'to')}>
            <Group gap="sm" mt="xs">
              {STATUSES.map((one) => (
                <Checkbox key={one} value={one} label={status[one]} />
              ))}
            </Group>
          </Checkbox.Group>
        </>
      )}
      {draft.to === 'list' && <NativeSelect label={t.list} data={optionsOf(lists)} {...form.text('list_id')} />}
      {templates.length > 0 && (
        <NativeSelect
          label={t.template}
          data={[{ value: '', label: t.noTemplate }, ...optionsOf(templates)]}
          value={draft.template}
          onChange={(event) => choose(event.currentTarget.value)}
        />
      )}
      <TextInput label={t.subject} required maxLength={MAX_SUBJECT} data-autofocus {...form.text('subject')} />
      <Textarea
        label={t.text}
        description={t.fields}
        required
        autosize
        minRows={5}
        maxLength={MAX_TEXT}
        {...form.text('text')}
      />
      <FileField
        label={t.pictures}
        description={t.picturesHint(MAX_MESSAGE_PICTURES, MAX_MESSAGE_PICTURE_BYTES / MIB)}
        multiple
        accept="image/png,image/jpeg"
        files={draft.files}
        {...form.value('files', 'attachment_ids')}
      />
      <ChosenPictures files={draft.files} />
      <Group align="flex-end" grow>
        <DayField label={t.at} description={t.atHint} {...form.value('day', 'send_at')} />
        <NativeSelect label={t.hour} disabled={draft.day === ''} data={HOURS} {...form.text('hour')} />
      </Group>
      <Button
        variant="default"
        disabled={draft.subject === '' || draft.text === ''}
        loading={preview.isPending}
        onClick={() => preview.mutate()}
      >
        {t.preview}
      </Button>
      {preview.error !== null && <Failure error={preview.error} />}
      {preview.data !== undefined && <Preview preview={preview.data} />}
    </Form>
  );
}

/** Uploads a picture for a message. @returns its id */
async function sendPicture(store: number, file: File): Promise<number> {
  const content = new FormData();
  content.append('file', file);
  const { data } = await client.POST('/v2/stores/{store}/message-attachments', {
    params: { path: { store } },
    body: { file: '' },
    bodySerializer: () => content,
  });
  return data!.id;
}

interface Content {
  to: string;
  offer_id: string;
  statuses: readonly string[];
  list_id: string;
  subject: string;
  text: string;
}

function contentOf(
  { to, offer_id: offer, statuses, list_id: list, subject, text }: Content,
  participants: readonly number[],
) {
  if (to === 'participants') return { to: { participant_ids: [...participants] }, subject, text };
  if (to === 'statuses') return { offer_id: Number(offer), to: { statuses: statuses as Status[] }, subject, text };
  return { to: { list_id: Number(list) }, subject, text };
}

function Preview({
  preview: { recipients, left_out: leftOut, example },
}: {
  preview: {
    recipients: number;
    left_out: LeftOut;
    example: { name: string; text: string } | null;
  };
}) {
  const t = useMessageTexts().write;
  const { number } = useFormats();
  const sentence = useLeftOut()(leftOut);
  return (
    <Stack gap="xs" role="status">
      <Text size="sm" fw={600}>
        {t.reached(number(recipients))}
      </Text>
      {sentence !== null && <Text size="sm">{sentence}</Text>}
      {example !== null && (
        <Text size="sm" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {example.text}
        </Text>
      )}
    </Stack>
  );
}
