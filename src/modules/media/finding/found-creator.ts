import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { Language } from '../../../platform/locale.ts';
import { MAX_CHANNELS } from '../channels/channels.ts';
import type { PlatformName } from '../channels/platforms.ts';
import { type ListingConsent, type Profile, readProfiles } from '../profiles/profile.ts';
import { hasWorkedWith, isNotBlocked } from './conditions.ts';
import { MAX_LISTS } from './creator-lists.ts';
import { BAND_COLUMNS, type BandRow, type Bands, bandsOf, type OwnResults, ownResultsSql } from './results.ts';

/** A channel of a listed creator. */
interface FoundChannel {
  platform: PlatformName;
  identifier: string;
  url: string;
  isProven: boolean;
  /** Imported; null: not known. */
  followers: number | null;
  /** What the creator says. */
  statedFollowers: number | null;
}

/** What a store or an administrator sees of a creator who is listed. */
export interface FoundCreator extends Omit<Profile, keyof ListingConsent> {
  /** Of the largest channel; 0: none is known. */
  largestFollowers: number;
  channels: FoundChannel[];
  /** Over all stores; null: not shown. */
  bands: Bands;
  /** At the searching store; null: none, and for an administrator. */
  own: OwnResults | null;
  hasWorkedTogether: boolean;
  /** What the searching store has noted; null: nothing, and for an administrator who searches for no store. */
  note: string | null;
  /** Lists of the searching store. */
  listIds: number[];
}

type Row = BandRow & {
  user_id: number;
  followers: number;
  channels: FoundChannel[];
  own: OwnResults | null;
  worked: boolean;
  note: string | null;
  /** As texts, as the driver returns the elements of an array. */
  list_ids: string[];
};

/**
 * Reads creators as they are found, in the given order: only those who are listed, and whom the store has not blocked.
 * @param userIds at most a page
 * @param storeId the searching store; null: an administrator
 * @param language of the names of topics
 */
export async function readFound(
  db: Database,
  { userIds, storeId, language }: { userIds: readonly number[]; storeId: number | null; language: Language | null },
): Promise<FoundCreator[]> {
  if (userIds.length === 0) return [];
  const worked = storeId === null ? sql`false` : hasWorkedWith(storeId);
  const [{ rows }, profiles] = await Promise.all([
    db.execute<Row>(sql`
      SELECT l.user_id, l.followers, ${BAND_COLUMNS},
        ARRAY (SELECT json_build_object('platform', a.platform, 'identifier', a.identifier, 'url', a.url, 'isProven', a.proven_at IS NOT NULL,
          'followers', nullif(a.followers, 0), 'statedFollowers', a.stated_followers)
          FROM social_accounts a WHERE a.user_id = l.user_id AND a.platform IS NOT NULL ORDER BY a.proven_at IS NULL, a.id LIMIT ${MAX_CHANNELS}) AS channels,
        ${storeId === null ? sql`NULL::json` : ownResultsSql(sql`l.user_id`, storeId)} AS own, ${worked} AS worked,
        (SELECT n.text FROM creator_notes n WHERE n.store_id = ${storeId} AND n.user_id = l.user_id) AS note,
        ARRAY (SELECT m.list_id FROM creator_list_members m JOIN creator_lists x ON x.id = m.list_id
          WHERE m.user_id = l.user_id AND x.store_id = ${storeId} ORDER BY m.list_id LIMIT ${MAX_LISTS}) AS list_ids
      FROM unnest(${sql.param([...userIds])}::bigint[]) WITH ORDINALITY AS asked (id, place) JOIN listed_creators l ON l.user_id = asked.id
      WHERE ${storeId === null ? sql`true` : isNotBlocked(storeId)} ORDER BY asked.place`),
    readProfiles(db, userIds, language),
  ]);
  return rows.flatMap((row): FoundCreator[] => {
    const profile = profiles.get(row.user_id);
    if (profile === undefined) return [];
    const { isListed: _, showsResults: __, ...shown } = profile;
    return [
      {
        ...shown,
        largestFollowers: row.followers,
        channels: row.channels,
        bands: bandsOf(row),
        own: row.own,
        hasWorkedTogether: row.worked,
        note: row.note,
        listIds: row.list_ids.map(Number),
      },
    ];
  });
}
