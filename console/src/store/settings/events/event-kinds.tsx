import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../../api.ts';
import { type Column, DataTable } from '../../../components/data-table.tsx';
import { Dialog } from '../../../components/dialog.tsx';
import { SectionHeader } from '../../../components/section-header.tsx';
import { useFormats } from '../../../language/formats.ts';
import type { EventKind } from './kind.ts';
import { KindForm } from './kind-form.tsx';
import { useEventKindTexts } from './texts.ts';

/** The kinds of events that a store pays for beside orders. */
export default function EventKinds({ store, currency }: { store: number; currency: string }) {
  const t = useEventKindTexts();
  const { money } = useFormats();
  /** The kind that is edited; `new`: one is added. */
  const [edited, setEdited] = useState<EventKind | 'new' | null>(null);
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/event-kinds', {
    params: { path: { store } },
  });
  const columns: Column<EventKind>[] = [
    {
      key: 'name',
      label: t.columns.name,
      value: ({ name }) => name,
      cell: ({ name, archived_at: at }) => (at === null ? name : t.archived(name)),
    },
    { key: 'code', label: t.columns.code, wideOnly: true, value: ({ code }) => code, cell: ({ code }) => code },
    {
      key: 'price',
      label: t.columns.price,
      numeric: true,
      value: ({ cpl }) => cpl.minor,
      cell: ({ cpl }) => money(cpl.minor, cpl.currency),
    },
    {
      key: 'bill',
      label: t.columns.bill,
      numeric: true,
      wideOnly: true,
      value: ({ invoice_cpl: bill }) => bill.minor,
      cell: ({ invoice_cpl: bill }) => money(bill.minor, bill.currency),
    },
    {
      key: 'limit',
      label: t.columns.limit,
      numeric: true,
      wideOnly: true,
      value: ({ max_per_month: most }) => most,
      cell: ({ max_per_month: most }) => most ?? t.noLimit,
    },
    {
      key: 'actions',
      label: t.columns.actions,
      numeric: true,
      cell: (kind) => (
        <Button size="compact-sm" variant="subtle" aria-label={t.editLabel(kind.name)} onClick={() => setEdited(kind)}>
          {t.edit}
        </Button>
      ),
    },
  ];
  return (
    <section aria-labelledby="event-kinds">
      <SectionHeader id="event-kinds" title={t.title} hint={t.hint}>
        <Button size="xs" onClick={() => setEdited('new')}>
          {t.add}
        </Button>
      </SectionHeader>
      <DataTable
        label={t.title}
        columns={columns}
        rows={data?.data}
        keyOf={({ id }) => id}
        error={error}
        onRetry={refetch}
        empty={t.empty}
      />
      <Dialog
        opened={edited !== null}
        onClose={() => setEdited(null)}
        title={edited === null || edited === 'new' ? t.add : t.editLabel(edited.name)}
      >
        {edited !== null && (
          <KindForm
            store={store}
            currency={currency}
            kind={edited === 'new' ? null : edited}
            onDone={() => setEdited(null)}
          />
        )}
      </Dialog>
    </section>
  );
}
