import { useParams } from '@tanstack/react-router';
import { LinkDomainsPage } from '../components/link-domains/link-domains-page.tsx';

/** An agency's own domains for links of its creators. */
export function DomainsPage() {
  const client = Number(useParams({ from: '/console/agency/$client/domains' }).client);
  return <LinkDomainsPage key={client} owner={{ client_id: client }} />;
}
