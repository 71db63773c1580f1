import { Button, Collapse, Group, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { type ReactNode, useId } from 'react';
import { client } from '../../api.ts';
import { useFormats } from '../../language/formats.ts';
import { NamedState } from '../named-state.tsx';
import { Note } from '../note.tsx';
import type { Domain } from './domain.ts';
import { ProofCheck } from './proof-check.tsx';
import { ProofInstructions } from './proof-instructions.tsx';
import { useDomainsTexts } from './texts.ts';

const TONES = { proven: 'good', consented: 'good', unproven: 'warning' } as const;

/** A domain with its status. An unproven domain also has the instructions for its proof and the button that checks it. */
export function DomainEntry({ store, domain, children }: { store: number; domain: Domain; children: ReactNode }) {
  const t = useDomainsTexts();
  const [isOpen, { toggle }] = useDisclosure(false);
  const panel = useId();
  const { host, standing } = domain;
  const isProven = standing === 'proven';
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="sm">
        <div>
          <NamedState name={host} tone={TONES[standing]}>
            {t.standings[standing]}
          </NamedState>
          <Note size="xs">
            <Since domain={domain} />
          </Note>
        </div>
        <Group gap="xs">
          {!isProven && (
            <Button
              size="compact-sm"
              variant="subtle"
              aria-expanded={isOpen}
              aria-controls={panel}
              aria-label={t.instructionsOf(host)}
              onClick={toggle}
            >
              {t.instructions}
            </Button>
          )}
          {children}
        </Group>
      </Group>
      {!isProven && (
        <Collapse expanded={isOpen} id={panel}>
          <Stack gap="md" pt="xs">
            <ProofInstructions proof={domain.proof} />
            <ProofCheck
              name={host}
              texts={t}
              methods={t.provenBy}
              check={async () =>
                (
                  await client.POST('/v2/stores/{store}/domains/{domain}/check', {
                    params: { path: { store, domain: domain.id } },
                  })
                ).data!
              }
              isProven={({ domain: { standing } }) => standing === 'proven'}
              proven={t.proven(host)}
            />
          </Stack>
        </Collapse>
      )}
    </Stack>
  );
}

function Since({ domain: { standing, proven_by: by, accepted_at: at, checked_at: checked } }: { domain: Domain }) {
  const t = useDomainsTexts();
  const { day, relative } = useFormats();
  if (standing === 'proven' && by !== null && at !== null) return t.accepted(t.provenBy[by], day(at));
  if (standing === 'consented' && at !== null) return t.acceptedOn(day(at));
  return checked === null ? t.neverChecked : t.checked(relative(checked));
}
