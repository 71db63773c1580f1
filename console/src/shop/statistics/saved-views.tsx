import {
  ActionIcon,
  Alert,
  Button,
  Checkbox,
  Group,
  Popover,
  Stack,
  Text,
  TextInput,
  UnstyledButton,
} from '@mantine/core';
import { IconBookmark, IconTrash } from '@tabler/icons-react';
import { ApiError, type paths } from '@tributary/client';
import { type FormEvent, useState } from 'react';
import { api, client } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { readRange } from '../../parts/day-range.ts';
import { Failure } from '../../parts/failure.tsx';
import { useDoing } from '../../parts/use-doing.ts';
import { readStatisticsSearch, type StatisticsSearch, shownFigures } from './search.ts';
import { useStatisticsTexts } from './texts.ts';

type SavedView =
  paths['/advertiser/stores/{id}/stats-config']['get']['responses']['200']['content']['application/json'][number];

interface SavedViewsProps {
  store: number;
  search: StatisticsSearch;
  /** A view is to be shown; without days where it has none of its own. */
  onLoad: (view: StatisticsSearch) => void;
}

/** The shop's kept views: shows one, keeps the present one under a name, deletes one. */
export function SavedViews({ store, search, onLoad }: SavedViewsProps) {
  const t = useStatisticsTexts().views;
  const [isOpen, setIsOpen] = useState(false);
  const { data, error, refetch } = api.useQuery(
    'get',
    '/advertiser/stores/{id}/stats-config',
    { params: { path: { id: store } } },
    { enabled: isOpen },
  );
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" trapFocus returnFocus shadow="md" width={320}>
      <Popover.Target>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconBookmark size={16} aria-hidden />}
          onClick={() => setIsOpen(!isOpen)}
        >
          {t.button}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t.title}>
        <Stack gap="md">
          {error && <Failure error={error} onRetry={refetch} />}
          {data?.length === 0 && (
            <Text size="sm" c="dimmed">
              {t.none}
            </Text>
          )}
          {data !== undefined && data.length > 0 && (
            <Stack gap={4} mah={220} style={{ overflowY: 'auto' }}>
              {data.map((view) => (
                <ViewRow
                  key={view.id}
                  store={store}
                  view={view}
                  onLoad={() => {
                    onLoad(searchOf(view));
                    setIsOpen(false);
                  }}
                />
              ))}
            </Stack>
          )}
          <KeepForm store={store} search={search} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

/** What the API has no field for is kept as the words of an address. */
function searchOf({ data }: SavedView): StatisticsSearch {
  const { from, to, tags, types, view } = data;
  return readStatisticsSearch({
    ...Object.fromEntries(new URLSearchParams(view ?? '')),
    ...(from !== undefined && to !== undefined ? { from, to } : {}),
    ...(tags.length === 0 ? {} : { by: 'links', links: tags.join(',') }),
    ...(types.length === 0 ? {} : { show: types.join(',') }),
  });
}

function viewOf({ by = 'creators', q, sort, creator }: StatisticsSearch): string {
  const parts = { by, q, sort, creator };
  return new URLSearchParams(
    Object.entries(parts).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]])),
  ).toString();
}

function ViewRow({ store, view, onLoad }: { store: number; view: SavedView; onLoad: () => void }) {
  const t = useStatisticsTexts().views;
  const remove = useDoing(
    async () =>
      (
        await client.DELETE('/advertiser/stores/{id}/stats-config/{stats_config}', {
          params: { path: { id: store, stats_config: view.id } },
        })
      ).data!,
    { done: t.removed(view.name) },
  );
  return (
    <div>
      <Group justify="space-between" wrap="nowrap">
        <UnstyledButton onClick={onLoad} flex={1} py={4}>
          <Text size="sm" fw={500}>
            {view.name}
          </Text>
        </UnstyledButton>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.remove(view.name)}
          loading={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <IconTrash size={16} />
        </ActionIcon>
      </Group>
      {remove.failure && (
        <Text size="xs" className="is-worse" role="alert">
          {remove.failure}
        </Text>
      )}
    </div>
  );
}

function KeepForm({ store, search }: Omit<SavedViewsProps, 'onLoad'>) {
  const t = useStatisticsTexts().views;
  const { day } = useFormats();
  const [name, setName] = useState('');
  const [withDays, setWithDays] = useState(false);
  const range = readRange({ ...search });
  const keep = useDoing(
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
        <Text size="sm" fw={600}>
          {t.keep}
        </Text>
        <Text size="xs" c="dimmed">
          {t.keepHint}
        </Text>
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
