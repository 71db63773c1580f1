import { Button, Stack, Text } from '@mantine/core';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { type Column, DataTable, listed } from '../../components/data-table.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { NewSecret } from '../../components/new-secret.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useTrackingTexts } from './texts.ts';

type StoreKey =
  paths['/v2/stores/{store}/api-keys']['get']['responses']['200']['content']['application/json']['data'][number];

const SCOPES = ['read', 'orders', 'campaigns', 'webhooks', 'gifts'] as const;
/** Most programs need no others. */
const USUAL = ['read', 'orders', 'campaigns'] as const;
const SIZE = 50;

/** The target of links to this section. */
export const KEYS_ID = 'api-keys';

/** API keys that belong to the store. Owners create and revoke them. */
export function StoreKeys({ store }: { store: number }) {
  const t = useTrackingTexts().keys;
  const isOwner = useMay('owner');
  const [leaving, setLeaving] = useState<StoreKey | null>(null);
  const keys = api.useQuery('get', '/v2/stores/{store}/api-keys', {
    params: { path: { store }, query: { size: SIZE } },
  });
  const columns = useColumns(isOwner ? setLeaving : null);
  return (
    <section id={KEYS_ID}>
      <SectionHeader title={t.title} hint={t.hint} />
      <Stack gap="lg">
        {isOwner ? (
          <NewSecret
            scopes={SCOPES}
            selected={USUAL}
            texts={t}
            onMake={async (body) =>
              (await client.POST('/v2/stores/{store}/api-keys', { params: { path: { store } }, body })).data!.key
            }
          />
        ) : (
          <Text size="sm" c="dimmed">
            {t.forOwners}
          </Text>
        )}
        <DataTable label={t.title} columns={columns} {...listed(keys)} keyOf={({ id }) => id} empty={t.empty} />
      </Stack>
      <Revoke store={store} storeKey={leaving} onClose={() => setLeaving(null)} />
    </section>
  );
}

function useColumns(onRevoke: ((key: StoreKey) => void) | null): Column<StoreKey>[] {
  const t = useTrackingTexts().keys;
  const { day, relative } = useFormats();
  const columns: Column<StoreKey>[] = [
    { key: 'name', label: t.name, value: ({ name }) => name, cell: ({ name }) => <b>{name}</b> },
    {
      key: 'hint',
      label: t.prefix,
      wideOnly: true,
      value: ({ hint }) => hint,
      cell: ({ hint }) => <code>{hint}…</code>,
    },
    {
      key: 'scopes',
      label: t.scopes,
      wideOnly: true,
      value: ({ scopes }) => scopes.map((one) => t.scopeNames[one]).join(', '),
      cell: ({ scopes }) => scopes.map((one) => t.scopeNames[one]).join(', '),
    },
    {
      key: 'by',
      label: t.createdBy,
      wideOnly: true,
      value: ({ created_by: by }) => by?.public_name,
      cell: ({ created_by: by }) => by?.public_name ?? '–',
    },
    {
      key: 'used',
      label: t.used,
      wideOnly: true,
      value: ({ last_used_at: at }) => at,
      cell: ({ last_used_at: at }) => (at === null ? t.never : relative(at)),
    },
    {
      key: 'expires',
      label: t.expires,
      value: ({ expires_at: at }) => at,
      cell: ({ expires_at: at }) => (at === null ? t.never : day(at)),
    },
  ];
  if (onRevoke === null) return columns;
  return [
    ...columns,
    {
      key: 'revoke',
      label: t.revoke,
      numeric: true,
      cell: (key) => (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={t.revokeLabel(key.name)}
          onClick={() => onRevoke(key)}
        >
          {t.revoke}
        </Button>
      ),
    },
  ];
}

function Revoke({ store, storeKey, onClose }: { store: number; storeKey: StoreKey | null; onClose: () => void }) {
  const t = useTrackingTexts().keys;
  const revoke = useApiMutation(
    async (key: number) =>
      await client.DELETE('/v2/stores/{store}/api-keys/{key}', { params: { path: { store, key } } }),
    { done: t.revoked, onDone: onClose },
  );
  return (
    <ConfirmDialog
      title={t.revokeTitle(storeKey?.name ?? '')}
      text={t.revokeText}
      action={t.revoke}
      keep={t.keep}
      opened={storeKey !== null}
      mutation={{ ...revoke, mutate: () => storeKey && revoke.mutate(storeKey.id) }}
      onClose={onClose}
    />
  );
}
