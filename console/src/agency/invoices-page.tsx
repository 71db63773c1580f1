import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../api.ts';
import { InvoiceTable } from '../components/invoices/invoice-table.tsx';
import { PageHeader } from '../components/page-header.tsx';
import { useAgencyTexts } from './texts.ts';

const FROM = '/console/agency/$client/invoices';

/** Invoices of an agency. */
export function InvoicesPage() {
  const t = useAgencyTexts().invoices;
  const client = Number(useParams({ from: FROM }).client);
  const { page = 1 } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const invoices = api.useQuery(
    'get',
    '/v2/clients/{client}/invoices',
    { params: { path: { client }, query: { page } } },
    { placeholderData: keepPreviousData },
  );
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <InvoiceTable
        label={t.list}
        isToReader
        invoices={invoices.data}
        error={invoices.error}
        onRetry={invoices.refetch}
        isStale={invoices.isPlaceholderData}
        empty={t.empty}
        fileOf={({ id }, format) => `/clients/${client}/invoices/${id}/${format}`}
        page={page}
        onPage={(next) => navigate({ search: { page: next } })}
      />
    </>
  );
}
