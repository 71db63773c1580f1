import { client } from '../../api.ts';
import { ConfirmButton } from '../../components/confirm-button.tsx';
import type { Domain } from '../../components/domains/domain.ts';
import { Domains } from '../../components/domains/domains.tsx';
import { useDomainsTexts } from '../../components/domains/texts.ts';

/** Domains of a store; administrators accept unproven ones. */
export function AdminStoreDomains({ store }: { store: number }) {
  return <Domains store={store} actions={(domain) => <Consent store={store} domain={domain} />} />;
}

function Consent({ store, domain: { id, host, standing } }: { store: number; domain: Domain }) {
  const t = useDomainsTexts();
  if (standing !== 'unproven') return null;
  const params = { path: { store, domain: id } };
  return (
    <ConfirmButton
      button={{ size: 'compact-sm', variant: 'default', 'aria-label': t.consentLabel(host) }}
      title={t.consentTitle(host)}
      text={t.consentWords}
      action={t.consent}
      act={() => client.POST('/v2/admin/stores/{store}/domains/{domain}/consent', { params })}
      done={t.consented(host)}
    />
  );
}
