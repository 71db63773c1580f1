import { useParams, useSearch } from '@tanstack/react-router';
import { Pending } from '../components/balances/pending.tsx';
import { lazyPart } from '../components/lazy-part.tsx';
import { PayeePage } from '../components/payees/payee-page.tsx';
import { usePayeesTexts } from '../components/payees/texts.ts';
import { SectionHeader } from '../components/section-header.tsx';
import { AgencyInvoices } from './agency-invoices.tsx';

const FROM = '/console/agency/$client/payouts';

const Payouts = lazyPart(() => import('../components/payouts/payouts.tsx'));

/** Payouts of an agency, with its documents. */
export function PayoutsPage() {
  const client = Number(useParams({ from: FROM }).client);
  const owner = { kind: 'client', id: client } as const;
  return (
    <PayeePage
      key={client}
      owner={owner}
      payouts={<Payouts owner={owner} pending={(sums) => <Pending pending={sums} />} />}
    >
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
