import { useParams, useSearch } from '@tanstack/react-router';
import { PayeePage } from '../components/payees/payee-page.tsx';
import { usePayeesTexts } from '../components/payees/texts.ts';
import { SectionHeader } from '../components/section-header.tsx';
import { AgencyInvoices } from './agency-invoices.tsx';

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
  const { documents } = usePayeesTexts();
  const { page = 1, sort } = useSearch({ from: FROM });
  return (
    <section>
      <SectionHeader title={documents.title} hint={documents.hint} />
      <AgencyInvoices client={client} label={documents.title} page={page} sort={sort} isEmbedded />
    </section>
  );
}
