import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import type { KeptCandidate } from '../clicks/index.ts';
import type { Concerned } from './explanation.ts';

/** The terms that priced a click, by the code of `clicks.terms`. */
export const TERMS_NAMES = [
  'none',
  'attached_campaign',
  'creator_campaign',
  'running_campaign',
  'store_prices',
] as const;

export const SOURCE_NAMES = ['general', 'social'] as const;

/** A click as it is explained; money in minor units. */
export interface ClickFacts extends Concerned {
  id: string;
  at: string;
  day: string;
  linkId: number;
  userId: number;
  campaignId: number | null;
  class: number;
  source: 0 | 1;
  terms: number;
  currency: string;
  costMinor: number;
  userMinor: number;
  agencyMinor: number;
  cpcMinor: number;
  userSharePpm: number;
  agencySharePpm: number;
  passedOver: string | null;
  /** Null: recorded by an earlier version, or without terms. */
  candidates: readonly KeptCandidate[] | null;
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type Row = Record<string, unknown> & {
  id: string;
  at: string;
  day: string;
  link_id: number;
  user_id: number;
  store_id: number;
  agency_id: number | null;
  current_agency_id: number | null;
  campaign_id: number | null;
  class: number;
  source: 0 | 1;
  terms: number;
  currency: string;
  cost_minor: number;
  user_minor: number;
  agency_minor: number;
  cpc_minor: number;
  user_share_ppm: number;
  agency_share_ppm: number;
  passed_over: string | null;
  candidates: KeptCandidate[] | null;
};

/** Reads a click with the candidates that it had; null when there is none with this id, or it was purged. */
export async function readClickFacts(db: Database, id: string): Promise<ClickFacts | null> {
  if (!UUID.test(id)) return null;
  const { rows } = await db.execute<Row>(sql`
    SELECT c.id, click_time(c.id) AS at, c.day, c.link_id, c.user_id, c.store_id, c.agency_id, u.agency_id AS current_agency_id, c.campaign_id, c.class,
      c.source, c.terms, c.currency, c.cost_minor, c.user_minor, c.agency_minor, c.cpc_minor, c.user_share_ppm, c.agency_share_ppm, c.passed_over,
      t.terms AS candidates
    FROM clicks c JOIN users u ON u.id = c.user_id LEFT JOIN click_terms t ON t.id = c.click_terms_id WHERE c.id = ${id}`);
  const row = rows[0];
  if (row === undefined) return null;
  return {
    id: row.id,
    at: new Date(row.at).toISOString(),
    day: row.day,
    linkId: row.link_id,
    userId: row.user_id,
    storeId: row.store_id,
    agencyId: row.agency_id,
    currentAgencyId: row.current_agency_id,
    campaignId: row.campaign_id,
    class: row.class,
    source: row.source,
    terms: row.terms,
    currency: row.currency,
    costMinor: row.cost_minor,
    userMinor: row.user_minor,
    agencyMinor: row.agency_minor,
    cpcMinor: row.cpc_minor,
    userSharePpm: row.user_share_ppm,
    agencySharePpm: row.agency_share_ppm,
    passedOver: row.passed_over,
    candidates: row.candidates,
  };
}
