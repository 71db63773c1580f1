import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Channel } from '../reports/read-report.ts';
import { reportFields } from '../reports/schemas.ts';
import { pixelQuery } from './schemas.ts';

/** Number of reports that are counted for one field, way and day. A flood does not write more often. */
const MAX_COUNTED = 10_000;
/** Characters of a reason that are kept. */
const MAX_REASON = 200;

/** The fields that are counted by their names. A caller can invent any number of others, which are counted together. */
const FIELDS = new Set(Object.keys({ ...pixelQuery, ...reportFields }));
/** Stands for reports that were refused as a whole, and for unknown fields. */
const WHOLE_REPORT = 'report';

/** The body of the reply to a refused report. */
export interface Refusal {
  /** The code of a refusal that names no field. */
  error?: string;
  errors?: Record<string, readonly string[]>;
}

/** Adds refused reports to the numbers of their fields, with the latest reasons. It writes one row for each field, way and day. */
export async function noteRefusals(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, channel, refusals }: { storeId: number; channel: Channel; refusals: readonly Refusal[] },
): Promise<void> {
  const at = now().toISOString();
  const reasons = new Map<string, string>();
  const numbers = new Map<string, number>();
  for (const refusal of refusals)
    for (const [field, reason] of reasonsOf(refusal)) {
      reasons.set(field, reason);
      numbers.set(field, (numbers.get(field) ?? 0) + 1);
    }
  await db.execute(sql`
    INSERT INTO refused_reports AS r (store_id, day, channel, field, reports, reason, refused_at)
    SELECT ${storeId}, ${at.slice(0, 10)}::date, ${channel}, f.field, f.reports, f.reason, ${at}
    FROM unnest(${sql.param([...reasons.keys()])}::text[], ${sql.param([...reasons.values()])}::text[], ${sql.param([...numbers.values()])}::integer[])
      AS f (field, reason, reports) ORDER BY f.field
    ON CONFLICT (store_id, channel, day, field) DO UPDATE SET reports = r.reports + excluded.reports, reason = excluded.reason, refused_at = excluded.refused_at
    WHERE r.reports < ${MAX_COUNTED}`);
}

/** The reason for each field: `lines.3.price` is the field `lines`. */
function reasonsOf({ error = WHOLE_REPORT, errors = {} }: Refusal): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const [path, [reason = '']] of Object.entries(errors)) {
    const name = path.split('.')[0]!;
    const field = FIELDS.has(name) ? name : WHOLE_REPORT;
    if (!reasons.has(field)) reasons.set(field, reason.slice(0, MAX_REASON) || 'is wrong');
  }
  if (reasons.size === 0) reasons.set(WHOLE_REPORT, error.slice(0, MAX_REASON) || WHOLE_REPORT);
  return reasons;
}
