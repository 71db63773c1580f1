import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { statementsOn } from '../../platform/database/statements-on.ts';
import { candidatesFor } from './candidates.ts';
import { type ClickRefusal, orderRefusalOf } from './click-classes.ts';
import { clickInstant } from './click-id.ts';
import { loadProfiles } from './load-profiles.ts';
import { type FixedTerms, refusalAt, TermsKind } from './profile.ts';
import { refusalNamed } from './refusal.ts';

/** The attribution and terms of an order; rates and shares in millionths. */
export interface OrderTerms {
  linkId: number;
  userId: number;
  /** The creator's agency at that time. */
  agencyId: number | null;
  campaignId: number | null;
  /** The campaign's rules for lines of orders at that time; null: it had none. */
  commissionRulesId: number | null;
  terms: TermsKind;
  cpaPpm: number;
  invoiceCpaPpm: number;
  /** What the order pays beside the part of its value; null: nothing. */
  fixed: FixedTerms | null;
  userSharePpm: number;
  agencySharePpm: number;
}

/** The facts about a click that an order needs. */
export interface LeadingClick {
  storeId: number;
  atMs: number;
  /** The terms of a person's click, which exist even if it does not count. */
  outcome: { refusal: ClickRefusal } | { terms: OrderTerms };
}

type ClickRow = {
  link_id: number;
  user_id: number;
  agency_id: number | null;
  store_id: number;
  campaign_id: number | null;
  commission_rules_id: number | null;
  terms: TermsKind;
  class: number;
  cpa_ppm: number;
  invoice_cpa_ppm: number;
  fixed: FixedTerms | null;
  user_share_ppm: number;
  agency_share_ppm: number;
};

/** Reads a click by its id (`tclid`) with its terms; null if it is not recorded, or not yet. */
export async function findLeadingClick(db: Database, clickId: string): Promise<LeadingClick | null> {
  const { rows } = await db.execute<ClickRow>(sql`
    SELECT link_id, user_id, agency_id, store_id, campaign_id, commission_rules_at(campaign_id, click_time(id)) AS commission_rules_id, terms, class,
      cpa_ppm, invoice_cpa_ppm, fixed, user_share_ppm, agency_share_ppm
    FROM clicks WHERE id = ${clickId}`);
  const row = rows[0];
  if (row === undefined) return null;
  const refusal = orderRefusalOf(row.class);
  const terms = {
    linkId: row.link_id,
    userId: row.user_id,
    agencyId: row.agency_id,
    campaignId: row.campaign_id,
    commissionRulesId: row.commission_rules_id,
    terms: row.terms,
    cpaPpm: row.cpa_ppm,
    invoiceCpaPpm: row.invoice_cpa_ppm,
    fixed: row.fixed,
    userSharePpm: row.user_share_ppm,
    agencySharePpm: row.agency_share_ppm,
  };
  return {
    storeId: row.store_id,
    atMs: clickInstant(clickId),
    outcome: refusal === null ? { terms } : { refusal },
  };
}

/** A creator who is named by a trace of an order, and the campaign by whose terms the order would be the creator's; null: none. */
export interface TraceOwner {
  userId: number;
  campaignId: number | null;
}

/**
 * The creators whose clicks led to a store, by the id of the click. Clicks that are unknown, that led to another store, or that no order can follow are missing.
 */
export async function findClickOwners(
  db: Database,
  { storeId, ids }: { storeId: number; ids: readonly string[] },
): Promise<ReadonlyMap<string, TraceOwner>> {
  if (ids.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; user_id: number; campaign_id: number | null; class: number }>(sql`
    SELECT id, user_id, campaign_id, class FROM clicks WHERE id = ANY (${sql.param([...ids])}::uuid[]) AND store_id = ${storeId}`);
  return new Map(
    rows
      .filter((row) => orderRefusalOf(row.class) === null)
      .map((row) => [row.id, { userId: row.user_id, campaignId: row.campaign_id }]),
  );
}

/**
 * Returns the terms of a click with the source General on a link at an instant, for an order that is attributed to the link without a click.
 * Caps limit clicks, not orders. A campaign that has reached its cap has ended, and the next terms apply.
 * @param code of the link
 * @returns null when there is no such link
 */
export async function termsOfLink(
  db: Database,
  { code, atMs }: { code: string; atMs: number },
): Promise<LeadingClick['outcome'] | null> {
  return (await termsOfLinks(db, { codes: [code], atMs })).get(code) ?? null;
}

/** As `termsOfLink` for several links, by their codes. Unknown links are missing. */
export async function termsOfLinks(
  db: Database,
  { codes, atMs }: { codes: readonly string[]; atMs: number },
): Promise<ReadonlyMap<string, LeadingClick['outcome']>> {
  const profiles =
    codes.length === 0 ? [] : await loadProfiles(statementsOn(db), [...codes], { sinceMs: atMs, pages: null });
  const considered = profiles.map((profile) => {
    const refusal = refusalNamed(refusalAt(profile, atMs));
    return { profile, refusal, candidates: refusal === null ? candidatesFor(profile, 0, atMs).candidates : [] };
  });
  const usedUp = await campaignsUsedUp(
    db,
    considered.flatMap(({ candidates }) => candidates.flatMap(({ campaign }) => campaign?.campaignId ?? [])),
  );
  const chosen = considered.map((one) => ({
    ...one,
    best: one.candidates.find(({ campaign }) => campaign === null || !usedUp.has(campaign.campaignId)),
  }));
  const rules = await commissionRulesAt(db, {
    campaignIds: chosen.flatMap(({ best }) => best?.campaign?.campaignId ?? []),
    atMs,
  });
  return new Map(
    chosen.map(({ profile: { code, linkId, userId, agencyId }, refusal, best }): [string, LeadingClick['outcome']] => {
      if (refusal !== null) return [code, { refusal }];
      const campaignId = best?.campaign?.campaignId ?? null;
      const terms: OrderTerms = {
        linkId,
        userId,
        agencyId,
        campaignId,
        commissionRulesId: campaignId === null ? null : (rules.get(campaignId) ?? null),
        terms: best?.kind ?? TermsKind.none,
        cpaPpm: best?.cpaPpm ?? 0,
        invoiceCpaPpm: best?.invoiceCpaPpm ?? 0,
        fixed: best?.fixed ?? null,
        userSharePpm: best?.userSharePpm ?? 0,
        agencySharePpm: best?.agencySharePpm ?? 0,
      };
      return [code, { terms }];
    }),
  );
}

/** The commission rules of campaigns at an instant, by the campaigns that had any. */
async function commissionRulesAt(
  db: Database,
  { campaignIds, atMs }: { campaignIds: readonly number[]; atMs: number },
): Promise<ReadonlyMap<number, number>> {
  if (campaignIds.length === 0) return new Map();
  const { rows } = await db.execute<{ campaign_id: number; id: number | null }>(sql`
    SELECT n.id AS campaign_id, commission_rules_at(n.id, ${new Date(atMs).toISOString()}) AS id
    FROM unnest(${sql.param([...new Set(campaignIds)])}::bigint[]) AS n (id)`);
  return new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.campaign_id, row.id] as const])));
}

/** Returns the given campaigns whose caps are reached. */
async function campaignsUsedUp(db: Database, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set();
  const { rows } = await db.execute<{ id: number }>(
    sql`SELECT o.id FROM campaigns o WHERE o.id = ANY (${sql.param([...ids])}::bigint[]) AND campaign_used_up(o)`,
  );
  return new Set(rows.map(({ id }) => id));
}
