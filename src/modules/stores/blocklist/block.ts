import { sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { agenciesKnownTo, writeAudit } from '../../accounts/index.ts';
import { keepTermsOfCreators } from '../promised-terms/keep-promised-terms.ts';
import { tagsOfStore } from '../user-tags.ts';
import { type BlocklistEntry, readEntries } from './entry.ts';

/** The users, tags and agencies to block. */
export interface Targets {
  /** `validateClicks`: the user's existing links still earn. */
  users: readonly { id: number; validateClicks: boolean }[];
  userTagIds: readonly number[];
  agencyIds: readonly number[];
}

/**
 * Blocks users, user tags and agencies from earning at a store. Existing entries are unchanged.
 * @returns the new entries
 * @throws InvalidInput when nobody is named, or naming those that the store cannot know
 */
export async function block(
  { db, actor, now }: Context,
  { storeId, targets }: { storeId: number; targets: Targets },
): Promise<BlocklistEntry[]> {
  const { users, userTagIds, agencyIds } = targets;
  if (users.length + userTagIds.length + agencyIds.length === 0) {
    throw new InvalidInput({ body: ['must name at least one of users, user_tag_ids and client_ids'] });
  }
  return db.transaction(async (tx) => {
    await refuseUnknown({ tx, actor, storeId }, targets);
    // In the order of their ids, so that two callers cannot deadlock. If a user is named twice, the first entry counts.
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO blocklist (store_id, user_id, user_tag_id, agency_id, validate_clicks, created_by, created_at)
      SELECT ${storeId}, user_id, user_tag_id, agency_id, validate_clicks, ${actor.userId}, ${now().toISOString()} FROM (
        SELECT id, NULL::bigint, NULL::bigint, validate_clicks, n
        FROM unnest(${bigints(users.map((user) => user.id))}, ${sql.param(users.map((user) => user.validateClicks))}::boolean[])
          WITH ORDINALITY AS named (id, validate_clicks, n)
        UNION ALL SELECT NULL, id, NULL, false, n FROM unnest(${bigints(userTagIds)}) WITH ORDINALITY AS named (id, n)
        UNION ALL SELECT NULL, NULL, id, false, n FROM unnest(${bigints(agencyIds)}) WITH ORDINALITY AS named (id, n)
      ) AS named (user_id, user_tag_id, agency_id, validate_clicks, n)
      ORDER BY user_id, user_tag_id, agency_id, n ON CONFLICT DO NOTHING RETURNING id`);
    const added = rows.map((row) => row.id);
    if (added.length === 0) return [];
    await writeAudit(tx, {
      actor,
      action: 'blocklist.added',
      subjectKind: 'store',
      subjectId: storeId,
      details: { entries: added },
    });
    const userIds = users.map(({ id }) => id);
    await keepTermsOfCreators({ db: tx, actor, now }, { storeId, userIds, agencyIds, tagIds: userTagIds });
    return readEntries({ db: tx }, sql`b.id = ANY (${bigints(added)})`);
  });
}

/**
 * Locks the named records until the entries are written. An erased user, an administrator, a tag of another store, and an agency
 * that the caller does not know of are unknown, because an entry shows names, which must not be discoverable by guessing.
 */
async function refuseUnknown(
  { tx, actor, storeId }: { tx: Context['db']; actor: Actor; storeId: number },
  { users, userTagIds, agencyIds }: Targets,
) {
  const userIds = users.map((user) => user.id);
  const known = {
    users: await tx.execute<{ id: number }>(
      sql`SELECT id FROM users WHERE id = ANY (${bigints(userIds)}) AND erased_at IS NULL AND NOT is_admin ORDER BY id FOR KEY SHARE`,
    ),
    tags: await tx.execute<{ id: number }>(
      sql`SELECT id FROM user_tags t WHERE id = ANY (${bigints(userTagIds)}) AND ${tagsOfStore(storeId)} ORDER BY id FOR KEY SHARE`,
    ),
    agencies: await tx.execute<{ id: number }>(
      sql`SELECT c.id FROM agencies c WHERE c.id = ANY (${bigints(agencyIds)}) AND ${agenciesKnownTo(actor)} ORDER BY c.id FOR KEY SHARE`,
    ),
  };
  const errors = Object.fromEntries([
    ...unknown(userIds, known.users.rows, (at) => [`users.${at}.id`, 'must be the id of a user that exists']),
    ...unknown(userTagIds, known.tags.rows, (at) => [`user_tag_ids.${at}`, 'must be the id of a user tag that exists']),
    ...unknown(agencyIds, known.agencies.rows, (at) => [`client_ids.${at}`, 'must be the id of a client that exists']),
  ]);
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

function unknown(
  ids: readonly number[],
  known: readonly { id: number }[],
  fault: (at: number) => [path: string, sentence: string],
): [string, string[]][] {
  const there = new Set(known.map((row) => row.id));
  return ids.flatMap((id, at) => {
    const [path, sentence] = fault(at);
    return there.has(id) ? [] : [[path, [sentence]]];
  });
}

const bigints = (ids: readonly number[]) => sql`${sql.param([...ids])}::bigint[]`;
