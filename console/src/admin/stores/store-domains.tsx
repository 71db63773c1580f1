import { Button } from '@mantine/core';
import { useState } from 'react';
import { client } from '../../api.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import type { Domain } from '../../components/domains/domain.ts';
import { Domains } from '../../components/domains/domains.tsx';
import { useDomainsTexts } from '../../components/domains/texts.ts';
import { useApiMutation } from '../../components/use-api-mutation.ts';

/** Domains of a store; administrators accept unproven ones. */
export function AdminStoreDomains({ store }: { store: number }) {
  return <Domains store={store} actions={(domain) => <Consent store={store} domain={domain} />} />;
}

function Consent({ store, domain: { id, host, standing } }: { store: number; domain: Domain }) {
  const t = useDomainsTexts();
  const [isAsking, setIsAsking] = useState(false);
  const consent = useApiMutation(
    () => client.POST('/v2/admin/stores/{store}/domains/{domain}/consent', { params: { path: { store, domain: id } } }),
    { done: t.consented(host), onDone: () => setIsAsking(false) },
  );
  if (standing !== 'unproven') return null;
  return (
    <>
      <Button size="compact-sm" variant="default" aria-label={t.consentLabel(host)} onClick={() => setIsAsking(true)}>
        {t.consent}
      </Button>
      <ConfirmDialog
        title={t.consentTitle(host)}
        text={t.consentWords}
        action={t.consent}
        opened={isAsking}
        mutation={consent}
        onClose={() => setIsAsking(false)}
      />
    </>
  );
}
