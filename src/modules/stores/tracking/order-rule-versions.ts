import { sql } from 'drizzle-orm';
import { userOf } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { PERSON_COLUMN, type Person } from '../../accounts/index.ts';

/** Which trace of a creator decides when a report has a click and a voucher (docs/orders.md, "Attribution"). */
export const ATTRIBUTION_RULES = ['click_first', 'code_first'] as const;
export type AttributionRule = (typeof ATTRIBUTION_RULES)[number];

/** Whose rules: those of a store, or of one of its campaigns. */
interface RuleOwner {
  storeId: number;
  /** Null: the store's own. */
  campaignId: number | null;
}

/**
 * Changes the rules of a store or a campaign for orders (attribution, window, approval period) and records a new version with the author and the time if they
 * are different afterwards. Orders keep the version that applied when they were placed (`order_rules_at.sql`).
 * @param change makes the change in the transaction `tx`
 */
export async function changeInVersions<Result>(
  { db: tx, now, actor }: Pick<Context, 'db' | 'now' | 'actor'>,
  owner: RuleOwner,
  change: () => Promise<Result>,
): Promise<Result> {
  await keepVersion(tx, owner, { actorId: null, at: now() });
  const result = await change();
  await keepVersion(tx, owner, { actorId: userOf(actor.userId), at: now() });
  return result;
}

/** Records the rules as a version unless the latest one has them. */
export async function keepVersion(
  tx: Database,
  { storeId, campaignId }: RuleOwner,
  { actorId, at }: { actorId: number | null; at: Date },
): Promise<void> {
  const whose =
    campaignId === null ? sql`v.store_id = ${storeId} AND v.campaign_id IS NULL` : sql`v.campaign_id = ${campaignId}`;
  await tx.execute(sql`
    INSERT INTO order_rule_versions (store_id, campaign_id, version, valid_from, actor_id, attribution, window_days, approval_days)
    SELECT ${storeId}, ${campaignId}::bigint, coalesce(latest.version, 0) + 1,
      CASE WHEN latest.version IS NULL THEN '-infinity' ELSE ${at.toISOString()}::timestamptz END, ${actorId}::bigint,
      c.attribution, c.window_days, c.approval_days
    FROM current_order_rules(${storeId}, ${campaignId}) c
    LEFT JOIN LATERAL (SELECT v.* FROM order_rule_versions v WHERE ${whose} ORDER BY v.version DESC LIMIT 1) latest ON true
    WHERE latest.version IS NULL
      OR (latest.attribution, latest.window_days, latest.approval_days) IS DISTINCT FROM (c.attribution, c.window_days, c.approval_days)`);
}

/** The rules of a store for orders that were placed at one time. */
export interface RulesAtTime {
  /** The id of the version; null: they have never changed. */
  versionId: number | null;
  attribution: AttributionRule;
  windowDays: number;
  /** Whether any campaign of the store has, or had, a rule of its own for attributions. */
  hasCampaignRules: boolean;
}

/** The rules of a campaign; null: those of its store apply. */
export interface CampaignRules {
  versionId: number | null;
  attribution: AttributionRule | null;
  windowDays: number | null;
}

/**
 * The rules of a store for orders that were placed at an instant.
 * @param keptVersion of an order that is known already: the version that it keeps (null: the first one); undefined: the version of that instant
 */
export async function readRulesAt(
  db: Database,
  { storeId, at, keptVersion }: { storeId: number; at: Date; keptVersion?: number | null | undefined },
): Promise<RulesAtTime> {
  const kept =
    keptVersion === undefined
      ? sql`false`
      : keptVersion === null
        ? sql`v.store_id = ${storeId} AND v.campaign_id IS NULL AND v.version = 1`
        : sql`v.id = ${keptVersion}`;
  const { rows } = await db.execute<{
    version_id: number | null;
    attribution: AttributionRule;
    window_days: number;
    has_campaign_rules: boolean;
  }>(sql`
    SELECT coalesce(v.id, r.version_id) AS version_id, coalesce(v.attribution, r.attribution) AS attribution, coalesce(v.window_days, r.window_days) AS window_days,
      EXISTS (SELECT FROM order_rule_versions c WHERE c.store_id = ${storeId} AND c.campaign_id IS NOT NULL AND c.attribution IS NOT NULL) AS has_campaign_rules
    FROM order_rules_at(${storeId}, NULL, ${at.toISOString()}) r LEFT JOIN order_rule_versions v ON ${kept}`);
  const row = rows[0]!;
  return {
    versionId: row.version_id,
    attribution: row.attribution,
    windowDays: row.window_days,
    hasCampaignRules: row.has_campaign_rules,
  };
}

/** The rules of campaigns of a store for orders that were placed at an instant, by their ids. */
export async function readCampaignRulesAt(
  db: Database,
  { storeId, ids, at }: { storeId: number; ids: readonly (number | null)[]; at: Date },
): Promise<ReadonlyMap<number, CampaignRules>> {
  const known = [...new Set(ids.filter((id) => id !== null))];
  if (known.length === 0) return new Map();
  const { rows } = await db.execute<{
    id: number;
    version_id: number | null;
    attribution: AttributionRule | null;
    window_days: number | null;
  }>(sql`
    SELECT n.id, r.version_id, r.attribution, r.window_days
    FROM unnest(${sql.param(known)}::bigint[]) AS n (id) CROSS JOIN LATERAL order_rules_at(${storeId}, n.id, ${at.toISOString()}) r`);
  return new Map(
    rows.map((row) => [
      row.id,
      { versionId: row.version_id, attribution: row.attribution, windowDays: row.window_days },
    ]),
  );
}

/** A version of the rules of a store or of one of its campaigns. */
export interface RuleVersion {
  /** Null: the store's. */
  campaignId: number | null;
  version: number;
  /** Null: from the beginning. */
  validFrom: Date | null;
  /** Null: the first version, or a program. */
  changedBy: Person | null;
  attribution: AttributionRule | null;
  windowDays: number | null;
  approvalDays: number | null;
}

/** The versions of the rules of a store and its campaigns, newest first. */
export async function listRuleVersions(
  { db }: Pick<Context, 'db'>,
  { storeId }: { storeId: number },
  page: PageRequest,
): Promise<Page<RuleVersion>> {
  const { items, total } = await readPage<{
    campaign_id: number | null;
    version: number;
    valid_from: string | null;
    changed_by: Person | null;
    attribution: AttributionRule | null;
    window_days: number | null;
    approval_days: number | null;
  }>(
    db,
    {
      columns: sql`v.campaign_id, v.version, nullif(v.valid_from, '-infinity') AS valid_from, CASE WHEN u.id IS NOT NULL THEN ${PERSON_COLUMN} END AS changed_by,
        v.attribution, v.window_days, v.approval_days`,
      from: sql`order_rule_versions v LEFT JOIN users u ON u.id = v.actor_id WHERE v.store_id = ${storeId}`,
      order: sql`v.id DESC`,
    },
    page,
  );
  return {
    total,
    items: items.map((row) => ({
      campaignId: row.campaign_id,
      version: row.version,
      validFrom: row.valid_from === null ? null : new Date(row.valid_from),
      changedBy: row.changed_by,
      attribution: row.attribution,
      windowDays: row.window_days,
      approvalDays: row.approval_days,
    })),
  };
}
