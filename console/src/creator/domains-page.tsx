import { LinkDomains } from '../components/link-domains/link-domains.tsx';
import { useLinkDomainsTexts } from '../components/link-domains/texts.ts';
import { PageHeader } from '../components/page-header.tsx';
import { useMe } from '../session/use-me.ts';

/** A creator's own domains for links. */
export function DomainsPage() {
  const t = useLinkDomainsTexts();
  const { id } = useMe();
  return (
    <>
      <PageHeader title={t.title} hint={t.hint} />
      <LinkDomains owner={{ user_id: id }} />
    </>
  );
}
