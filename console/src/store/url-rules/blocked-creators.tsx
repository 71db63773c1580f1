import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { paths } from '@tributary/client';
import { api, client } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureText } from '../../components/failure.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { laterPart } from '../../components/lazy-part.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { useCommonTexts } from '../../components/texts.ts';
import { showUndo } from '../../components/undo-toast.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useUrlRulesTexts } from './texts.ts';

const BlockForm = laterPart(() => import('./block-form.tsx'));

type Entry =
  paths['/v2/advertisers/{advertiser}/blocklist']['get']['responses']['200']['content']['application/json']['data'][number];

/** Blocked creators of a store. */
export function BlockedCreators({ store, page }: { store: number; page: number }) {
  const t = useUrlRulesTexts().blocked;
  const { day } = useFormats();
  const [isAdding, adding] = useDisclosure(false);
  const params = { path: { advertiser: store }, query: { page, size: 10 } };
  const entries = api.useList('get', '/v2/advertisers/{advertiser}/blocklist', { params });
  const nameOf = ({ user, user_tag: tag, client: agency }: Entry) =>
    user?.public_name ?? (tag ? t.tag(tag.name) : t.client(agency?.name ?? ''));
  const columns: Column<Entry>[] = [
    { key: 'who', label: t.columns.who, value: nameOf, cell: nameOf },
    {
      key: 'clicks',
      label: t.columns.clicks,
      value: ({ validate_clicks: counts }) => (counts ? t.counts : t.doNotCount),
      cell: ({ validate_clicks: counts }) => (counts ? t.counts : t.doNotCount),
    },
    {
      key: 'since',
      label: t.columns.since,
      wideOnly: true,
      value: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => day(at),
    },
    {
      key: 'actions',
      label: t.columns.actions,
      numeric: true,
      cell: (entry) => <Unblock store={store} entry={entry} name={nameOf(entry)} />,
    },
  ];
  return (
    <section>
      <SectionHeader title={t.title} hint={t.hint}>
        <Button size="xs" variant="default" onClick={adding.open}>
          {t.add}
        </Button>
      </SectionHeader>
      <FilteredList
        name="blocked-creators"
        isEmbedded
        label={t.title}
        columns={columns}
        query={entries}
        keyOf={({ id }) => id}
        empty={t.empty}
        page={page}
      />
      <Dialog opened={isAdding} onClose={adding.close} title={t.add}>
        <BlockForm store={store} onDone={adding.close} />
      </Dialog>
    </section>
  );
}

/** Unblocking needs no confirmation, since the toast offers to undo it. */
function Unblock({ store, entry, name }: { store: number; entry: Entry; name: string }) {
  const t = useUrlRulesTexts().blocked;
  const { undo } = useCommonTexts();
  const restore = useApiMutation(
    async () => {
      const { user, user_tag: tag, client: agency, validate_clicks } = entry;
      const body = {
        ...(user ? { users: [{ id: user.id, validate_clicks }] } : {}),
        ...(tag ? { user_tag_ids: [tag.id] } : {}),
        ...(agency ? { client_ids: [agency.id] } : {}),
      };
      await client.POST('/v2/advertisers/{advertiser}/blocklist', { params: { path: { advertiser: store } }, body });
    },
    { done: t.done },
  );
  const unblock = useApiMutation(
    async () => {
      await client.DELETE('/v2/advertisers/{advertiser}/blocklist/{target}', {
        params: { path: { advertiser: store, target: entry.id } },
      });
    },
    { onDone: () => showUndo({ message: t.unblocked, label: undo, onUndo: () => restore.mutate() }) },
  );
  return (
    <Group gap="xs" justify="flex-end">
      <FailureText message={unblock.failure} size="xs" />
      <Button
        size="compact-sm"
        variant="subtle"
        aria-label={t.unblockLabel(name)}
        loading={unblock.isPending}
        onClick={() => unblock.mutate()}
      >
        {t.unblock}
      </Button>
    </Group>
  );
}
