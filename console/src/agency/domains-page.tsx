import { useParams } from '@tanstack/react-router';
import { LinkDomains } from '../components/link-domains/link-domains.tsx';
import { useLinkDomainsTexts } from '../components/link-domains/texts.ts';
import { PageHeader } from '../components/page-header.tsx';

/** An agency's own domains for links of its creators. */
export function DomainsPage() {
  const t = useLinkDomainsTexts();
  const client = Number(useParams({ from: '/console/agency/$client/domains' }).client);
  return (
    <>
      <PageHeader title={t.title} hint={t.hintAgency} />
      <LinkDomains key={client} owner={{ client_id: client }} />
    </>
  );
}
