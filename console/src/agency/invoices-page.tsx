import { useParams, useSearch } from '@tanstack/react-router';
import { PageHeader } from '../components/page-header.tsx';
import { AgencyInvoices } from './agency-invoices.tsx';
import { useAgencyTexts } from './texts.ts';

const FROM = '/console/agency/$client/invoices';

/** Invoices of an agency. */
export function InvoicesPage() {
  const t = useAgencyTexts().invoices;
  const client = Number(useParams({ from: FROM }).client);
  const { page = 1, sort } = useSearch({ from: FROM });
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <AgencyInvoices client={client} label={t.list} page={page} sort={sort} />
    </>
  );
}
