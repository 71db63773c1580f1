import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { findClickOwners, type TraceOwner, termsOfLinks } from '../../clicks/index.ts';
import { type RulesAtTime, readCampaignRulesAt } from '../../stores/index.ts';
import { splitCodes } from '../reports/codes.ts';
import { FIRST_CODE, ownsCode } from './attribute.ts';
import type { CodeOwner, Precedence } from './precedence.ts';

/** Whose the traces of reports are, whatever the time of the order: by it, a report of the same creator is recognised although its click came later. */
export interface Owners {
  /** By the id of the click. */
  ofClick: ReadonlyMap<string, TraceOwner>;
  /** By the codes as they were reported, separated by commas. */
  ofCodes: ReadonlyMap<string, CodeOwner>;
  precedence: Precedence;
}

/** Finds the creators whose clicks and codes are named. @param orderAt selects the owner of a code */
export async function findOwners(
  db: Database,
  { storeId, orderAt, rules }: { storeId: number; orderAt: Date; rules: RulesAtTime },
  traces: readonly { clickId: string | null; voucherCode: string | null }[],
): Promise<Owners> {
  const ids = [...new Set(traces.flatMap(({ clickId }) => clickId ?? []))];
  const texts = [...new Set(traces.flatMap(({ voucherCode }) => voucherCode ?? []))];
  const ofClick = await findClickOwners(db, { storeId, ids });
  const ofCodes = await findCodeOwners(db, { storeId, at: orderAt, texts, hasCampaignRules: rules.hasCampaignRules });
  const owners = [...ofClick.values(), ...ofCodes.values()];
  const campaigns = rules.hasCampaignRules
    ? await readCampaignRulesAt(db, { storeId, ids: owners.map(({ campaignId }) => campaignId), at: orderAt })
    : new Map();
  return { ofClick, ofCodes, precedence: { store: rules, campaigns } };
}

/** The creators of the first codes that belong to one. Their campaigns are read only if campaigns of the store have rules of their own. */
async function findCodeOwners(
  db: Database,
  {
    storeId,
    at,
    texts,
    hasCampaignRules,
  }: { storeId: number; at: Date; texts: readonly string[]; hasCampaignRules: boolean },
): Promise<ReadonlyMap<string, CodeOwner>> {
  const named = texts.flatMap((text) => splitCodes(text).map((code, place) => ({ text, code, place })));
  if (named.length === 0) return new Map();
  const { rows } = await db.execute<{ text: string; user_id: number; exclusive: boolean; link_code: string }>(sql`
    SELECT DISTINCT ON (n.text) n.text, v.user_id, v.exclusive, l.code AS link_code
    FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS n (text text, code text, place int)
    JOIN vouchers v ON ${ownsCode({ storeId, code: sql`n.code`, at: sql`${at.toISOString()}::timestamptz` })}
    JOIN links l ON l.id = v.link_id ORDER BY n.text, ${FIRST_CODE}`);
  const codes = hasCampaignRules ? [...new Set(rows.map(({ link_code }) => link_code))] : [];
  const terms = await termsOfLinks(db, { codes, atMs: at.getTime() });
  return new Map(
    rows.map((row) => {
      const outcome = terms.get(row.link_code);
      const campaignId = outcome !== undefined && 'terms' in outcome ? outcome.terms.campaignId : null;
      return [row.text, { userId: row.user_id, isExclusive: row.exclusive, campaignId }];
    }),
  );
}
