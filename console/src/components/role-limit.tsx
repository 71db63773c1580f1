import { Alert, Fieldset } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useMe } from '../session/use-me.ts';
import { useCommonTexts } from './texts.ts';

type Role = 'owner' | 'manager' | 'finance' | 'read_only';
type Need = 'manage' | 'finance' | 'owner';

/** The permissions of each role besides reading. The server decides by its own table in `platform/auth/team-roles.ts`. */
const PERMITTED: Record<Role, readonly Need[]> = {
  owner: ['manage', 'finance', 'owner'],
  manager: ['manage'],
  finance: ['finance'],
  read_only: [],
};

/** The role of the user in the store or agency of the URL; null for administrators and on other pages, where no role applies. */
function useRole(): Role | null {
  const { roles, stores, clients } = useMe();
  const { store, client } = useParams({ strict: false });
  if (roles.includes('admin')) return null;
  const team = store === undefined ? clients : stores;
  return team.find(({ id }) => id === Number(store ?? client))?.role ?? null;
}

/** Whether the user's role in the store or agency of the address permits something. Controls that it does not permit are hidden or disabled. */
export function useMay(need: Need): boolean {
  const role = useRole();
  return role === null || PERMITTED[role].includes(need);
}

/** Whether an administrator views a store or agency without being a member of its team. */
function useIsVisitor(): boolean {
  const { roles, stores, clients } = useMe();
  const { store, client } = useParams({ strict: false });
  if (!roles.includes('admin') || (store ?? client) === undefined) return false;
  return !(store === undefined ? clients : stores).some(({ id }) => id === Number(store ?? client));
}

/** Says why controls are missing or disabled, or that an administrator views the team of others; nothing for owners. */
export function RoleNotice() {
  const { role: t } = useCommonTexts();
  const role = useRole();
  const isVisitor = useIsVisitor();
  if (!isVisitor && (role === null || role === 'owner')) return null;
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
