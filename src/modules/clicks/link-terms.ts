import { sql } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { statementsOn } from '../../platform/database/statements-on.ts';
import { type Candidate, candidatesFor } from './candidates.ts';
import { loadProfiles } from './load-profiles.ts';
import { campaignsUsedUp } from './order-terms.ts';
import { refusalAt, type Source } from './profile.ts';
import { type LinkRefusal, refusalNamed } from './refusal.ts';

/** What a creator earns on a link from one source; minor units, millionths of an order's value. */
interface SourceTerms {
  source: Source;
  perClickMinor: number;
  perOrderPpm: number;
  /** The campaign that pays it; null: the store's own prices. */
  campaign: { id: number; title: string; validUntil: Date | null } | null;
}

export interface LinkTerms {
  currency: string;
  /** Why nothing is paid now. */
  refusal: LinkRefusal | null;
  sources: SourceTerms[];
}

/**
 * What the creator of a link earns by a click and of an order now, by source: the first of its terms that are not used up, as clicks are priced.
 * A creator's own limits within a campaign are not looked at.
 */
export async function readLinkTerms(
  db: Database,
  { code, atMs }: { code: string; atMs: number },
): Promise<LinkTerms | null> {
  const [profile] = await loadProfiles(statementsOn(db), [code], atMs);
  if (profile === undefined) return null;
  const chains = ([0, 1] as const).map((source) => candidatesFor(profile, source, atMs).candidates);
  const campaigns = await offersNamed(
    db,
    chains.flat().flatMap(({ campaign }) => campaign?.campaignId ?? []),
  );
  const termsOf = (candidates: readonly Candidate[], index: number): SourceTerms => {
    const chosen = candidates.find(({ campaign }) => campaign === null || campaigns.has(campaign.campaignId));
    return {
      source: index as Source,
      perClickMinor: chosen?.userMinor ?? 0,
      perOrderPpm: chosen === undefined ? 0 : Math.floor((chosen.cpaPpm * chosen.userSharePpm) / 1_000_000),
      campaign: (chosen?.campaign && campaigns.get(chosen.campaign.campaignId)) ?? null,
    };
  };
  return { currency: profile.currency, refusal: refusalNamed(refusalAt(profile, atMs)), sources: chains.map(termsOf) };
}

/** Those of these campaigns that are not used up, with what creators know them by. */
async function offersNamed(db: Database, ids: readonly number[]) {
  const usedUp = await campaignsUsedUp(db, ids);
  const left = ids.filter((id) => !usedUp.has(id));
  if (left.length === 0) return new Map<number, NonNullable<SourceTerms['campaign']>>();
  const { rows } = await db.execute<{ id: number; title: string; valid_until: string | null }>(sql`
    SELECT id, coalesce(nullif(campaign_title, ''), name) AS title, valid_until FROM campaigns
    WHERE id = ANY (${sql.param(left)}::bigint[])`);
  return new Map(
    rows.map(({ id, title, valid_until }) => [
      id,
      { id, title, validUntil: valid_until === null ? null : new Date(valid_until) },
    ]),
  );
}
