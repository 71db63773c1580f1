import { Button, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { client } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { FailureText } from '../../components/failure.tsx';
import { StateBadge } from '../../components/state-badge.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import type { AdminStore } from './admin-store.ts';
import { ApprovalBadge } from './approval-badge.tsx';
import { useStoresTexts } from './texts.ts';

/** Columns of the store list. */
export function useStoreColumns(): Column<AdminStore>[] {
  const t = useStoresTexts();
  const { relative } = useFormats();
  return [
    {
      key: 'market',
      label: t.columns.market,
      wideOnly: true,
      value: ({ store_group: group }) => group.name,
      cell: ({ store_group: group }) => group.name,
    },
    {
      key: 'state',
      label: t.columns.state,
      wideOnly: true,
      isInFirst: true,
      cell: (store) => <StoreState store={store} />,
    },
    { key: 'setup', label: t.columns.setup, wideOnly: true, cell: (store) => <Missing store={store} /> },
    {
      key: 'seen',
      label: t.columns.seen,
      wideOnly: true,
      value: ({ last_seen_at: at }) => at,
      cell: ({ last_seen_at: at }) => (at === null ? t.never : relative(at)),
    },
    {
      key: 'action',
      label: t.columns.action,
      isFixed: true,
      cell: (store) => (
        <Group gap="xs" align="flex-start">
          <ManageLink store={store} label={t.manage} name={t.manageLabel(store.name)} />
          <Switch store={store} />
        </Group>
      ),
    },
  ];
}

export function StoreState({ store }: { store: Pick<AdminStore, 'approval' | 'deactivated_at' | 'hidden'> }) {
  const { states } = useStoresTexts();
  if (store.deactivated_at !== null) return <StateBadge tone="bad">{states.deactivated}</StateBadge>;
  if (store.approval !== 'approved') return <ApprovalBadge approval={store.approval} />;
  if (store.hidden) return <StateBadge tone="warning">{states.hidden}</StateBadge>;
  return <StateBadge tone="good">{states.open}</StateBadge>;
}

/** Link to the page on which an administrator decides about a store. */
export function ManageLink({ store: { id }, label, name }: { store: AdminStore; label: string; name: string }) {
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={name}
      renderRoot={(props) => <Link {...props} to="/console/admin/stores/$shop" params={{ shop: String(id) }} />}
    >
      {label}
    </Button>
  );
}

function Missing({ store }: { store: AdminStore }) {
  const { missing, complete } = useStoresTexts();
  const all = [
    ...(store.last_seen_at === null ? [missing.tracking] : []),
    ...(store.has_payment_setup ? [] : [missing.payment]),
    ...(store.members > 0 ? [] : [missing.members]),
  ];
  return (
    <Stack gap={0}>
      {(all.length > 0 ? all : [complete]).map((words) => (
        <Text key={words} size="sm" {...(all.length === 0 ? { c: 'dimmed' } : {})}>
          {words}
        </Text>
      ))}
    </Stack>
  );
}

/** Deactivating asks for confirmation, because creators then earn nothing from the store. Activating does not. */
function Switch({ store: { id, name, deactivated_at: out } }: { store: AdminStore }) {
  const t = useStoresTexts();
  const [isAsking, setIsAsking] = useState(false);
  const switching = useApiMutation(
    async () => {
      const at = { params: { path: { advertiser: id } } };
      return out === null
        ? (await client.POST('/v2/advertisers/{advertiser}/deactivate', at)).data!
        : (await client.POST('/v2/advertisers/{advertiser}/activate', at)).data!;
    },
    {
      done: ({ active }) => (active ? t.activated(name) : t.deactivated(name)),
      onDone: () => setIsAsking(false),
    },
  );
  return (
    <Stack gap={4} align="flex-start">
      <Button
        size="compact-sm"
        variant="default"
        loading={switching.isPending}
        aria-label={out === null ? t.deactivateLabel(name) : t.activateLabel(name)}
        onClick={() => (out === null ? setIsAsking(true) : switching.mutate())}
      >
        {out === null ? t.deactivate : t.activate}
      </Button>
      {!isAsking && <FailureText message={switching.failure} size="xs" />}
      <ConfirmDialog
        title={t.deactivateTitle(name)}
        text={t.deactivateWords}
        action={t.deactivate}
        opened={isAsking}
        mutation={switching}
        onClose={() => setIsAsking(false)}
      />
    </Stack>
  );
}
