import { Alert, Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { client } from '../../api.ts';
import { readRange } from '../../components/day-range.ts';
import { Note, Strong } from '../../components/note.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { type StatisticsSearch, shownFigures } from './search.ts';
import { useStatisticsTexts } from './texts.ts';

/** Form that saves the current view. */
export function SaveViewForm({ store, search }: { store: number; search: StatisticsSearch }) {
  const t = useStatisticsTexts().views;
  const { day } = useFormats();
  const [name, setName] = useState('');
  const [withDays, setWithDays] = useState(false);
  const range = readRange({ ...search });
  const keep = useApiMutation(
    async () =>
      (
        await client.POST('/advertiser/stores/{id}/stats-config', {
          params: { path: { id: store } },
          body: {
            name: name.trim(),
            data: {
              ...(withDays ? range : {}),
              tags: search.links?.split(',').map(Number) ?? [],
              types: [...shownFigures(search)],
              view: viewOf(search),
            },
          },
        })
      ).data!,
    { done: ({ name: kept }) => t.kept(kept), onDone: () => setName('') },
  );
  const fault = keep.error instanceof ApiError ? keep.error.fields.name?.join(' ') : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    keep.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="sm">
        <Strong>{t.keep}</Strong>
        <Note size="xs">{t.keepHint}</Note>
        {keep.failure && fault === undefined && (
          <Alert color="red" variant="light" role="alert" title={t.failed}>
            {keep.failure}
          </Alert>
        )}
        <TextInput
          label={t.name}
          required
          maxLength={255}
          value={name}
          error={fault}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <Checkbox
          label={t.withDays(`${day(range.from)} – ${day(range.to)}`)}
          description={t.withDaysHint}
          checked={withDays}
          onChange={({ currentTarget }) => setWithDays(currentTarget.checked)}
        />
        <Button type="submit" size="sm" loading={keep.isPending}>
          {t.save}
        </Button>
      </Stack>
    </form>
  );
}

function viewOf({ by = 'creators', q, sort, creator }: StatisticsSearch): string {
  const parts = { by, q, sort, creator };
  return new URLSearchParams(
    Object.entries(parts).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
}
