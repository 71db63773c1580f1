import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useParams, useSearch } from '@tanstack/react-router';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import type { Column } from '../../components/data-table.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { FailureText } from '../../components/failure.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { useCommonTexts } from '../../components/texts.ts';
import { showUndo } from '../../components/undo-toast.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useTrackingTexts } from './texts.ts';
import { VoucherForm } from './voucher-form.tsx';
import { WaitingOrders } from './waiting-orders.tsx';

type Voucher =
  paths['/v2/stores/{store}/vouchers']['get']['responses']['200']['content']['application/json']['data'][number];

const FROM = '/console/shop/$store/vouchers';

/** Voucher codes of the store with their creators. */
export function VouchersPage() {
  const store = Number(useParams({ from: FROM }).store);
  const { sort, page = 1 } = useSearch({ from: FROM });
  const { vouchers: t, waiting: w } = useTrackingTexts();
  const [waiting, setWaiting] = useState<Voucher | null>(null);
  const { day } = useFormats();
  const may = useMay('manage');
  const [isGiving, giving] = useDisclosure(false);
  const take = useRemoveVoucher(store);
  const params = { path: { store }, query: { page, size: 10, ...(sort === undefined ? {} : { sort_by: sort }) } };
  const vouchers = api.useList('get', '/v2/stores/{store}/vouchers', { params });
  const columns: Column<Voucher>[] = [
    {
      key: 'code',
      sortable: true,
      label: t.columns.code,
      value: ({ code }) => code,
      cell: ({ code, exclusive }) => <b>{exclusive ? t.exclusiveCode(code) : code}</b>,
    },
    {
      key: 'creator',
      sortable: true,
      label: t.columns.creator,
      value: ({ user }) => user.public_name,
      cell: ({ user }) => user.public_name,
    },
    {
      key: 'created_at',
      sortable: true,
      latestFirst: true,
      label: t.columns.since,
      wideOnly: true,
      value: ({ created_at: at }) => at,
      cell: ({ created_at: at }) => day(at),
    },
    {
      key: 'actions',
      label: t.take,
      numeric: true,
      cell: (voucher) => (
        <Group gap="xs" justify="flex-end">
          <Button
            size="compact-sm"
            variant="subtle"
            aria-label={w.openLabel(voucher.code)}
            onClick={() => setWaiting(voucher)}
          >
            {w.open}
          </Button>
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            aria-label={t.takeLabel(voucher.code)}
            disabled={take.isPending}
            onClick={() => take.mutate(voucher)}
          >
            {t.take}
          </Button>
        </Group>
      ),
    },
  ];
  const give = (
    <Button size="xs" onClick={giving.open}>
      {t.give}
    </Button>
  );
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        {may && give}
      </PageHeader>
      <FailureText message={take.failure} />
      <FilteredList
        name="vouchers"
        label={t.title}
        columns={may ? columns : columns.filter(({ key }) => key !== 'actions')}
        query={vouchers}
        keyOf={({ id }) => id}
        empty={t.empty}
        page={page}
        sort={sort}
      />
      <Dialog opened={isGiving} onClose={giving.close} title={t.give}>
        <VoucherForm store={store} onDone={giving.close} />
      </Dialog>
      <Dialog opened={waiting !== null} onClose={() => setWaiting(null)} title={w.title(waiting?.code ?? '')}>
        {waiting && <WaitingOrders store={store} voucher={waiting.id} />}
      </Dialog>
    </>
  );
}

/** Removing a voucher needs no confirmation, since the toast offers to undo it. */
function useRemoveVoucher(store: number) {
  const t = useTrackingTexts().vouchers;
  const { undo } = useCommonTexts();
  const restore = useApiMutation(
    async ({ code, user, exclusive }: Voucher) => {
      const body = { code, user_id: user.id, exclusive };
      await client.POST('/v2/stores/{store}/vouchers', { params: { path: { store } }, body });
      return code;
    },
    { done: t.given },
  );
  const take = useApiMutation(
    async (voucher: Voucher) => {
      const path = { store, voucher: voucher.id };
      await client.DELETE('/v2/stores/{store}/vouchers/{voucher}', { params: { path } });
      return voucher;
    },
    {
      onDone: (voucher) =>
        showUndo({ message: t.taken(voucher.code), label: undo, onUndo: () => restore.mutate(voucher) }),
    },
  );
  return { ...take, failure: take.failure ?? restore.failure };
}
