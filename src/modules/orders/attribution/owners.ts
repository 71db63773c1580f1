import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { findClickOwners } from '../../clicks/index.ts';
import type { AttributionRule } from '../../stores/index.ts';
import { splitCodes } from '../reports/codes.ts';
import { ownsCode } from './attribute.ts';

/** Whose the traces of reports are, whatever the time of the order: by it, a report of the same creator is recognised although its click came later. */
export interface Owners {
  /** By the id of the click. */
  ofClick: ReadonlyMap<string, number>;
  /** By the codes as they were reported, separated by commas. */
  ofCodes: ReadonlyMap<string, number>;
}

/** Finds the creators whose clicks and codes are named. @param orderAt selects the owner of a code */
export async function findOwners(
  db: Database,
  { storeId, orderAt }: { storeId: number; orderAt: Date },
  traces: readonly { clickId: string | null; voucherCode: string | null }[],
): Promise<Owners> {
  const ids = [...new Set(traces.flatMap(({ clickId }) => clickId ?? []))];
  const texts = [...new Set(traces.flatMap(({ voucherCode }) => voucherCode ?? []))];
  const ofClick = await findClickOwners(db, { storeId, ids });
  return { ofClick, ofCodes: await findCodeOwners(db, { storeId, at: orderAt, texts }) };
}

/** The creators of the first codes that belong to one. */
async function findCodeOwners(
  db: Database,
  { storeId, at, texts }: { storeId: number; at: Date; texts: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  const named = texts.flatMap((text) => splitCodes(text).map((code, place) => ({ text, code, place })));
  if (named.length === 0) return new Map();
  const { rows } = await db.execute<{ text: string; user_id: number }>(sql`
    SELECT DISTINCT ON (n.text) n.text, v.user_id
    FROM jsonb_to_recordset(${JSON.stringify(named)}::jsonb) AS n (text text, code text, place int)
    JOIN vouchers v ON ${ownsCode({ storeId, code: sql`n.code`, at: sql`${at.toISOString()}::timestamptz` })} ORDER BY n.text, n.place, v.id`);
  return new Map(rows.map((row) => [row.text, row.user_id]));
}

/** Which of two owners the rule of the store prefers; null: nobody's. */
export const preferred = (
  rule: AttributionRule,
  { click, code }: { click: number | null; code: number | null },
): number | null => (rule === 'code_first' ? (code ?? click) : (click ?? code));
