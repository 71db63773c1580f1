import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { Language } from '../../../platform/locale.ts';
import { MAX_CHANNELS } from '../channels/channels.ts';
import type { PlatformName } from '../channels/platforms.ts';
import { type ListingConsent, type Profile, readProfiles } from '../profiles/profile.ts';
import { belongsTo, hasWorkedWith, isFoundBy, type Searcher } from './conditions.ts';
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

/** What a store, an agency or an administrator sees of a creator who is listed. */
export interface FoundCreator extends Omit<Profile, keyof ListingConsent> {
  /** Of the largest channel; 0: none is known. */
  largestFollowers: number;
  channels: FoundChannel[];
  /** Over all stores; null: not shown. */
  bands: Bands;
  /** At the searching store; null: none, and for an agency and an administrator. */
  own: OwnResults | null;
  /** Belongs to the agency, if an agency searches. */
  hasWorkedTogether: boolean;
  /** What the searching store or agency has noted; null: nothing, and for an administrator who searches for neither. */
  note: string | null;
  /** Lists of the searching store or agency. */
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
 * Reads creators as they are found, in the given order: only those whom the searcher may find.
 * @param userIds at most a page
 * @param searcher a store or an agency; null: an administrator
 * @param language of the names of topics
 */
export async function readFound(
  db: Database,
  { userIds, searcher, language }: { userIds: readonly number[]; searcher: Searcher | null; language: Language | null },
): Promise<FoundCreator[]> {
  if (userIds.length === 0) return [];
  const worked = searcher === null ? sql`false` : hasWorkedWith(searcher);
  const own = searcher?.kind === 'store' ? ownResultsSql(sql`l.user_id`, searcher.id) : sql`NULL::json`;
  const isOwn = (alias: string) => (searcher === null ? sql`false` : belongsTo(alias, searcher));
  const [{ rows }, profiles] = await Promise.all([
    db.execute<Row>(sql`
      SELECT l.user_id, l.followers, ${BAND_COLUMNS},
        ARRAY (SELECT json_build_object('platform', a.platform, 'identifier', a.identifier, 'url', a.url, 'isProven', a.proven_at IS NOT NULL,
          'followers', nullif(a.followers, 0), 'statedFollowers', a.stated_followers)
          FROM social_accounts a WHERE a.user_id = l.user_id AND a.platform IS NOT NULL ORDER BY a.proven_at IS NULL, a.id LIMIT ${MAX_CHANNELS}) AS channels,
        ${own} AS own, ${worked} AS worked,
        (SELECT n.text FROM creator_notes n WHERE ${isOwn('n')} AND n.user_id = l.user_id) AS note,
        ARRAY (SELECT m.list_id FROM creator_list_members m JOIN creator_lists x ON x.id = m.list_id
          WHERE m.user_id = l.user_id AND ${isOwn('x')} ORDER BY m.list_id LIMIT ${MAX_LISTS}) AS list_ids
      FROM unnest(${sql.param([...userIds])}::bigint[]) WITH ORDINALITY AS asked (id, place) JOIN listed_creators l ON l.user_id = asked.id
      WHERE ${isFoundBy(searcher)} ORDER BY asked.place`),
    readProfiles(db, userIds, language),
  ]);
  return rows.flatMap((row): FoundCreator[] => {
    const profile = profiles.get(row.user_id);
    if (profile === undefined) return [];
    const { isListed: _, isListedForAgencies: __, showsResults: ___, ...shown } = profile;
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
