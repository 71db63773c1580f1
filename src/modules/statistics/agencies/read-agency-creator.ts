import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import {
  CREATOR_COLUMNS,
  CREATORS_WITH_MARKET,
  type CreatorOfAgency,
  type CreatorRow,
} from './list-agency-creators.ts';

/** Most channels of a creator that are listed. */
export const MAX_CHANNELS = 100;

/** A present creator of an agency. */
interface AgencyCreatorRecord extends CreatorOfAgency {
  createdAt: Date;
  /** Number of followers of all channels together. */
  followers: number;
  /** Most followers first. */
  channels: { type: 'blog' | 'social'; identifier: string; is_valid: boolean; followers: number }[];
}

/**
 * Reads a creator of an agency with the creator's channels.
 * @throws NotFound when the user does not exist, is erased, or has another agency or none
 */
export async function readAgencyCreator(
  { db }: Pick<Context, 'db'>,
  { agencyId, userId }: { agencyId: number; userId: number },
): Promise<AgencyCreatorRecord> {
  const channels = sql`FROM social_accounts a WHERE a.user_id = u.id`;
  const { rows } = await db.execute<
    CreatorRow & { created_at: string } & Pick<AgencyCreatorRecord, 'followers' | 'channels'>
  >(sql`
    SELECT ${CREATOR_COLUMNS}, u.created_at, (SELECT coalesce(sum(a.followers), 0)::bigint ${channels}) AS followers,
      ARRAY (SELECT json_build_object('type', a.type, 'identifier', a.identifier, 'is_valid', a.is_valid, 'followers', a.followers) ${channels}
        ORDER BY a.followers DESC, a.id LIMIT ${MAX_CHANNELS}) AS channels
    FROM ${CREATORS_WITH_MARKET} WHERE u.id = ${userId} AND u.agency_id = ${agencyId} AND u.erased_at IS NULL`);
  const row = rows[0];
  if (row === undefined) throw new NotFound('user');
  const { suspended, created_at: createdAt, ...rest } = row;
  return { ...rest, isSuspended: suspended, createdAt: new Date(createdAt) };
}
