import { sql } from 'drizzle-orm';
import type { Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { UNRESOLVED } from '../attribution/reasons.ts';
import { readReference, reportFromBody } from '../reports/from-body.ts';
import type { OrderReport } from '../reports/read-report.ts';
import type { Warning } from '../reports/warnings.ts';
import { type EventKind, requireKind } from './kinds.ts';
import type { EventReportBody } from './schemas.ts';

type Body = Static<typeof EventReportBody>;

/** The names of an order's details in the body of an event. */
const NAMES: Readonly<Record<string, string>> = { order_at: 'at', order_value: 'value' };

/** The name of a field of an order in the body of an event, for warnings and faults. */
export const eventField = (field: string): string => NAMES[field] ?? field;

/**
 * Converts the body of a report of an event, which is recorded as an order of its kind. Without a click and a code of its own, an event has those of the event
 * that it follows, unless that one is denied or waits for a person: what only a page has claimed, or reports contradict, leads to nobody here either. The
 * reference of the customer leaves this function only as a keyed hash.
 * @param of.hashOf hashes references of customers of the store
 * @param of.kindOf finds the kind that the body names
 * @throws InvalidInput naming `kind`
 */
export async function eventFromBody(
  ctx: Pick<Context, 'db'>,
  storeId: number,
  body: Body,
  of: { hashOf: (reference: string) => Promise<Buffer>; kindOf: (code: string) => Promise<EventKind> },
): Promise<Omit<OrderReport, 'storeId' | 'channel' | 'actorId'>> {
  const kind = await of.kindOf(body.kind);
  const { event_id, value, currency, at, kind: _, customer, follows, ...traces } = body;
  const report = reportFromBody({
    ...traces,
    order_id: event_id,
    order_value: kind.paysValue ? (value ?? 0) : 0,
    ...(kind.paysValue && currency !== undefined ? { currency } : {}),
    order_at: at,
  });
  const warnings = (report.warnings ?? []).map((one) => ({ ...one, field: eventField(one.field) }));
  if (value !== undefined && !kind.paysValue)
    warnings.push({ field: 'value', message: 'is not paid for by events of this kind; dropped' });
  const followed = follows === undefined ? null : await findFollowed(ctx, { storeId, follows, warnings });
  const hasTraces = report.clickId !== null || report.voucherCode !== null;
  return {
    ...report,
    ...(followed === null || hasTraces ? {} : { clickId: followed.clickId, voucherCode: followed.voucherCode }),
    customerHash: await readReference('customer', customer, { hashOf: of.hashOf, warnings }),
    warnings,
    event: { kind, followsId: followed?.id ?? null },
  };
}

interface Followed {
  id: number;
  clickId: string | null;
  voucherCode: string | null;
}

/** Finds the event that another one follows, with its traces; null if it is not known, which is a warning. */
async function findFollowed(
  { db }: Pick<Context, 'db'>,
  { storeId, follows, warnings }: { storeId: number; follows: NonNullable<Body['follows']>; warnings: Warning[] },
): Promise<Followed | null> {
  const { rows } = await db.execute<Followed & { counts_for_nothing: boolean } & Record<string, unknown>>(sql`
    SELECT o.id, o.click_id AS "clickId", coalesce(o.reported_codes, o.voucher_code) AS "voucherCode",
      o.status = 'denied' OR coalesce(o.unattributed_reason = ANY (${sql.param([...UNRESOLVED])}::text[]), false) AS counts_for_nothing
    FROM event_kinds k JOIN orders o ON o.store_id = k.store_id AND o.event_kind_id = k.id AND o.order_id = ${String(follows.event_id).trim()}
    WHERE k.store_id = ${storeId} AND k.code = ${follows.kind}`);
  const found = rows[0];
  if (found === undefined) {
    warnings.push({ field: 'follows', message: 'must be an event that the store has reported; dropped' });
    return null;
  }
  const { id, clickId, voucherCode, counts_for_nothing: isNothing } = found;
  if (!isNothing) return { id, clickId, voucherCode };
  warnings.push({
    field: 'follows',
    message: 'is denied or unresolved: its click and its code do not count for this event',
  });
  return { id, clickId: null, voucherCode: null };
}

/** The event that a page reports: it has neither a customer nor an earlier event, because a visitor could invent them. @throws InvalidInput naming `kind` */
export async function eventOfPage(
  { db }: Pick<Context, 'db'>,
  { storeId, code }: { storeId: number; code: string },
): Promise<NonNullable<OrderReport['event']>> {
  return { kind: await requireKind(db, { storeId, code }), followsId: null };
}
