import { Button, Group, Skeleton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import type { ListQuery } from '../../components/data-table.tsx';
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { Strong } from '../../components/note.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { NotFoundPage } from '../../shell/not-found-page.tsx';
import { omitUndefined } from '../components/list-search.ts';
import { RecordForm } from '../components/record-form.tsx';
import {
  changeEntry,
  createEntry,
  type Entry,
  LIST_NAMES,
  type ListName,
  removeEntry,
  useEntries,
  useEntry,
} from './lists.ts';
import { useListsTexts } from './texts.ts';
import { useListColumns } from './use-list-columns.ts';
import { useListFields } from './use-list-fields.ts';

const AT = '/console/admin/lists/$list';

/** One of the lists that administrators keep: tiers, tags, markets, categories, return ads. */
export function ListPage() {
  const { list } = useParams({ from: AT });
  const name = LIST_NAMES.find((one) => one === list);
  if (name === undefined) return <NotFoundPage />;
  return <KnownList key={name} list={name} />;
}

function KnownList({ list }: { list: ListName }) {
  const t = useListsTexts();
  const { day } = useFormats();
  const { page = 1, query, sort } = useSearch({ from: AT });
  const [editing, setEditing] = useState<Entry | 'new' | null>(null);
  const [leaving, setLeaving] = useState<Entry | null>(null);
  const entries = useEntries(list, { page, ...omitUndefined({ query, sort_by: sort }) });
  const removing = useApiMutation(
    async (entry: Entry) => {
      await removeEntry(list, entry.id);
      return entry;
    },
    { done: ({ name }) => t.removed(name), onDone: () => setLeaving(null) },
  );
  return (
    <>
      <PageHeader
        above={{ label: t.back, link: { to: '/console/admin/system' } }}
        title={t.one}
        hint={t.oneHint}
        name={t.lists[list].title}
        facts={t.lists[list].hint}
      >
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditing('new')}>
          {t.make}
        </Button>
      </PageHeader>
      <FilteredList<Entry>
        name={`list-${list}`}
        label={t.lists[list].title}
        search={{ label: t.looking, value: query }}
        columns={[
          {
            key: 'name',
            label: t.columns.name,
            sortable: true,
            value: ({ name }) => name,
            cell: ({ name }) => <Strong>{name}</Strong>,
          },
          ...useListColumns(list),
          {
            key: 'created_at',
            label: t.columns.since,
            sortable: true,
            latestFirst: true,
            wideOnly: true,
            value: (entry) => entry.created_at,
            cell: (entry) => day(entry.created_at),
          },
          {
            key: 'action',
            label: t.columns.action,
            isFixed: true,
            cell: (entry) => (
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t.changeLabel(entry.name)}
                  onClick={() => setEditing(entry)}
                >
                  {t.change}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  aria-label={t.removeLabel(entry.name)}
                  onClick={() => setLeaving(entry)}
                >
                  {t.remove}
                </Button>
              </Group>
            ),
          },
        ]}
        query={entries as ListQuery<Entry>}
        keyOf={({ id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={page}
        sort={sort}
      />
      <Dialog
        opened={editing !== null}
        onClose={() => setEditing(null)}
        title={editing === null || editing === 'new' ? t.make : t.changeLabel(editing.name)}
        size="lg"
      >
        {editing === 'new' && <NewEntry list={list} onClose={() => setEditing(null)} />}
        {editing !== null && editing !== 'new' && (
          <EditEntry list={list} id={editing.id} onClose={() => setEditing(null)} />
        )}
      </Dialog>
      <ConfirmDialog
        title={t.removeTitle(leaving?.name ?? '')}
        text={t.removeWords}
        action={t.remove}
        opened={leaving !== null}
        mutation={{ ...removing, mutate: () => leaving && removing.mutate(leaving) }}
        onClose={() => {
          setLeaving(null);
          removing.reset();
        }}
      />
    </>
  );
}

function NewEntry({ list, onClose }: { list: ListName; onClose: () => void }) {
  const t = useListsTexts();
  return (
    <RecordForm
      fields={useListFields(list).creation}
      name={`${list}:new`}
      send={async (body) => {
        await createEntry(list, body);
        return String(body['name']);
      }}
      done={t.saved}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}

function EditEntry({ list, id, onClose }: { list: ListName; id: number; onClose: () => void }) {
  const t = useListsTexts();
  const fields = useListFields(list).changes;
  const { data: entry, error, refetch } = useEntry(list, id);
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (entry === undefined) return <Skeleton h={200} />;
  return (
    <RecordForm
      fields={fields}
      values={entry}
      name={`${list}:${id}`}
      reread={async () => (await refetch({ throwOnError: true })).data!}
      send={async (body) => {
        await changeEntry(list, id, body);
        return String(body['name'] ?? entry.name);
      }}
      done={t.saved}
      onDone={onClose}
      onCancel={onClose}
    />
  );
}
