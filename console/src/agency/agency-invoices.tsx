import { keepPreviousData } from '@tanstack/react-query';
import { api } from '../api.ts';
import { InvoiceTable } from '../components/invoices/invoice-table.tsx';
import { useListNavigation } from '../components/use-list-navigation.ts';
import { useAgencyTexts } from './texts.ts';

/** The invoices of an agency. The number of the page is in the URL. */
export function AgencyInvoices(props: { client: number; label: string; page: number; resetScroll?: boolean }) {
  const { client, label, page, resetScroll = true } = props;
  const t = useAgencyTexts().invoices;
  const { turnTo } = useListNavigation({ resetScroll });
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
      invoices={invoices.data}
      error={invoices.error}
      onRetry={invoices.refetch}
      isStale={invoices.isPlaceholderData}
      empty={t.empty}
      fileOf={({ id }, format) => `/clients/${client}/invoices/${id}/${format}`}
      page={page}
      onPage={turnTo}
    />
  );
}
