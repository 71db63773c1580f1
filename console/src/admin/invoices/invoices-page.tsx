import { Button, Group, TextInput } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.ts';
import { DataTable, listed } from '../../components/data-table.tsx';
import { today } from '../../components/day-range.ts';
import { FilterSelect } from '../../components/filter-select.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SearchBox } from '../../components/search-box.tsx';
import { useListNavigation } from '../../components/use-list-navigation.ts';
import { omitUndefined, readMonth } from '../components/list-search.ts';
import { type Chosen, SelectedInvoices } from './selected-invoices.tsx';
import { sendAccountingIds, sendPayments } from './send-files.ts';
import { useInvoicesTexts } from './texts.ts';
import { UploadDialog } from './upload-dialog.tsx';
import { useInvoiceColumns } from './use-invoice-columns.tsx';

/** All invoices, by month, kind and state; the files of the bank and the accounting system. */
export function InvoicesPage() {
  const t = useInvoicesTexts();
  const { page = 1, query, sort, kind, state, month } = useSearch({ from: '/console/admin/invoices' });
  const { narrow, search, sortedTable } = useListNavigation();
  const [uploading, setUploading] = useState<'paid' | 'ax' | null>(null);
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const invoices = api.useQuery(
    'get',
    '/v2/admin/invoices',
    { params: { query: omitUndefined({ page, query, sort_by: sort, kind, state, month }) } },
    { placeholderData: keepPreviousData },
  );
  const kinds = ['store', 'client', 'creator'] as const;
  const states = ['unpaid', 'overdue', 'paid'] as const;
  const close = () => setUploading(null);
  const isNarrowed = [query, kind, state, month].some((word) => word !== undefined);
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
      <Group mb="md" align="flex-end">
        <SearchBox isTitled label={t.looking} value={query} onChange={search} />
        <FilterSelect
          label={t.kind}
          words={kinds.map((word) => [word, t.kinds[word]] as const)}
          value={kind}
          onChange={(word) => narrow({ kind: word })}
        />
        <FilterSelect
          label={t.state}
          words={states.map((word) => [word, t.states[word]] as const)}
          value={state}
          onChange={(word) => narrow({ state: word })}
        />
        <TextInput
          type="month"
          label={t.month}
          value={month ?? ''}
          onChange={({ currentTarget }) => narrow({ month: readMonth(currentTarget.value) })}
        />
      </Group>
      <SelectedInvoices invoices={invoices.data?.data ?? []} chosen={chosen} onChoose={setChosen} />
      <DataTable
        label={t.title}
        columns={useInvoiceColumns(chosen, setChosen)}
        {...listed(invoices)}
        keyOf={({ id }) => id}
        empty={isNarrowed ? t.nothingFound : t.empty}
        {...sortedTable(page, sort)}
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
