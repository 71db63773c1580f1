import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { Language } from '../../../platform/locale.ts';
import { MAX_PAGE_SIZE } from '../../../platform/page-size.ts';
import { type Answer, KNOWN_TO_STORE, readAnswers } from '../../campaigns/index.ts';
import { tagsOfStore } from '../../stores/index.ts';
import { MAX_CHANNELS } from '../channels/channels.ts';
import type { PlatformName } from '../channels/platforms.ts';
import { type BandRow, type Bands, bandsOf, type OwnResults, ownResultsSql } from '../finding/results.ts';
import { MAX_ENTRIES } from '../influencers/list-influencers.ts';
import { type Profile, readProfiles } from './profile.ts';

/** A channel as stores see it, or an account at a social network that was imported without its platform. */
interface SeenChannel {
  platform: PlatformName | null;
  identifier: string;
  url: string | null;
  isProven: boolean;
  /** Imported; null: not known. */
  followers: number | null;
  /** What the creator says. */
  statedFollowers: number | null;
}

/** What a store sees of a creator who has applied or takes part. */
export interface ParticipantProfile extends Profile {
  participantId: number;
  /** The name of the creator's market. */
  market: string | null;
  channels: SeenChannel[];
  /** Common user tags and the store's own. */
  tags: { id: number; name: string }[];
  /** At the store in the 90 days before today; null: none. */
  own: OwnResults | null;
  /** Over all stores, of a listed creator who shows them. */
  bands: Bands;
  /** The first comment of the creator on the participation. */
  message: string | null;
  answers: readonly Answer[];
}

type Row = BandRow & {
  own: OwnResults | null;
  participant_id: number;
  user_id: number;
  market: string | null;
  message: string | null;
  channels: SeenChannel[];
  tags: { id: number; name: string }[];
};

/**
 * Reads what a store sees of participants of its campaign: only of creators who have applied or joined, never of those whom the store has only named,
 * invited or declined.
 * @param language of the names of topics
 * @param participantIds at most a page of them; those of other campaigns are not found
 */
export async function readParticipantProfiles(
  db: Database,
  {
    campaignId,
    storeId,
    participantIds,
    language,
  }: { campaignId: number; storeId: number; participantIds: readonly number[]; language: Language | null },
): Promise<ParticipantProfile[]> {
  const { rows } = await db.execute<Row>(sql`
    SELECT p.id AS participant_id, u.id AS user_id, g.name AS market, ${ownResultsSql(sql`u.id`, storeId)} AS own,
      coalesce(l.click_band, 0) AS click_band, coalesce(l.order_band, 0) AS order_band,
      coalesce(l.conversion_band, 0) AS conversion_band, coalesce(l.approval_band, 0) AS approval_band,
      (SELECT c.text FROM comments c WHERE c.participant_id = p.id AND c.author_id = p.user_id AND c.deleted_at IS NULL ORDER BY c.id LIMIT 1) AS message,
      ARRAY (SELECT json_build_object('platform', a.platform, 'identifier', a.identifier, 'url', a.url,
        'isProven', a.proven_at IS NOT NULL OR a.platform IS NULL AND a.is_valid, 'followers', nullif(a.followers, 0), 'statedFollowers', a.stated_followers)
        FROM social_accounts a WHERE a.user_id = u.id ORDER BY a.proven_at IS NULL, a.id LIMIT ${2 * MAX_CHANNELS}) AS channels,
      ARRAY (SELECT json_build_object('id', t.id, 'name', t.name) FROM user_tag_members m JOIN user_tags t ON t.id = m.user_tag_id
        WHERE m.user_id = u.id AND ${tagsOfStore(storeId)} ORDER BY t.id LIMIT ${MAX_ENTRIES}) AS tags
    FROM participants p JOIN users u ON u.id = p.user_id LEFT JOIN agencies y ON y.id = u.agency_id
      LEFT JOIN store_groups g ON g.id = coalesce(u.store_group_id, y.store_group_id) LEFT JOIN listed_creators l ON l.user_id = u.id AND l.for_stores
    WHERE p.campaign_id = ${campaignId} AND p.id = ANY (${sql.param([...participantIds])}::bigint[]) AND u.erased_at IS NULL
      AND p.status = ANY (${sql.param([...KNOWN_TO_STORE])}::text[])
    ORDER BY p.id LIMIT ${MAX_PAGE_SIZE}`);
  const [profiles, answers] = await Promise.all([
    readProfiles(
      db,
      rows.map((row) => row.user_id),
      language,
    ),
    readAnswers(
      db,
      rows.map((row) => row.participant_id),
    ),
  ]);
  return rows.flatMap(({ participant_id: participantId, user_id: userId, ...row }) => {
    const profile = profiles.get(userId);
    return profile === undefined
      ? []
      : [{ ...profile, ...row, bands: bandsOf(row), participantId, answers: answers.get(participantId) ?? [] }];
  });
}
