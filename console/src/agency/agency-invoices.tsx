import { api, KEEP_PREVIOUS } from '../api.ts';
import { InvoiceTable } from '../components/invoices/invoice-table.tsx';
import { useAgencyTexts } from './texts.ts';

/** The invoices of an agency. The number of the page is in the URL. */
export function AgencyInvoices(props: { client: number; label: string; page: number; isEmbedded?: boolean }) {
  const { client, label, page, isEmbedded = false } = props;
  const t = useAgencyTexts().invoices;
  const params = { path: { client }, query: { page } };
  const invoices = api.useQuery('get', '/v2/clients/{client}/invoices', { params }, KEEP_PREVIOUS);
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
