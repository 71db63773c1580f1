import { type Me, useMe } from '../../session/use-me.ts';
import type { PayeeOwner } from './payee-api.ts';

/** What the reader may change of a payee. `reason` explains why not. */
export interface PayeeRights {
  /** Identity and consent. */
  details: boolean;
  /** The payout accounts. */
  accounts: boolean;
  reason: 'admin' | 'role';
}

/** Payees decide for themselves: the creator in person, an agency by its roles. */
export function rightsOf(me: Me, { kind, id }: PayeeOwner): PayeeRights {
  if (kind === 'user') return { details: me.id === id, accounts: me.id === id, reason: 'admin' };
  const role = me.clients.find((agency) => agency.id === id)?.role;
  return {
    details: role === 'owner' || role === 'finance',
    accounts: role === 'owner',
    reason: role === undefined ? 'admin' : 'role',
  };
}

export const usePayeeRights = (owner: PayeeOwner): PayeeRights => rightsOf(useMe(), owner);
