import { api } from '../api.ts';
import { InvoiceTable } from '../components/invoices/invoice-table.tsx';
import type { InvoicesSort } from '../components/invoices/search.ts';
import { useAgencyTexts } from './texts.ts';

/** The invoices of an agency. The number of the page and the sort order are in the URL. */
export function AgencyInvoices(props: {
  client: number;
  label: string;
  page: number;
  sort: InvoicesSort;
  isEmbedded?: boolean;
}) {
  const { client, label, page, sort, isEmbedded = false } = props;
  const t = useAgencyTexts().invoices;
  const params = { path: { client }, query: { page, ...(sort === undefined ? {} : { sort_by: sort }) } };
  const invoices = api.useList('get', '/v2/clients/{client}/invoices', { params });
  return (
    <InvoiceTable
      label={label}
      isToReader
      query={invoices}
      empty={t.empty}
      fileOf={({ id }, format) => `/clients/${client}/invoices/${id}/${format}`}
      page={page}
      sort={sort}
      isEmbedded={isEmbedded}
    />
  );
}
