import { Button, Divider, Group, Skeleton, Stack } from '@mantine/core';
import type { paths } from '@tributary/client';
import { Fragment } from 'react';
import { api, client } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { ConfirmButton } from '../confirm-button.tsx';
import { ProofCheck } from '../domains/proof-check.tsx';
import { ProofInstructions } from '../domains/proof-instructions.tsx';
import { EmptyState } from '../empty-state.tsx';
import { Failure } from '../failure.tsx';
import { Form } from '../form.tsx';
import { LimitedInput } from '../limited-input.tsx';
import { NamedState } from '../named-state.tsx';
import { Note } from '../note.tsx';
import { RoleLimit } from '../role-limit.tsx';
import { SectionCard } from '../section-card.tsx';
import { useForm } from '../use-form.ts';
import { useLinkDomainsTexts } from './texts.ts';

type LinkDomain =
  paths['/v2/link-domains']['get']['responses']['200']['content']['application/json']['domains'][number];

/** The owner of the domains: a creator or an agency. */
export type DomainOwner = { user_id: number } | { client_id: number };

/** Domains of a creator or an agency for links: proof, check and removal. */
export function LinkDomains({ owner }: { owner: DomainOwner }) {
  const t = useLinkDomainsTexts();
  const { data, error, refetch } = api.useQuery('get', '/v2/link-domains', { params: { query: owner } });
  const domains = data?.domains;
  return (
    <RoleLimit need="manage">
      <SectionCard id="link-domains" title={t.list} hint={t.point}>
        {error && <Failure error={error} onRetry={refetch} />}
        {!error && domains === undefined && <Skeleton h={60} />}
        {domains?.length === 0 && <EmptyState {...t.none} />}
        <Stack gap="md">
          {domains?.map((domain) => (
            <Fragment key={domain.id}>
              <Entry domain={domain} />
              <Divider />
            </Fragment>
          ))}
          <AddDomain owner={owner} />
        </Stack>
      </SectionCard>
    </RoleLimit>
  );
}

function Entry({ domain }: { domain: LinkDomain }) {
  const t = useLinkDomainsTexts();
  const { day } = useFormats();
  const { id, host, proven_at: provenAt } = domain;
  return (
    <Stack gap="md">
      <Group justify="space-between" gap="sm">
        <div>
          <NamedState name={host} tone={provenAt === null ? 'warning' : 'good'}>
            {provenAt === null ? t.unproven : t.proven}
          </NamedState>
          <Note size="xs">{provenAt === null ? t.waiting : t.provenOn(day(provenAt))}</Note>
        </div>
        <ConfirmButton
          button={{ size: 'compact-sm', variant: 'subtle', color: 'red', 'aria-label': t.removeLabel(host) }}
          title={t.removeTitle(host)}
          text={t.removeWords}
          action={t.remove}
          act={() => client.DELETE('/v2/link-domains/{link_domain}', { params: { path: { link_domain: id } } })}
          done={t.removed}
        />
      </Group>
      {provenAt === null && (
        <>
          <ProofInstructions proof={domain.proof} />
          <ProofCheck
            name={host}
            texts={t}
            methods={t.methods}
            check={async () =>
              (await client.POST('/v2/link-domains/{link_domain}/check', { params: { path: { link_domain: id } } }))
                .data!
            }
            isProven={({ domain: { proven_at: at } }) => at !== null}
            proven={t.nowProven(host)}
          />
        </>
      )}
    </Stack>
  );
}

function AddDomain({ owner }: { owner: DomainOwner }) {
  const t = useLinkDomainsTexts();
  const form = useForm(
    { domain: '' },
    {
      send: ({ domain }) => client.POST('/v2/link-domains', { body: { domain: domain.trim(), ...owner } }),
      done: t.added,
    },
  );
  return (
    <Form of={form}>
      <Group align="flex-start" gap="sm">
        <LimitedInput
          label={t.label}
          placeholder={t.placeholder}
          required
          max={255}
          autoCapitalize="none"
          spellCheck={false}
          flex="0 1 320px"
          {...form.text('domain')}
        />
        <Button type="submit" mt={25} loading={form.isPending}>
          {t.add}
        </Button>
      </Group>
    </Form>
  );
}
