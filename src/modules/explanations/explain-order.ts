import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import type { Database } from '../../platform/database/database.ts';
import { minorDigits, toDecimalString } from '../../platform/money.ts';
import { type DenialReason, SLOW_CLOCK_MS, stepAt, UNATTRIBUTED } from '../orders/index.ts';
import { addBookings, addHolds, addVoids } from './add-bookings.ts';
import { addLines } from './add-lines.ts';
import { addShares } from './add-shares.ts';
import { readCampaignTitles } from './campaign-titles.ts';
import { TERMS_NAMES } from './click-facts.ts';
import { Explaining, type Explanation, type Reader, readerOf } from './explanation.ts';
import type { OrderFacts } from './order-facts.ts';
import type { Words } from './words/words.ts';

const MAX_EVENTS = 200;

/** Explains the cost and the earnings of an order to a permitted reader. */
export async function explainOrder(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  order: OrderFacts,
  words: Words,
): Promise<Explanation> {
  const titles = await readCampaignTitles(db, [order.campaignId]);
  const explaining = new Explaining(readerOfOrder(actor, order), order.currency, words, titles);
  const { texts } = explaining.words;
  const record = { kind: 'order' as const, id: String(order.id) };
  const { reader } = explaining;
  const taken = order.former.find(({ userId }) => userId === actor.userId);
  const isOther = !reader.store && !reader.creator && !reader.agency;
  if (isOther && taken !== undefined) return explainTaken(explaining, order, taken.reason);
  if (isOther) return explainLost(explaining, order, actor.userId);
  const { originalMinor, originalCurrency, valueMinor, refundedMinor } = order;
  explaining.add('reported', {
    inputs: {
      ...(explaining.reader.store ? { order_number: order.number, channel: order.channel } : {}),
      ordered_at: order.at,
      day_on: order.day,
      original_minor: originalMinor,
      original_currency: originalCurrency,
    },
    result: `${toDecimalString({ minor: originalMinor, currency: originalCurrency })} ${originalCurrency}`,
    because: texts.reported,
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
        ? texts.notRefunded
        : texts.lessRefunds({ value: explaining.money(valueMinor), refunded: explaining.money(refundedMinor) }),
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
      because: order.linkId === null ? texts.nobodys : texts.denied,
      record,
    });
  if (order.status === 'denied' && order.denialReason !== null)
    addDenial(explaining, order.denialReason, order.denialNote);
  await addEvents(explaining, db, order);
  await addVoids(explaining, db, { kind: 'orders', id: String(order.id) });
  const split = { store: order.costMinor, creator: order.userMinor, agency: order.agencyMinor };
  if (isOwed && order.status === 'pending')
    explaining.add('approval', {
      inputs: { status: order.status, decide_by: order.decideBy, approval_days: order.approvalDays },
      result: 'pending',
      because:
        order.decideBy === null || order.approvalDays === null
          ? texts.notApproved
          : texts.decidesItself(order.approvalDays),
      record,
    });
  if (order.status !== 'pending' && order.linkId !== null) {
    await addHolds(explaining, db, order);
    await addBookings(explaining, db, { kind: 'commission', id: String(order.id) }, 'order');
  }
  const outcome = order.attribution === 'none' ? (order.reason ?? 'none') : order.status;
  const values = explaining.summaryValues(split, {
    price: priceOf(explaining, order, baseMinor),
    campaignId: order.campaignId,
    userSharePpm: order.userSharePpm,
    agencySharePpm: order.agencySharePpm,
  });
  const summary = !isOwed
    ? texts.summary.nothing(whyNothing(explaining, order))
    : order.status === 'pending'
      ? texts.summary.undecided(values)
      : texts.summary.earned(values);
  return explaining.finish({ kind: 'order', id: String(order.id) }, summary, outcome, split);
}

/** A creator who did not get the order is addressed, too. */
function readerOfOrder(actor: Context['actor'], order: OrderFacts): Reader {
  const reader = readerOf(actor, order);
  return reader.voice === null && !actor.isAdmin && !reader.creator ? { ...reader, voice: 'creator' } : reader;
}

/** The rate of an order and its fixed amount, as far as they are paid; null: its lines have rates of their own. */
function priceOf(explaining: Explaining, order: OrderFacts, baseMinor: number): string | null {
  const { summary } = explaining.words.texts;
  if (order.lines !== null) return null;
  const rate = summary.rateOfOrder({
    rate: explaining.words.formats.percent(order.cpaPpm),
    base: explaining.money(baseMinor),
  });
  if (order.fixedMinor === 0) return rate;
  const fixed = summary.fixedOfOrder(explaining.money(order.fixedMinor));
  return order.isByValue && order.cpaPpm > 0 ? summary.both(fixed, rate) : fixed;
}

/** The step of a fixed amount: whether it is paid, and whether beside the part of the value or instead of it. */
function addFixed(explaining: Explaining, order: OrderFacts, baseMinor: number): void {
  const { fixed, termsFixed, fixedMinor, isByValue, reachesMinimum, kind } = order;
  if (fixed === null) return;
  const { fixed: texts } = explaining.words.texts;
  const { cpo_minor: amountMinor = 0, minimum_order_minor: minimumMinor = 0 } = fixed;
  const isLarger = fixed.cpo_mode === 'larger';
  const amount = explaining.money(amountMinor);
  const minimum = explaining.money(minimumMinor);
  const because = (): string => {
    if (kind !== null) return texts.ofKind({ kind: kind.name, amount });
    if (!reachesMinimum) return texts.below({ base: explaining.money(baseMinor), minimum });
    if (amountMinor === 0) return minimumMinor > 0 ? texts.reached(minimum) : texts.noAmount;
    if (baseMinor === 0) return texts.nothingLeft;
    if (!isLarger) return texts.added(amount);
    return isByValue ? texts.smaller(amount) : texts.larger(amount);
  };
  explaining.add('fixed_amount', {
    inputs: {
      base_minor: baseMinor,
      cpo_minor: amountMinor,
      terms_cpo_minor: termsFixed?.cpo_minor ?? 0,
      cpo_mode: fixed.cpo_mode ?? 'added',
      minimum_order_minor: minimumMinor,
      ...(kind === null ? {} : { event_kind: kind.code, event_price: kind.priceId }),
      ...(explaining.reader.store ? { invoice_cpo_minor: fixed.invoice_cpo_minor ?? 0 } : {}),
    },
    result: fixedMinor,
    because: because(),
    record: explaining.campaign(order.campaignId),
  });
}

/** Why an order costs and earns nothing. */
function whyNothing(explaining: Explaining, { linkId, reason, denialReason }: OrderFacts): string {
  const { texts, language } = explaining.words;
  if (linkId === null) return reason === null ? texts.unattributed : UNATTRIBUTED[reason][language];
  return denialReason === null ? texts.denied : texts.denials[denialReason];
}

/** What a creator reads from whom a person has taken the order: the reason, and nothing about the order as it is now. */
function explainTaken(explaining: Explaining, order: OrderFacts, reason: string): Explanation {
  const because = explaining.words.texts.takenByHand(reason);
  explaining.add('attribution', {
    inputs: { ordered_at: order.at, day_on: order.day, reason },
    result: 'none',
    because,
    record: { kind: 'order', id: String(order.id) },
  });
  const summary = explaining.words.texts.summary.nothing(because);
  return explaining.finish({ kind: 'order', id: String(order.id) }, summary, 'none', {
    store: 0,
    creator: 0,
    agency: 0,
  });
}

/** What a creator reads whose click or voucher an order names that is another creator's: why, and nothing about the order or the other creator. */
function explainLost(explaining: Explaining, order: OrderFacts, readerId: number): Explanation {
  const { texts, language } = explaining.words;
  const [lost] = order.losers.filter(({ userId }) => userId === readerId);
  const refusal = lost === undefined || lost.clickedAt === null ? null : untimely(order, lost.clickedAt);
  const isDecided = order.attribution !== 'manual' && order.attribution !== 'customer' && refusal === null;
  const because =
    order.attribution === 'manual' || order.attribution === 'customer'
      ? texts.lost[order.attribution]
      : refusal === null
        ? texts.lost[`${lost?.by ?? 'voucher'}_to_${order.attribution === 'click' ? 'click' : 'voucher'}`]
        : UNATTRIBUTED[refusal][language];
  explaining.add('attribution', {
    inputs: { ordered_at: order.at, day_on: order.day, trace: lost?.by ?? null, window_days: order.windowDays },
    result: 'none',
    because,
    record: { kind: 'order', id: String(order.id) },
  });
  if (isDecided) addRule(explaining, order);
  const summary = texts.summary.nothing(because);
  return explaining.finish({ kind: 'order', id: String(order.id) }, summary, 'none', {
    store: 0,
    creator: 0,
    agency: 0,
  });
}

/** Why an order cannot follow a click because of the time between them; null: it can. */
function untimely({ at, windowDays }: OrderFacts, clickedAt: string): 'click_after_order' | 'click_too_old' | null {
  const age = Date.parse(at) - Date.parse(clickedAt);
  if (age < -SLOW_CLOCK_MS) return 'click_after_order';
  return age > windowDays * 86_400_000 ? 'click_too_old' : null;
}

/** The rule by which a click or a voucher decided, with its version. */
function addRule(explaining: Explaining, order: OrderFacts): void {
  const { rule, ruleOf, ruleVersion, ruleSince } = order;
  const { texts } = explaining.words;
  const isExclusive = rule === 'exclusive_code';
  explaining.add('attribution_rule', {
    inputs: {
      attribution_rule: rule,
      rule_of: isExclusive ? 'voucher' : ruleOf,
      rule_version: isExclusive ? null : ruleVersion,
      ...(isExclusive || ruleSince === null ? {} : { applies_since_at: ruleSince }),
    },
    result: rule,
    because: isExclusive ? texts.exclusiveCode : texts.ruleApplied({ rule, of: ruleOf, version: ruleVersion }),
  });
}

async function addExchange(explaining: Explaining, db: Database, order: OrderFacts): Promise<void> {
  const { originalMinor, originalCurrency, valueMinor, currency, day } = order;
  const { texts, formats } = explaining.words;
  if (originalCurrency === currency) {
    explaining.add('value', {
      inputs: { original_minor: originalMinor },
      result: valueMinor,
      because: texts.sameCurrency,
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
      original_minor: originalMinor,
      from: originalCurrency,
      to: currency,
      day_on: day,
      from_digits: minorDigits(originalCurrency),
      to_digits: minorDigits(currency),
      ...(from === undefined ? {} : { from_units_per_eur: from.units_per_eur, from_rate_on: from.day }),
      ...(to === undefined ? {} : { to_units_per_eur: to.units_per_eur, to_rate_on: to.day }),
    },
    result: valueMinor,
    because:
      from === undefined || to === undefined
        ? texts.noRate
        : texts.exchanged({
            from: `${formats.number(from.units_per_eur)} ${originalCurrency}`,
            to: `${formats.number(to.units_per_eur)} ${currency}`,
          }),
    record: to === undefined ? null : { kind: 'exchange_rate', id: `${currency}/${to.day}` },
  });
}

function addAttribution(explaining: Explaining, order: OrderFacts): void {
  const { attribution, reason, clickId, windowDays } = order;
  const { texts, language } = explaining.words;
  const inputs = {
    window_days: windowDays,
    ...(explaining.reader.store && order.voucherCode !== null ? { voucher_code: order.voucherCode } : {}),
  };
  if (attribution === 'none') {
    explaining.add('attribution', {
      inputs,
      result: reason ?? 'none',
      because: reason === null ? texts.unattributed : UNATTRIBUTED[reason][language],
    });
    return;
  }
  explaining.add('attribution', {
    inputs: { ...inputs, link_id: order.linkId, click_id: clickId },
    result: attribution,
    because: becauseOfTrace(explaining, attribution, windowDays),
    record: attribution === 'click' && clickId !== null ? { kind: 'click', id: clickId } : null,
  });
  if (attribution === 'click' || attribution === 'voucher') addRule(explaining, order);
}

function becauseOfTrace(
  explaining: Explaining,
  by: 'click' | 'voucher' | 'customer' | 'manual',
  windowDays: number,
): string {
  const { texts } = explaining.words;
  if (by === 'click') return texts.byClick(windowDays);
  return { voucher: texts.byVoucher, customer: texts.byCustomer, manual: texts.byHand }[by];
}

/** The step of the programme for customers whose rate the order has: since when the customer is bound, and which month it is. */
function addCustomer(explaining: Explaining, order: OrderFacts): void {
  const { programme, at, cpaPpm } = order;
  if (programme === null) return;
  const since = new Date(programme.since);
  const { month, step } = stepAt(programme.steps, { since, at: new Date(at) });
  const { texts, formats } = explaining.words;
  const last = programme.steps.reduce<number | null>(
    (sum, { months }) => (sum === null || months === null ? null : sum + months),
    0,
  );
  explaining.add('customer', {
    inputs: {
      customer_since_at: since.toISOString(),
      programme_version: programme.version,
      month,
      of_months: last,
      steps: programme.steps.map(({ months, cpa_ppm: ppm }) => `${months ?? '*'}:${ppm}`).join(' '),
    },
    result: step?.cpa_ppm ?? cpaPpm,
    because: texts.ofCustomer({
      since: formats.day(since.toISOString().slice(0, 10)),
      month: formats.number(month),
      of: last === null ? null : formats.number(last),
      rate: formats.percent(cpaPpm),
    }),
    record: { kind: 'order', id: String(order.id) },
  });
}

/** The step that an approved order has: what was counted, the thresholds and rates of its version, and the rate with and without it. */
function addRateStep(explaining: Explaining, order: OrderFacts): void {
  const { rising, campaignId, day, termsCpaPpm } = order;
  if (rising === null) return;
  const { texts, formats } = explaining.words;
  const { version, counts, period, applies, steps, step, reached } = rising;
  const at = step === null ? null : steps[step - 1]!;
  const rate = Math.max(termsCpaPpm, at?.cpa_ppm ?? 0);
  const month = formats.month(day.slice(0, 7));
  const threshold = at?.orders ?? at?.value_minor;
  const shown = (sum: number) => (counts === 'orders' ? formats.number(sum) : explaining.money(sum));
  const values = {
    number: formats.number(reached + 1),
    reached: shown(reached),
    from: threshold === undefined ? '' : shown(threshold),
    period: texts.stepPeriods[period](month),
    rate: formats.percent(rate),
    before: formats.percent(termsCpaPpm),
    fixed: at?.cpo_minor === undefined ? null : explaining.money(at.cpo_minor),
  };
  explaining.add('rate_step', {
    inputs: {
      steps_version: version,
      counts,
      period,
      applies,
      reached,
      step,
      steps: steps.map((one) => `${one.orders ?? one.value_minor}:${one.cpa_ppm}:${one.cpo_minor ?? '*'}`).join(' '),
      terms_cpa_ppm: termsCpaPpm,
    },
    result: rate,
    because:
      step === null
        ? texts.noStep(values)
        : texts.steps[applies === 'whole' ? 'whole' : counts](values) +
          (values.fixed === null ? '' : ` ${texts.stepFixed(values.fixed)}`),
    record: explaining.campaign(campaignId),
  });
}

/** Why the store denied the order, if it said so. */
function addDenial(explaining: Explaining, reason: DenialReason, note: string | null): void {
  const { denials, denialNote } = explaining.words.texts;
  explaining.add('denial', {
    inputs: { denial_reason: reason, denial_note: note },
    result: reason,
    because: note === null ? denials[reason] : `${denials[reason]} ${denialNote(note)}`,
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
    because: explaining.words.texts.claimed,
    record: { kind: 'order_claim', id: String(claim.id) },
  });
}

function addCommission(explaining: Explaining, order: OrderFacts, baseMinor: number): void {
  const { campaignId, cpaPpm, invoiceCpaPpm, userSharePpm, agencySharePpm, agencyId } = order;
  const split = { store: order.costMinor, creator: order.userMinor, agency: order.agencyMinor };
  const { texts, formats } = explaining.words;
  addCustomer(explaining, order);
  addRateStep(explaining, order);
  explaining.add('terms', {
    inputs: { terms: TERMS_NAMES[order.terms]!, campaign_id: campaignId, cpa_ppm: cpaPpm },
    result: cpaPpm,
    because: (order.lines === null ? texts.orderTerms : texts.lineTerms)(formats.percent(cpaPpm)),
    record: explaining.campaign(campaignId),
  });
  if (order.orderRule !== null)
    explaining.add('commission_rule', {
      inputs: { rule: order.orderRule, customer: order.customer, attribution: order.attribution, cpa_ppm: cpaPpm },
      result: cpaPpm,
      because: texts.ruleOfOrder({ rule: order.orderRule, rate: formats.percent(cpaPpm) }),
      record: explaining.campaign(campaignId),
    });
  const isByLine = order.lines !== null;
  if (order.lines !== null) addLines(explaining, order, order.lines);
  addFixed(explaining, order, baseMinor);
  const { fixedMinor, fixedCostMinor, isByValue } = order;
  const result = explaining.money(split.store);
  const base = explaining.money(baseMinor);
  const fixedCost = explaining.money(fixedCostMinor);
  const bill = { base: fixedCostMinor > 0 ? texts.withFixed({ base, fixed: fixedCost }) : base, result };
  if (explaining.reader.store)
    explaining.add('bill', {
      inputs: { base_minor: baseMinor, ...(isByLine ? {} : { invoice_cpa_ppm: invoiceCpaPpm }) },
      result: split.store,
      because: !isByValue
        ? order.reachesMinimum
          ? texts.fixedBill(result)
          : texts.fixed.below({ base, minimum: explaining.money(order.fixed?.minimum_order_minor ?? 0) })
        : isByLine
          ? texts.lineBill(bill)
          : texts.orderBill({ rate: formats.percent(invoiceCpaPpm), ...bill }),
    });
  addShares(explaining, {
    baseMinor: isByValue ? baseMinor : fixedMinor,
    partPpm: isByLine || !isByValue ? null : cpaPpm,
    isByLine: isByLine && isByValue,
    fixedMinor: isByValue ? fixedMinor : 0,
    userSharePpm,
    userFrom: null,
    agencySharePpm,
    agencyFrom: null,
    agencyId,
    split,
  });
}

/** The history of the order. Only the store and the platform may know the actors. */
async function addEvents(explaining: Explaining, db: Database, order: OrderFacts): Promise<void> {
  const { rows } = await db.execute<{ id: number; kind: string; at: string; details: Record<string, unknown> }>(sql`
    SELECT id, kind, at, details FROM order_events WHERE order_row_id = ${order.id} ORDER BY id LIMIT ${MAX_EVENTS}`);
  const shown = explaining.reader.store ? rows : rows.filter(isForAll);
  for (const { id, kind, at, details } of shown) {
    const to = typeof details.to === 'string' ? details.to : typeof details.status === 'string' ? details.status : null;
    explaining.add('event', {
      inputs: {
        happened_at: new Date(at).toISOString(),
        ...(to === null ? {} : { to }),
        ...(kind === 'refund' ? { original_refunded_minor: Number(details.to_minor) } : {}),
        ...(typeof details.to_value === 'string'
          ? { from_value: String(details.from_value), to_value: details.to_value }
          : {}),
      },
      result: kind,
      because: becauseOf(explaining, kind, details),
      record: { kind: 'order_event', id: String(id) },
    });
  }
}

function becauseOf(explaining: Explaining, kind: string, details: Record<string, unknown>): string {
  const { events, approvedByRule, extendedFor } = explaining.words.texts;
  if (kind === 'status' && details.rule === 'approval_days') return approvedByRule(Number(details.approval_days));
  if (kind === 'attributed' && typeof details.reason === 'string')
    return explaining.words.texts.attributedByHand(details.reason);
  if (kind === 'extended' && typeof details.reason === 'string') return extendedFor(details.reason);
  return events[kind in events ? (kind as keyof typeof events) : 'other'];
}

const EVENTS_FOR_ALL = new Set(['attributed', 'status', 'extended', 'refund', 'voided', 'void_undone']);

/** Whether creators may read an event: what changed their earnings, but not what the reports said of it. */
const isForAll = ({ kind, details }: { kind: string; details: Record<string, unknown> }) =>
  EVENTS_FOR_ALL.has(kind) || (kind === 'amended' && details.to_value !== undefined);
