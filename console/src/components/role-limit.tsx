import { Alert, Fieldset } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { permits, type TeamNeed } from '../../../src/platform/auth/team-role.ts';
import { hasRoleNotice, type Place, placeOf, roleIn } from '../session/access.ts';
import { useMe } from '../session/use-me.ts';
import { useCommonTexts } from './texts.ts';

type Need = Exclude<TeamNeed, 'read'>;

/** The store or agency of the address. */
export const usePlace = (): Place => placeOf(useParams({ strict: false }));

/** Whether the user's role in the store or agency of the address permits something. Controls that it does not permit are hidden or disabled. */
export function useMay(need: Need): boolean {
  const role = roleIn(useMe(), usePlace());
  return role === null || permits(role, need);
}

/** Says why controls are missing or disabled, or that an administrator views the team of others; nothing for owners. */
export function RoleNotice() {
  const { role: t } = useCommonTexts();
  const [me, place] = [useMe(), usePlace()];
  if (!hasRoleNotice(me, place)) return null;
  const role = roleIn(me, place);
  return (
    <Alert variant="light" color="ink" c="var(--mantine-color-text)" mb="md" p="xs">
      {role === null || role === 'owner' ? t.visitor : t.notice[role]}
    </Alert>
  );
}

/** Disables the controls of forms that the role of the user does not permit. */
export function RoleLimit({ need, children }: { need: Need; children: ReactNode }) {
  const may = useMay(need);
  const { role: t } = useCommonTexts();
  if (may) return children;
  return (
    <Fieldset disabled variant="unstyled" aria-label={t.disabled} miw={0}>
      {children}
    </Fieldset>
  );
}
