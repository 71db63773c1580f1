import { LinkDomainsPage } from '../components/link-domains/link-domains-page.tsx';
import { useMe } from '../session/use-me.ts';

/** A creator's own domains for links. */
export function DomainsPage() {
  const { id } = useMe();
  return <LinkDomainsPage owner={{ user_id: id }} />;
}
