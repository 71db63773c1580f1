import { Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api.ts';
import { DataTable, listed } from '../../components/data-table.tsx';
import { FilteredList } from '../../components/filtered-list.tsx';
import { PageHeader } from '../../components/page-header.tsx';
import { SectionHeader } from '../../components/section-header.tsx';
import { omitUndefined } from '../components/list-search.ts';
import { useReconciliationTexts } from './texts.ts';
import { UploadReport } from './upload-report.tsx';
import { useEntryColumns } from './use-entry-columns.tsx';

/** Upload of bank reports, their doubtful and unmatched entries, and all their entries. */
export function ReconciliationPage() {
  const t = useReconciliationTexts();
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <Stack gap="xl">
        <UploadReport />
        <Open outcome="doubtful" />
        <Open outcome="unmatched" />
        <AllEntries />
      </Stack>
    </>
  );
}

function Open({ outcome }: { outcome: 'doubtful' | 'unmatched' }) {
  const t = useReconciliationTexts()[outcome === 'doubtful' ? 'doubtful' : 'open'];
  const [page, setPage] = useState(1);
  const params = { query: { outcome, page } } as const;
  const entries = api.useList('get', '/v2/bank-entries', { params });
  return (
    <section>
      <SectionHeader title={t.title} hint={t.hint} />
      <DataTable
        label={t.title}
        columns={useEntryColumns(outcome)}
        {...listed(entries)}
        keyOf={({ id }) => id}
        empty={t.empty}
        page={page}
        onPage={setPage}
      />
    </section>
  );
}

function AllEntries() {
  const t = useReconciliationTexts();
  const { page = 1, sort, outcome } = useSearch({ from: '/console/admin/reconciliation' });
  const params = { query: omitUndefined({ page, sort_by: sort, outcome }) };
  const entries = api.useList('get', '/v2/bank-entries', { params });
  return (
    <section>
      <SectionHeader title={t.all.title} />
      <FilteredList
        name="bank-entries"
        label={t.all.title}
        filters={[{ name: 'outcome', label: t.all.outcome, words: t.outcomes, value: outcome }]}
        columns={useEntryColumns('all')}
        query={entries}
        keyOf={({ id }) => id}
        empty={t.all.empty}
        nothingFound={t.all.nothingFound}
        page={page}
        sort={sort}
        isEmbedded
      />
    </section>
  );
}
