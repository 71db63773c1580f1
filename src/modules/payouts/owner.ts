import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Policy } from '../../platform/auth/policy.ts';
import { onAgency, onAgencyOnly, onUser, onUserOnly } from '../accounts/index.ts';

/** A payee: a creator or an agency, by the account of the ledger. */
export interface Owner {
  account: OwnerKind;
  id: number;
}

export type OwnerKind = 'creator' | 'client';

/** The paths of an owner's payouts, with the policies of reading and of changing. */
export const OWNER_PATHS = [
  {
    account: 'creator',
    path: 'users/:user',
    suffix: '',
    reads: onUser('user') as Policy<Actor, { id: number }>,
    decides: onUserOnly('user') as Policy<Actor, { id: number }>,
  },
  {
    account: 'client',
    path: 'clients/:client',
    suffix: 'OfClient',
    reads: onAgency('client') as Policy<Actor, { id: number }>,
    decides: onAgencyOnly('client') as Policy<Actor, { id: number }>,
  },
] as const;

/**
 * The condition that a row with `user_id` and `agency_id` belongs to the owner.
 * @param table the alias of the table
 */
export function ownedBy(owner: Owner, table: string): SQL {
  const column = owner.account === 'creator' ? 'user_id' : 'agency_id';
  return sql`${sql.identifier(table)}.${sql.identifier(column)} = ${owner.id}`;
}

/** The owner as the two columns of a row. */
export function ownerColumns({ account, id }: Owner): { userId: number | null; agencyId: number | null } {
  return account === 'creator' ? { userId: id, agencyId: null } : { userId: null, agencyId: id };
}

/** The subject of an entry in the audit log. */
export function auditSubject({ account, id }: Owner): { subjectKind: string; subjectId: number } {
  return { subjectKind: account === 'creator' ? 'user' : 'client', subjectId: id };
}
