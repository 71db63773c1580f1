import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { minorDigits, toDecimalString } from '../../platform/money.ts';
import { UNATTRIBUTED } from '../orders/index.ts';
import { addBookings, addHolds, addVoids } from './add-bookings.ts';
import { addLines } from './add-lines.ts';
import { addShares } from './add-shares.ts';
import { TERMS_NAMES } from './click-facts.ts';
import { Explaining, type Explanation, readerOf } from './explanation.ts';
import type { OrderFacts } from './order-facts.ts';

const MAX_EVENTS = 200;

/** Explains the cost and the earnings of an order to a permitted reader. */
export async function explainOrder(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  order: OrderFacts,
): Promise<Explanation> {
  const explaining = new Explaining(readerOf(actor, order), order.currency);
  const record = { kind: 'order' as const, id: String(order.id) };
  const { originalMinor, originalCurrency, valueMinor, refundedMinor } = order;
  const amountText = (minor: number) => `${toDecimalString({ minor, currency: originalCurrency })} ${originalCurrency}`;
  explaining.add('reported', {
    inputs: {
      ...(explaining.reader.store ? { order_number: order.number, channel: order.channel } : {}),
      ...{
        ordered_at: order.at,
        day_on: order.day,
        original_minor: originalMinor,
        original_currency: originalCurrency,
      },
    },
    result: amountText(originalMinor),
    because: 'The value is that of the report which determines the order.',
    record,
  });
  await addExchange(explaining, db, order);
  const baseMinor = valueMinor - refundedMinor;
  explaining.add('base', {
    inputs: {
      value_minor: valueMinor,
      refunded_minor: refundedMinor,
      original_refunded_minor: order.originalRefundedMinor,
    },
    result: baseMinor,
    because:
      refundedMinor === 0
        ? 'Nothing was refunded, so commission is computed from the whole value.'
        : `Commission is computed from the value less refunds: ${explaining.words(valueMinor)} − ${explaining.words(refundedMinor)}.`,
    record,
  });
  addAttribution(explaining, order);
  await addClaim(explaining, db, order);
  const isOwed = order.linkId !== null && order.status !== 'denied';
  if (isOwed) addCommission(explaining, order, baseMinor);
  else
    explaining.add('commission', {
      inputs: { attributed: order.linkId !== null, status: order.status },
      result: 0,
      because: order.linkId === null ? 'The order is nobody’s.' : 'A denied order costs and earns nothing.',
      record,
    });
  await addEvents(explaining, db, order);
  await addVoids(explaining, db, { kind: 'orders', id: String(order.id) });
  const split = { store: order.costMinor, creator: order.userMinor, agency: order.agencyMinor };
  if (isOwed && order.status === 'pending')
    explaining.add('approval', {
      inputs: { status: order.status },
      result: 'pending',
      because: 'The store has not approved the order. Only approved orders are invoiced and paid out.',
      record,
    });
  if (order.status !== 'pending' && order.linkId !== null) {
    await addHolds(explaining, db, order);
    await addBookings(explaining, db, { kind: 'commission', id: String(order.id) }, 'the order');
  }
  const outcome = order.attribution === 'none' ? (order.reason ?? 'none') : order.status;
  return explaining.finish({ kind: 'order', id: String(order.id) }, outcome, split);
}

async function addExchange(explaining: Explaining, db: Database, order: OrderFacts): Promise<void> {
  const { originalMinor, originalCurrency, valueMinor, currency, day } = order;
  if (originalCurrency === currency) {
    explaining.add('value', {
      inputs: { original_minor: originalMinor },
      result: valueMinor,
      because: 'The order is in the store’s currency.',
    });
    return;
  }
  const { rows } = await db.execute<{ currency: string; day: string; units_per_eur: string }>(sql`
    SELECT c.currency, r.day, r.units_per_eur::text FROM unnest(ARRAY[${originalCurrency}, ${currency}]) WITH ORDINALITY AS c (currency, n)
    CROSS JOIN LATERAL (
      SELECT day, units_per_eur FROM exchange_rates WHERE currency = c.currency::char(3)
      ORDER BY day <= ${day}::date DESC, CASE WHEN day <= ${day}::date THEN day END DESC, day LIMIT 1
    ) r ORDER BY c.n`);
  const [from, to] = [
    rows.find((row) => row.currency === originalCurrency),
    rows.find((row) => row.currency === currency),
  ];
  explaining.add('exchange', {
    inputs: {
      ...{ original_minor: originalMinor, from: originalCurrency, to: currency, day_on: day },
      ...{ from_digits: minorDigits(originalCurrency), to_digits: minorDigits(currency) },
      ...(from === undefined ? {} : { from_units_per_eur: from.units_per_eur, from_rate_on: from.day }),
      ...(to === undefined ? {} : { to_units_per_eur: to.units_per_eur, to_rate_on: to.day }),
    },
    result: valueMinor,
    because:
      from === undefined || to === undefined
        ? 'There is no rate for the currency. The order is valued once one is loaded.'
        : `The rates are the latest on or before the order’s day, else the earliest: one euro is ${from.units_per_eur} ${originalCurrency} and ${to.units_per_eur} ${currency}. The value was rounded once, half away from zero.`,
    record: to === undefined ? null : { kind: 'exchange_rate', id: `${currency}/${to.day}` },
  });
}

function addAttribution(explaining: Explaining, order: OrderFacts): void {
  const { attribution, reason, clickId, windowDays } = order;
  const inputs = {
    window_days: windowDays,
    ...(explaining.reader.store && order.voucherCode !== null ? { voucher_code: order.voucherCode } : {}),
  };
  if (attribution === 'none') {
    explaining.add('attribution', {
      inputs,
      result: reason ?? 'none',
      because: reason === null ? 'Nobody brought it.' : UNATTRIBUTED[reason],
    });
    return;
  }
  explaining.add('attribution', {
    inputs: { ...inputs, link_id: order.linkId, click_id: clickId },
    result: attribution,
    because:
      attribution === 'click'
        ? `The order follows a click on the creator’s link within the store’s attribution window, which is now ${windowDays} days. The terms are those of the click.`
        : 'The voucher of the creator was used, and no click that counts was reported. The terms are those of the voucher’s link.',
    record: attribution === 'click' && clickId !== null ? { kind: 'click', id: clickId } : null,
  });
}

/** The claim from which the order was created, if any. */
async function addClaim(explaining: Explaining, db: Database, order: OrderFacts): Promise<void> {
  const { rows } = await db.execute<{ id: number; decided_at: string }>(
    sql`SELECT id, decided_at FROM order_claims WHERE order_row_id = ${order.id} ORDER BY id LIMIT 1`,
  );
  const claim = rows[0];
  if (claim === undefined) return;
  explaining.add('claim', {
    inputs: { accepted_at: new Date(claim.decided_at).toISOString() },
    result: 'accepted',
    because: 'The creator claimed the order, and the claim was accepted.',
    record: { kind: 'order_claim', id: String(claim.id) },
  });
}

function addCommission(explaining: Explaining, order: OrderFacts, baseMinor: number): void {
  const { campaignId, cpaPpm, invoiceCpaPpm, userSharePpm, agencySharePpm, agencyId } = order;
  const split = { store: order.costMinor, creator: order.userMinor, agency: order.agencyMinor };
  explaining.add('terms', {
    inputs: { terms: TERMS_NAMES[order.terms]!, campaign_id: campaignId, cpa_ppm: cpaPpm },
    result: cpaPpm,
    because: `${order.lines === null ? `Creator and agency share ${cpaPpm / 10_000} % of the base.` : `The order rate, of lines that no rule concerns, is ${cpaPpm / 10_000} %.`} The terms were fixed with the attribution; later changes do not affect them.`,
    record: campaignId === null ? null : { kind: 'campaign', id: String(campaignId) },
  });
  const isByLine = order.lines !== null;
  if (order.lines !== null) addLines(explaining, order, order.lines);
  if (explaining.reader.store)
    explaining.add('bill', {
      inputs: { base_minor: baseMinor, ...(isByLine ? {} : { invoice_cpa_ppm: invoiceCpaPpm }) },
      result: split.store,
      because: `The store pays ${isByLine ? 'the average part of the lines' : `${invoiceCpaPpm / 10_000} %`} of ${explaining.words(baseMinor)}, rounded down once: ${explaining.words(split.store)}.`,
    });
  addShares(explaining, {
    ...{
      baseMinor,
      partPpm: isByLine ? null : cpaPpm,
      isByLine,
      userSharePpm,
      userFrom: null,
      agencySharePpm,
      agencyFrom: null,
      agencyId,
      split,
    },
  });
}

/** The history of the order. Only the store and the platform may know the actors. */
async function addEvents(explaining: Explaining, db: Database, order: OrderFacts): Promise<void> {
  const { rows } = await db.execute<{ id: number; kind: string; at: string; details: Record<string, unknown> }>(sql`
    SELECT id, kind, at, details FROM order_events WHERE order_row_id = ${order.id} ORDER BY id LIMIT ${MAX_EVENTS}`);
  const shown = explaining.reader.store ? rows : rows.filter(({ kind }) => EVENTS_FOR_ALL.has(kind));
  for (const { id, kind, at, details } of shown) {
    const to = typeof details.to === 'string' ? details.to : typeof details.status === 'string' ? details.status : null;
    explaining.add('event', {
      inputs: {
        happened_at: new Date(at).toISOString(),
        ...(to === null ? {} : { to }),
        ...(kind === 'refund' ? { original_refunded_minor: Number(details.to_minor) } : {}),
      },
      result: kind,
      because: EVENT_WORDS[kind] ?? 'The order was changed.',
      record: { kind: 'order_event', id: String(id) },
    });
  }
}

const EVENTS_FOR_ALL = new Set(['attributed', 'status', 'refund', 'voided', 'void_undone']);
const EVENT_WORDS: Record<string, string> = {
  reported: 'The order was reported.',
  amended: 'A report changed the order.',
  attributed: 'The order was attributed to a creator.',
  status: 'The store or an administrator decided the order.',
  refund: 'A part of the order was refunded.',
  disputed: 'Reports of the order contradicted each other.',
  resolved: 'Somebody said which report is right.',
  voided: 'An administrator voided the order.',
  void_undone: 'An administrator restored the order.',
};
