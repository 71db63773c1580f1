import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { isCreator } from '../../accounts/index.ts';
import { type RelationshipRow, relationshipColumns, relationshipOfRow } from '../../stores/index.ts';
import { isTargetable, isTargetableByGroup } from '../campaign/targets.ts';
import { groupTargetsOf } from '../policy.ts';

/** The creators that a campaign targets, as far as its store may know. */
export interface AudienceOfCampaign {
  /** Number of named creators; of all creators if the campaign names none. */
  creators: number;
  /** Number of creators in the targeted groups, rounded down; null without groups. */
  byGroup: number | null;
  /** Some of `creators` that the store knows, most clicks first. */
  sample: { userId: number; displayName: string; clicks: number }[];
}

/** The kinds of targets of a campaign. */
export interface TargetSummary {
  isForEverybody: boolean;
  hasGroups: boolean;
}

const SAMPLE_SIZE = 8;
/** Number of past days whose clicks count. */
const BUSY_DAYS = 90;
/** Group sizes are rounded down to a multiple of this number. */
const STEP = 5;

/**
 * Counts the creators that a campaign targets and that its store works with. Comparing two responses must not reveal which
 * agency, tier, market or tag a creator belongs to. Members of groups are therefore never named, are counted separately from
 * users whom the store names or blocks, and only in steps.
 */
export async function readAudienceOfCampaign(
  ctx: Pick<Context, 'db' | 'now'>,
  { storeId, campaignId, aim: targets }: { storeId: number; campaignId: number; aim: TargetSummary },
): Promise<AudienceOfCampaign> {
  const isNamed = sql`u.id IN (SELECT t.user_id FROM campaign_targets t WHERE t.campaign_id = ${campaignId})`;
  const isInGroup = sql`${campaignId} IN (${groupTargetsOf(sql`somebody.id`)})`;
  const personally = sql`SELECT u.id AS user_id FROM users u
    WHERE ${isCreator(sql`u`)} AND ${isTargetable(storeId)} AND ${targets.isForEverybody ? sql`true` : isNamed}`;
  const byGroup = sql`SELECT somebody.id FROM
    (SELECT u.id FROM users u WHERE ${isCreator(sql`u`)} AND ${isTargetableByGroup(storeId)}) somebody WHERE ${isInGroup}`;
  return {
    creators: await count(ctx, personally),
    byGroup: targets.hasGroups ? Math.floor((await count(ctx, byGroup)) / STEP) * STEP : null,
    sample: await readKnown(ctx, { storeId, audience: personally }),
  };
}

async function count({ db }: Pick<Context, 'db'>, people: SQL): Promise<number> {
  const { rows } = await db.execute<{ creators: number }>(sql`SELECT count(*) AS creators FROM (${people}) a`);
  return rows[0]!.creators;
}

/** Returns some of an audience that the store already knows through links or campaigns. */
async function readKnown(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, audience }: { storeId: number; audience: SQL },
): Promise<AudienceOfCampaign['sample']> {
  const { rows } = await db.execute<RelationshipRow & { id: number; display_name: string; clicks: number }>(sql`
    WITH audience AS MATERIALIZED (${audience}), busy AS (
      SELECT user_id, sum(clicks)::bigint AS clicks FROM link_days
      WHERE store_id = ${storeId} AND day > (${now().toISOString()}::timestamptz)::date - ${BUSY_DAYS}::int GROUP BY user_id
    ), known AS (
      SELECT user_id FROM links WHERE store_id = ${storeId}
      UNION SELECT p.user_id FROM participants p JOIN campaigns o ON o.id = p.campaign_id WHERE o.store_id = ${storeId}
      UNION SELECT only_user_id FROM campaigns WHERE store_id = ${storeId}
    )
    SELECT u.id, u.public_name AS display_name, coalesce(b.clicks, 0) AS clicks, ${relationshipColumns(storeId)}
    FROM audience a JOIN known k ON k.user_id = a.user_id JOIN users u ON u.id = a.user_id LEFT JOIN busy b ON b.user_id = a.user_id
    ORDER BY coalesce(b.clicks, 0) DESC, u.id LIMIT ${SAMPLE_SIZE}`);
  const known = rows.filter((row) => relationshipOfRow(row) !== 'none');
  return known.map((row) => ({ userId: row.id, displayName: row.display_name, clicks: row.clicks }));
}
