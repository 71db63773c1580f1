import { type Me, useMe } from '../../session/use-me.ts';
import type { PayeeOwner } from './payee-api.ts';

/** The data of a payee that the reader may change. `reason` explains a missing permission. */
export interface PayeeRights {
  /** Whether the reader may change identity and consent. */
  details: boolean;
  /** Whether the reader may change the payout accounts. */
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
