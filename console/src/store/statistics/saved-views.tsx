import { ActionIcon, Button, Group, Popover, Stack, Text, UnstyledButton } from '@mantine/core';
import { IconBookmark, IconMail, IconTrash } from '@tabler/icons-react';
import type { paths } from '@tributary/client';
import { Suspense, useState } from 'react';
import { api, client } from '../../api.ts';
import { Failure, FailureText } from '../../components/failure.tsx';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Note } from '../../components/note.tsx';
import type { ReportView } from '../../components/reports/report-view.ts';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { queryOf } from './query.ts';
import { SaveViewForm } from './save-view-form.tsx';
import { readStatisticsSearch, type StatisticsSearch } from './search.ts';
import { isRanked } from './shown-figures.ts';
import { useStatisticsTexts } from './texts.ts';

type SavedView =
  paths['/advertiser/stores/{id}/stats-config']['get']['responses']['200']['content']['application/json'][number];

const ScheduleDialog = lazyPart(() => import('../../components/reports/schedule-dialog.tsx'));

interface SavedViewsProps {
  store: number;
  search: StatisticsSearch;
  /** Opens a view; the parameters have no period if the view has none. */
  onLoad: (view: StatisticsSearch) => void;
}

/** Saved views of the store: open, save and delete. */
export function SavedViews({ store, search, onLoad }: SavedViewsProps) {
  const t = useStatisticsTexts().views;
  const [isOpen, setIsOpen] = useState(false);
  const [scheduled, setScheduled] = useState<SavedView | null>(null);
  const { data, error, refetch } = api.useQuery(
    'get',
    '/advertiser/stores/{id}/stats-config',
    { params: { path: { id: store } } },
    { enabled: isOpen },
  );
  return (
    <>
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
            {data?.length === 0 && <Note>{t.none}</Note>}
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
                    {...(isRanked(searchOf(view).by ?? 'creators') && {
                      onMail: () => {
                        setIsOpen(false);
                        setScheduled(view);
                      },
                    })}
                  />
                ))}
              </Stack>
            )}
            <SaveViewForm store={store} search={search} />
          </Stack>
        </Popover.Dropdown>
      </Popover>
      {scheduled && (
        <Suspense>
          <ScheduleDialog
            view={reportOf(store, searchOf(scheduled))}
            name={scheduled.name}
            onClose={() => setScheduled(null)}
          />
        </Suspense>
      )}
    </>
  );
}

/** The view as it is mailed: without its days. */
function reportOf(store: number, search: StatisticsSearch): ReportView {
  const { by = 'creators', creator, links } = search;
  const list = isRanked(by) ? by : 'creators';
  const { q, sort_by } = queryOf(list, search);
  return {
    owner: { store_id: store },
    list,
    filters: {
      sort_by,
      ...(q !== undefined && { q }),
      ...(creator !== undefined && { users: [creator] }),
      ...(list === 'links' && links !== undefined && { links: links.split(',').map(Number) }),
    },
  };
}

/** Parameters without a field in the API are saved as a query string. */
function searchOf({ data }: SavedView): StatisticsSearch {
  const { from, to, tags, types, view } = data;
  return readStatisticsSearch({
    ...Object.fromEntries(new URLSearchParams(view ?? '')),
    ...(from !== undefined && to !== undefined ? { from, to } : {}),
    ...(tags.length === 0 ? {} : { by: 'links', links: tags.join(',') }),
    ...(types.length === 0 ? {} : { show: types.join(',') }),
  });
}

interface ViewRowProps {
  store: number;
  view: SavedView;
  onLoad: () => void;
  /** Absent for a list that is not mailed. */
  onMail?: () => void;
}

function ViewRow({ store, view, onLoad, onMail }: ViewRowProps) {
  const t = useStatisticsTexts().views;
  const remove = useApiMutation(
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
        {onMail && (
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.mail(view.name)}
            title={t.mail(view.name)}
            onClick={onMail}
          >
            <IconMail size={16} />
          </ActionIcon>
        )}
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
      <FailureText message={remove.failure} size="xs" />
    </div>
  );
}
