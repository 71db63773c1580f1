import { sql } from 'drizzle-orm';
import { userOf } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';

/**
 * Compares the terms of a store that its campaigns have promised with those before, and records what has changed, with the time and the author. Call it last in
 * the transaction that changes terms. Triggers do the same at the commit of other changes (`refuse_broken_promise.sql`), without an author.
 * @param participantIds those whose own terms have changed; omitted: the store's, or a campaign's
 * @throws QueryFailed TRB09, which the caller receives as 400 `terms_are_promised`, if terms are worse while a promise binds
 */
export async function keepPromisedTerms(
  { db: tx, now, actor }: Pick<Context, 'now' | 'actor'> & { db: Database },
  { storeId, participantIds }: { storeId: number; participantIds?: readonly number[] },
): Promise<void> {
  const people = participantIds === undefined ? null : [...participantIds];
  await tx.execute(sql`
    SELECT keep_promised_terms(${storeId}, ${sql.param(people)}::bigint[], ${now().toISOString()}, ${userOf(actor.userId)}::bigint)`);
}

/** The same for what a store changes for creators, who are named as users, or as those of agencies and tags. */
export async function keepTermsOfCreators(
  { db: tx, now, actor }: Pick<Context, 'now' | 'actor'> & { db: Database },
  {
    storeId,
    userIds,
    agencyIds = [],
    tagIds = [],
  }: { storeId: number; userIds: readonly number[]; agencyIds?: readonly number[]; tagIds?: readonly number[] },
): Promise<void> {
  const bigints = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;
  await tx.execute(sql`
    SELECT keep_promised_terms(${storeId}, promised_participants(${storeId}, ${bigints(userIds)}, ${bigints(agencyIds)}, ${bigints(tagIds)}),
      ${now().toISOString()}, ${userOf(actor.userId)}::bigint)`);
}

/**
 * Ends all promises of a store at once, and its guarantees, because the administration stops the store. Creators read the reason. Call it before what is
 * promised changes.
 */
export async function endPromisesOfStore(
  { db: tx, now, actor }: Pick<Context, 'now' | 'actor'> & { db: Database },
  { storeId, reason }: { storeId: number; reason: string },
): Promise<void> {
  await tx.execute(sql`
    SELECT end_promises(ARRAY (SELECT DISTINCT t.campaign_id FROM terms_promises t WHERE t.store_id = ${storeId}), ${now().toISOString()}, ${actor.userId}, ${reason})`);
  await tx.execute(sql`
    SELECT release_guarantees(ARRAY (SELECT g.id FROM guarantees g WHERE g.store_id = ${storeId} AND g.released_at IS NULL), ${now().toISOString()}, ${reason})`);
}

/** The error code of a change that would break a promise. */
export const TERMS_ARE_PROMISED = 'terms_are_promised';
