import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { useState } from 'react';
import { MAX_MATERIAL_BYTES, MIB } from '../../../src/platform/http/upload-limits.ts';
import { api, client } from '../api.ts';
import { ConfirmButton } from '../components/confirm-button.tsx';
import { Failure, FailureText } from '../components/failure.tsx';
import { FileField } from '../components/file-field.tsx';
import { Form } from '../components/form.tsx';
import { LimitedArea } from '../components/limited-area.tsx';
import { Note } from '../components/note.tsx';
import { useMay } from '../components/role-limit.tsx';
import { SectionCard } from '../components/section-card.tsx';
import { useCommonTexts } from '../components/texts.ts';
import { useApiMutation } from '../components/use-api-mutation.ts';
import { useForm } from '../components/use-form.ts';
import { type Material, MaterialItems } from './material-facts.tsx';
import { useMaterialTexts } from './texts.ts';

const MAX_NOTE = 500;
const ACCEPTED = 'image/png,image/jpeg,video/mp4,application/pdf,application/zip,.zip';

/** The files that a campaign's participants download, for its store. */
export default function StoreMaterials({ offer, isDeleted }: { offer: number; isDeleted: boolean }) {
  const t = useMaterialTexts();
  const mayChange = useMay('manage') && !isDeleted;
  const { data, error, refetch } = api.useQuery('get', '/v2/offers/{offer}/materials', { params: { path: { offer } } });
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Skeleton h={80} />;
  const materials = data.data;
  return (
    <SectionCard id="materials" title={t.title} hint={t.hint}>
      <Stack>
        {materials.length === 0 && <Note>{t.none}</Note>}
        <MaterialItems materials={materials}>
          {(material, index) =>
            mayChange && <Actions material={material} place={index + 1} isLast={index === materials.length - 1} />
          }
        </MaterialItems>
        {mayChange && <AddForm offer={offer} />}
      </Stack>
    </SectionCard>
  );
}

function AddForm({ offer }: { offer: number }) {
  const t = useMaterialTexts();
  const { faults } = useCommonTexts();
  const form = useForm(
    { files: [] as File[], note: '' },
    {
      check: ({ files }) => (files.length === 0 ? { files: faults.required } : {}),
      send: ({ files: [file], note }) => {
        const content = new FormData();
        content.append('file', file!);
        return client.POST('/v2/offers/{offer}/materials', {
          params: { path: { offer }, query: { note: note.trim() } },
          body: { file: '' },
          bodySerializer: () => content,
        });
      },
      done: t.added,
    },
  );
  return (
    <Form of={form} action={t.add}>
      <FileField
        label={t.file}
        description={t.fileHint(MAX_MATERIAL_BYTES / MIB)}
        required
        accept={ACCEPTED}
        files={form.draft.files}
        {...form.value('files', 'file')}
      />
      <LimitedArea label={t.note} description={t.noteHint} autosize minRows={1} max={MAX_NOTE} {...form.text('note')} />
    </Form>
  );
}

function Actions({ material, place, isLast }: { material: Material; place: number; isLast: boolean }) {
  const t = useMaterialTexts();
  const [isEditing, setIsEditing] = useState(false);
  const { id, file_name: name } = material;
  const path = { material: id };
  const moving = useApiMutation((to: number) =>
    client.PATCH('/v2/materials/{material}', { params: { path }, body: { place: to } }),
  );
  if (isEditing) return <NoteForm material={material} onClose={() => setIsEditing(false)} />;
  const button = { size: 'compact-xs', variant: 'subtle' } as const;
  const move = (label: string, words: string, to: number) => (
    <Button {...button} aria-label={words} loading={moving.isPending} onClick={() => moving.mutate(to)}>
      {label}
    </Button>
  );
  return (
    <Group gap="xs" mt={4}>
      {place > 1 && move(t.up, t.upFor(name), place - 1)}
      {!isLast && move(t.down, t.downFor(name), place + 1)}
      <Button {...button} aria-label={t.editFor(name)} onClick={() => setIsEditing(true)}>
        {t.edit}
      </Button>
      <ConfirmButton
        title={t.removeTitle}
        text={t.removeWords(name)}
        action={t.remove}
        isHarmful
        button={{ ...button, color: 'red', 'aria-label': t.removeFor(name) }}
        act={() => client.DELETE('/v2/materials/{material}', { params: { path } })}
        done={t.removed}
      />
      <FailureText message={moving.failure} size="xs" />
    </Group>
  );
}

function NoteForm({ material, onClose }: { material: Material; onClose: () => void }) {
  const t = useMaterialTexts();
  const form = useForm(
    { note: material.note },
    {
      name: `material:${material.id}`,
      send: ({ note }) =>
        client.PATCH('/v2/materials/{material}', {
          params: { path: { material: material.id } },
          body: { note: note.trim() },
        }),
      done: t.saved,
      onDone: onClose,
    },
  );
  return (
    <Form of={form} action={t.save} isEdit onCancel={onClose}>
      <LimitedArea label={t.note} description={t.noteHint} autosize minRows={1} max={MAX_NOTE} {...form.text('note')} />
    </Form>
  );
}
