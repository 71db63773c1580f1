import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../api.ts';
import { InvoiceTable } from '../components/invoices/invoice-table.tsx';
import { useAgencyTexts } from './texts.ts';

/** The invoices of an agency. The number of the page is in the URL. */
export function AgencyInvoices(props: { client: number; label: string; page: number; isEmbedded?: boolean }) {
  const { client, label, page, isEmbedded = false } = props;
  const t = useAgencyTexts().invoices;
  const invoices = api.useQuery(
    'get',
    '/v2/clients/{client}/invoices',
    { params: { path: { client }, query: { page } } },
    { placeholderData: keepPreviousData },
  );
  return (
    <InvoiceTable
      label={label}
      isToReader
      query={invoices}
      empty={t.empty}
      fileOf={({ id }, format) => `/clients/${client}/invoices/${id}/${format}`}
      page={page}
      isEmbedded={isEmbedded}
    />
  );
}
