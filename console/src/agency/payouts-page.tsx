import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { api } from '../api.ts';
import { InvoiceTable } from '../components/invoices/invoice-table.tsx';
import { PayeePage } from '../components/payees/payee-page.tsx';
import { usePayeesTexts } from '../components/payees/texts.ts';
import { SectionHeader } from '../components/section-header.tsx';
import { useAgencyTexts } from './texts.ts';

const FROM = '/console/agency/$client/payouts';

/** Payouts of an agency, with its documents. */
export function PayoutsPage() {
  const client = Number(useParams({ from: FROM }).client);
  return (
    <PayeePage key={client} owner={{ kind: 'client', id: client }}>
      <Documents client={client} />
    </PayeePage>
  );
}

function Documents({ client }: { client: number }) {
  const t = useAgencyTexts().invoices;
  const { documents } = usePayeesTexts();
  const { page = 1 } = useSearch({ from: FROM });
  const navigate = useNavigate({ from: FROM });
  const invoices = api.useQuery(
    'get',
    '/v2/clients/{client}/invoices',
    { params: { path: { client }, query: { page } } },
    { placeholderData: keepPreviousData },
  );
  return (
    <section>
      <SectionHeader title={documents.title} hint={documents.hint} />
      <InvoiceTable
        label={documents.title}
        isToReader
        invoices={invoices.data}
        error={invoices.error}
        onRetry={invoices.refetch}
        isStale={invoices.isPlaceholderData}
        empty={t.empty}
        fileOf={({ id }, format) => `/clients/${client}/invoices/${id}/${format}`}
        page={page}
        onPage={(next) => navigate({ search: { page: next }, resetScroll: false })}
      />
    </section>
  );
}
