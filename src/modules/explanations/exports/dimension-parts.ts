import { sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Value } from './dataset-rules.ts';

/** An instant as exports write it. */
export const at = (value: unknown): string | null => (value === null ? null : new Date(value as string).toISOString());
/** A value that is exported as it is. */
export const plain = (value: unknown) => value as Value;
/** Ids as an array of PostgreSQL. */
export const idsOf = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;
/** Users whom an agency of the actor represents. */
export const creatorsOf = ({ agencyIds }: Actor) =>
  sql`ARRAY (SELECT u.id FROM users u WHERE u.agency_id = ANY (${idsOf(agencyIds)}))`;
/** Whether the actor is a member of the store or an administrator. */
export const isOwnStore = (actor: Actor, storeId: unknown) =>
  actor.isAdmin || actor.storeIds.includes(storeId as number);
/** The order of data sets that are read whole. */
export const BY_ID = { key: sql`t.id`, keyType: sql`bigint`, order: 'ids' } as const;
