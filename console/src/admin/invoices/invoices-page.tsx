import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api, client } from '../../api.ts';
import { monthOf, today } from '../../components/day-range.ts';
import { wordsOf } from '../../components/filter-select.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { laterPart } from '../../components/lazy-part.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { useSelection } from '../../components/table/use-selection.ts';
import { useFormats } from '../../language/formats.ts';
import { omitUndefined } from '../components/list-search.ts';
import type { Invoice } from './invoice.ts';
import { sendAccountingIds, sendPayments } from './send-files.ts';
import { useInvoicesTexts } from './texts.ts';
import { useInvoiceColumns } from './use-invoice-columns.tsx';

const MarkPaid = laterPart(() => import('./mark-paid.tsx'));
const UploadDialog = laterPart(() => import('./upload-dialog.tsx'));

/** The months that are offered as a filter: three years. */
const MONTHS = 36;

/** All invoices, by month, kind and state; the files of the bank and the accounting system. */
export function InvoicesPage() {
  const t = useInvoicesTexts();
  const { page = 1, query, sort, kind, state, month } = useSearch({ from: '/console/admin/invoices' });
  const [uploading, setUploading] = useState<'paid' | 'ax' | null>(null);
  const selection = useSelection<Invoice>();
  const [marking, setMarking] = useState<readonly Invoice[]>([]);
  const filters = omitUndefined({ query, sort_by: sort, kind, state, month });
  const params = { query: { ...filters, page } };
  const invoices = api.useList('get', '/v2/admin/invoices', { params });
  const kinds = ['store', 'client', 'creator'] as const;
  const states = ['unpaid', 'overdue', 'paid'] as const;
  const { month: written } = useFormats();
  const earlier = Array.from({ length: MONTHS }, (_, before) => monthOf(today(), before).from.slice(0, 7));
  const offered = month === undefined ? earlier : [...new Set([...earlier, month])];
  const months = offered.map((one) => [one, written(one)] as const);
  const close = () => setUploading(null);
  const sample = invoices.data?.data[0]?.number ?? 'S2030-000001';
  return (
    <>
      <PageHeader title={t.title} hint={t.hint}>
        <Button variant="default" leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setUploading('ax')}>
          {t.axFile}
        </Button>
        <Button leftSection={<IconUpload size={16} aria-hidden />} onClick={() => setUploading('paid')}>
          {t.paidFile}
        </Button>
      </PageHeader>
      <FilteredList
        name="invoices"
        label={t.title}
        search={{ label: t.looking, value: query }}
        filters={[
          { name: 'kind', label: t.kind, words: wordsOf(kinds, t.kinds), value: kind },
          { name: 'state', label: t.state, words: wordsOf(states, t.states), value: state },
          { name: 'month', label: t.month, words: months, value: month },
        ]}
        columns={useInvoiceColumns()}
        query={invoices}
        keyOf={({ id }) => id}
        empty={t.empty}
        nothingFound={t.nothingFound}
        page={page}
        sort={sort}
        bulk={{
          ...selection,
          mayBeSelected: ({ paid_at: paidAt }) => paidAt === null,
          labelOf: ({ number }) => t.choose(number),
          acts: [{ label: t.markPaid, run: setMarking }],
          readPage: async (page, size) =>
            (await client.GET('/v2/admin/invoices', { params: { query: { ...filters, page, size } } })).data!,
        }}
      />
      <MarkPaid
        invoices={marking}
        opened={marking.length > 0}
        onClose={() => setMarking([])}
        onDone={() => {
          setMarking([]);
          selection.select(new Map());
        }}
      />
      <UploadDialog
        title={t.paidFileTitle}
        hint={t.paidFileHint}
        example={`invoice_id,paid_at\n${sample},${today()}`}
        doneWords={t.paidFileDone}
        send={sendPayments}
        opened={uploading === 'paid'}
        onClose={close}
      />
      <UploadDialog
        title={t.axFileTitle}
        hint={t.axFileHint}
        example={`invoice_id,ax_id\n${sample},AX-4711`}
        doneWords={t.axFileDone}
        send={sendAccountingIds}
        opened={uploading === 'ax'}
        onClose={close}
      />
    </>
  );
}
