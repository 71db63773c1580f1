import { Button, Modal } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { keepPreviousData } from '@tanstack/react-query';
import type { paths } from '@tributary/client';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { type Column, DataTable, listed } from '../../components/data-table.tsx';
import { useMay } from '../../components/role-limit.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { useApiMutation } from '../../components/use-api-mutation.ts';
import { useFormats } from '../../language/formats.ts';
import { useTrackingTexts } from './texts.ts';
import { VoucherForm } from './voucher-form.tsx';

type Voucher =
  paths['/v2/stores/{store}/vouchers']['get']['responses']['200']['content']['application/json']['data'][number];

/** Voucher codes of the store with their creators. */
export function Vouchers({ store, page, onPage }: { store: number; page: number; onPage: (page: number) => void }) {
  const t = useTrackingTexts().vouchers;
  const { day } = useFormats();
  const may = useMay('manage');
  const [isGiving, giving] = useDisclosure(false);
  const [leaving, setLeaving] = useState<Voucher | null>(null);
  const vouchers = api.useQuery(
    'get',
    '/v2/stores/{store}/vouchers',
    { params: { path: { store }, query: { page, size: 10 } } },
    { placeholderData: keepPreviousData },
  );
  const columns: Column<Voucher>[] = [
    { key: 'code', label: t.columns.code, cell: ({ code }) => <b>{code}</b> },
    { key: 'creator', label: t.columns.creator, cell: ({ user }) => user.username },
    { key: 'since', label: t.columns.since, wideOnly: true, cell: ({ created_at: at }) => day(at) },
    {
      key: 'actions',
      label: t.take,
      numeric: true,
      cell: (voucher) => (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          aria-label={t.takeLabel(voucher.code)}
          onClick={() => setLeaving(voucher)}
        >
          {t.take}
        </Button>
      ),
    },
  ];
  const give = (
    <Button size="xs" onClick={giving.open}>
      {t.give}
    </Button>
  );
  return (
    <section>
      <SectionHeader title={t.title} hint={t.hint}>
        {may && give}
      </SectionHeader>
      <DataTable
        label={t.title}
        columns={may ? columns : columns.filter(({ key }) => key !== 'actions')}
        {...listed(vouchers)}
        keyOf={({ id }) => id}
        empty={t.empty}
        page={page}
        onPage={onPage}
      />
      <Modal opened={isGiving} onClose={giving.close} title={t.give}>
        <VoucherForm store={store} onDone={giving.close} />
      </Modal>
      <TakeAway store={store} voucher={leaving} onClose={() => setLeaving(null)} />
    </section>
  );
}

function TakeAway({ store, voucher, onClose }: { store: number; voucher: Voucher | null; onClose: () => void }) {
  const t = useTrackingTexts().vouchers;
  const take = useApiMutation(
    async ({ id, code }: Voucher) => {
      await client.DELETE('/v2/stores/{store}/vouchers/{voucher}', { params: { path: { store, voucher: id } } });
      return code;
    },
    { done: t.taken, onDone: onClose },
  );
  return (
    <ConfirmDialog
      title={t.takeTitle(voucher?.code ?? '')}
      words={t.takeWarning}
      action={t.take}
      keep={t.keep}
      opened={voucher !== null}
      doing={{ ...take, mutate: () => voucher && take.mutate(voucher) }}
      onClose={onClose}
    />
  );
}
