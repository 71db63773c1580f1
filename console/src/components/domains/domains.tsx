import { Card, Divider, Skeleton, Stack } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { api } from '../../api.ts';
import { EmptyState } from '../empty-state.tsx';
import { Failure } from '../failure.tsx';
import { Note } from '../note.tsx';
import { SectionTitle } from '../section-title.tsx';
import type { Domain } from './domain.ts';
import { DomainEntry } from './domain-entry.tsx';
import { useDomainsTexts } from './texts.ts';

interface DomainsProps {
  store: number;
  /** Further actions for a domain, beside the check. */
  actions: (domain: Domain) => ReactNode;
  /** Content below the list. */
  children?: ReactNode;
}

/** Domains of a store with their status, proof instructions and check. */
export function Domains({ store, actions, children }: DomainsProps) {
  const t = useDomainsTexts();
  const { data, error, refetch } = api.useQuery('get', '/v2/stores/{store}/domains', { params: { path: { store } } });
  const domains = data?.domains;
  return (
    <Card component="section" aria-labelledby="domains">
      <SectionTitle id="domains">{t.title}</SectionTitle>
      <Note mb="md" maw={640}>
        {t.hint}
      </Note>
      {error && <Failure error={error} onRetry={refetch} />}
      {!error && domains === undefined && <Skeleton h={60} />}
      {domains?.length === 0 && <EmptyState {...t.none} />}
      <Stack gap="md">
        {domains?.map((domain, index) => (
          <Fragment key={domain.id}>
            {index > 0 && <Divider />}
            <DomainEntry store={store} domain={domain}>
              {actions(domain)}
            </DomainEntry>
          </Fragment>
        ))}
        {children}
      </Stack>
    </Card>
  );
}
