import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../platform/auth/actor.ts';
import type { Context } from '../../platform/context.ts';
import { Forbidden, InvalidInput, NotFound } from '../../platform/errors/errors.ts';
import type { EventAudience } from '../../platform/events/event-kind.ts';
import { requireUser } from '../accounts/index.ts';
import { requireStore } from '../stores/index.ts';

/** The owner of a webhook or a scheduled report; without an id, the platform. */
export interface Owner {
  storeId: number | null;
  agencyId: number | null;
  userId: number | null;
}

const PLATFORM: Owner = { storeId: null, agencyId: null, userId: null };

/** The owner that a caller names; at most one. */
export interface NamedOwner {
  storeId?: number | undefined;
  agencyId?: number | undefined;
  userId?: number | undefined;
}

/** The audience to which an owner belongs. */
export function audienceOf({ storeId, agencyId, userId }: Owner): EventAudience {
  if (storeId !== null) return 'store';
  if (agencyId !== null) return 'agency';
  return userId === null ? 'platform' : 'user';
}

/** Whether a caller may manage what belongs to an owner, as far as that follows from the caller alone. */
export function managesOwner(actor: Actor, { storeId, agencyId, userId }: Owner): boolean {
  if (actor.isAdmin) return true;
  if (storeId !== null) return actor.storeIds.includes(storeId);
  if (agencyId !== null) return actor.agencyIds.includes(agencyId);
  return userId !== null && userId === actor.userId;
}

/** Condition over a table with the columns of an owner: the caller may manage the row. @param table its alias in the statement */
export function managedBy(actor: Actor, table: SQL): SQL {
  if (actor.isAdmin) return sql`true`;
  return sql`(${table}.user_id = ${actor.userId} OR ${table}.store_id = ANY (${sql.param([...actor.storeIds])}::bigint[])
    OR ${table}.agency_id = ANY (${sql.param([...actor.agencyIds])}::bigint[]))`;
}

/**
 * Determines the owner of a new webhook. Without a named owner it is the platform for an administrator, otherwise the store or the agency of a
 * caller who has exactly one, otherwise the caller.
 * @throws InvalidInput naming the field; NotFound or Forbidden for an owner that the caller cannot act for
 */
export async function resolveOwner(ctx: Pick<Context, 'db' | 'actor'>, named: NamedOwner): Promise<Owner> {
  const { actor } = ctx;
  const { storeId, agencyId, userId } = named;
  refuseSeveral(named);
  if (storeId !== undefined) return { ...PLATFORM, storeId: (await requireStore(ctx, storeId)).id };
  if (agencyId !== undefined) return { ...PLATFORM, agencyId: await requireAgency(ctx, agencyId) };
  if (userId !== undefined) {
    const user = await requireUser(ctx, userId);
    if (!managesOwner(actor, { ...PLATFORM, userId: user.id })) throw new Forbidden();
    return { ...PLATFORM, userId: user.id };
  }
  if (actor.isAdmin) return PLATFORM;
  if (actor.storeIds.length + actor.agencyIds.length > 1)
    throw new InvalidInput({ store_id: ['must name the store, or client_id the agency, that this is for'] });
  const [ownStore] = actor.storeIds;
  const [ownAgency] = actor.agencyIds;
  if (ownStore !== undefined) return { ...PLATFORM, storeId: ownStore };
  if (ownAgency !== undefined) return { ...PLATFORM, agencyId: ownAgency };
  return { ...PLATFORM, userId: actor.userId };
}

function refuseSeveral({ storeId, agencyId, userId }: NamedOwner): void {
  const given = Object.entries({ store_id: storeId, client_id: agencyId, user_id: userId }).filter(
    ([, id]) => id !== undefined,
  );
  if (given.length < 2) return;
  throw new InvalidInput(
    Object.fromEntries(given.map(([field]) => [field, ['must be the only one of store_id, client_id and user_id']])),
  );
}

async function requireAgency({ db, actor }: Pick<Context, 'db' | 'actor'>, id: number): Promise<number> {
  const { rows } = await db.execute(sql`SELECT FROM agencies WHERE id = ${id}`);
  if (rows.length === 0 || !managesOwner(actor, { ...PLATFORM, agencyId: id })) throw new NotFound('client');
  return id;
}
