/**
 * Recomputes every amount of a marketplace from explanations alone, and compares them with the ledger and the invoices. It shares no
 * code with the service: it knows the API and the arithmetic of docs/explanations.md, in whole numbers.
 *
 *   node tests/recompute/recompute.mjs http://localhost:3000 <administrator's token>
 *
 * Prints one sentence for each difference and exits with 1 when there is any. All months with amounts must be closed.
 */

const MILLION = 1_000_000n;
const big = (value) => BigInt(value);
const stepsOf = (explanation, rule) => explanation.steps.filter((step) => step.rule === rule);
const stepOf = (explanation, rule) => stepsOf(explanation, rule)[0];
const isVoided = (explanation) => stepsOf(explanation, 'void').some(({ result }) => result === 'voided');

/** @param get calls a path of the API and returns the text of the reply */
export async function recompute(get) {
  const faults = [];
  const json = async (path) => JSON.parse(await get(path));
  const records = async (dataset) => {
    const lines = (await get(`/v2/exports/${dataset}`))
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    if (lines.pop()?.end !== true) faults.push(`the export of ${dataset} is cut off`);
    return lines;
  };
  const expect = (what, found, wanted) => {
    if (found === null || big(found) !== big(wanted)) faults.push(`${what} is ${found}, computed ${wanted}`);
  };
  const owed = new Map();
  const add = (origin, { store, creator, agency }) => {
    const sum = owed.get(origin) ?? { cost: 0n, user: 0n, client: 0n };
    owed.set(origin, { cost: sum.cost + store, user: sum.user + creator, client: sum.client + agency });
  };

  const holds = new Map();
  const voids = new Map();
  const note = (explanation, { store_id: store, user_id: creator, client_id: agency }) => {
    for (const { record, inputs } of stepsOf(explanation, 'hold'))
      holds.set(record.id, `${inputs.hold_of} ${{ store, creator, agency }[inputs.hold_of]}`);
    for (const { record, inputs } of stepsOf(explanation, 'void'))
      voids.set(record.id, { items: (voids.get(record.id)?.items ?? 0) + 1, isUndone: inputs.undone_at !== null });
  };

  const clicks = await records('clicks');
  for (const click of clicks) {
    const explanation = await json(`/v2/clicks/${click.id}/explanation`);
    note(explanation, click);
    const split = recomputeClick(explanation, faults);
    compareAmounts(`click ${click.id}`, explanation, split, expect);
    for (const part of ['store', 'creator', 'agency'])
      expect(`${part} of click ${click.id} in the export`, click[`${part}_minor`], split[part]);
    const campaign = explanation.outcome === 'counted' ? (click.offer_id ?? 0) : 0;
    if (explanation.outcome === 'counted')
      add(`clicks ${click.affiliate_link_id}:${click.day}:${campaign}:${click.client_id ?? 0}`, split);
  }

  const orders = [...(await records('orders')), ...(await records('events'))];
  for (const order of orders) {
    const explanation = await json(`/v2/orders/${order.id}/explanation`);
    note(explanation, order);
    const split = recomputeOrder(explanation, faults);
    compareEvents(explanation, faults);
    compareAmounts(`order ${order.id}`, explanation, split, expect);
    if (explanation.outcome === 'approved') add(`commission ${order.id}`, split);
  }

  const ledger = await records('ledger');
  const payments = new Map(
    ledger.filter((entry) => entry.origin_kind === 'one_time').map((entry) => [entry.origin_id, entry]),
  );
  for (const [id, { store_id, user_id }] of payments) {
    const explanation = await json(`/v2/one-time-payments/${id}/explanation`);
    const minor = isVoided(explanation) ? 0n : big(stepOf(explanation, 'agreed').inputs.amount_minor);
    const split = { store: minor, creator: minor, agency: 0n };
    note(explanation, { store_id, user_id });
    compareAmounts(`payment ${id}`, explanation, split, expect);
    add(`one_time ${id}`, split);
  }

  await compareAudit({ json, holds, voids, faults });
  compareLedger(ledger, owed, faults);
  await compareInvoices({ json, ledger, faults, expect });
  return { faults, clicks: clicks.length, orders: orders.length, payments: payments.size, entries: ledger.length };
}

/**
 * The cost and earnings of a click by its candidates: the first one that applies at its instant and whose caps are not exhausted
 * prices it.
 */
function recomputeClick(explanation, faults) {
  const nothing = { store: 0n, creator: 0n, agency: 0n };
  const { id } = explanation.subject;
  const { result: counted, inputs } = stepOf(explanation, 'classification');
  if (counted !== 'counted') return nothing;
  const at = inputs.clicked_at;
  let chosen = null;
  for (const { inputs: candidate, result } of stepsOf(explanation, 'candidate')) {
    const holds = (candidate.valid_from_at ?? at) <= at && (candidate.valid_until_at ?? at) >= at;
    const expected = !holds
      ? 'passed_over'
      : chosen !== null
        ? 'not_reached'
        : hasRoom(candidate)
          ? 'applied'
          : 'passed_over';
    if (result !== expected)
      faults.push(`click ${id}: candidate ${candidate.campaign_id} is ${result}, computed ${expected}`);
    if (expected === 'applied') chosen = candidate;
  }
  if (chosen === null) return nothing;
  const shares = sharesOf(explanation);
  const cpc = big(chosen.cpc_minor);
  const price = stepOf(explanation, 'price');
  if (big(price.inputs.cpc_minor) !== cpc)
    faults.push(`click ${id}: the price is ${price.inputs.cpc_minor}, its terms say ${cpc}`);
  const split = {
    store: big(chosen.invoice_cpc_minor),
    creator: (cpc * shares.creator) / MILLION,
    agency: (cpc * shares.agency) / MILLION,
  };
  // For a voided click, these are the amounts that the void took back.
  for (const [rule, wanted] of [
    ['bill', split.store],
    ['creator_share', split.creator],
    ['agency_share', split.agency],
  ]) {
    const { result } = stepOf(explanation, rule);
    if (big(result) !== wanted) faults.push(`click ${id}: ${rule} is ${result}, computed ${wanted}`);
  }
  return isVoided(explanation) ? nothing : split;
}

/** A cap without figures was not exhausted. */
function hasRoom(candidate) {
  const cost = candidate.invoice_cpc_minor;
  const full = [
    candidate.clicks_used >= candidate.max_clicks,
    candidate.creator_clicks_used >= candidate.creator_max_clicks,
    candidate.spent_minor + cost > candidate.max_minor,
    candidate.shared_budget_spent_minor + cost > candidate.shared_budget_minor,
  ];
  return !full.some(Boolean);
}

function sharesOf(explanation) {
  const creator = big(stepOf(explanation, 'creator_share').inputs.share_ppm);
  const agency = stepOf(explanation, 'agency_share').inputs;
  return { creator, agency: agency.agency_id === null ? 0n : big(agency.share_ppm) };
}

/** The cost and earnings of an order by its value, its rates, its refunds and its terms. */
function recomputeOrder(explanation, faults) {
  const { id } = explanation.subject;
  const exchange = stepOf(explanation, 'exchange');
  const { original_minor: original } = stepOf(explanation, 'reported').inputs;
  const value = exchange === undefined ? big(original) : exchanged(exchange.inputs);
  const base = stepOf(explanation, 'base').inputs;
  if (big(base.value_minor) !== value) faults.push(`order ${id}: the value is ${base.value_minor}, computed ${value}`);
  const refunded = original === 0 ? 0n : roundHalfUp(value * big(base.original_refunded_minor), big(original));
  if (big(base.refunded_minor) !== refunded)
    faults.push(`order ${id}: refunded is ${base.refunded_minor}, computed ${refunded}`);
  const terms = stepOf(explanation, 'terms');
  if (terms === undefined) return { store: 0n, creator: 0n, agency: 0n };
  compareCustomer(explanation, faults);
  compareStep(explanation, faults);
  const left = value - refunded;
  const shares = sharesOf(explanation);
  const lines = stepsOf(explanation, 'line').map(({ inputs }) => inputs);
  const [cpa, invoiceCpa, whole] =
    lines.length === 0
      ? [big(terms.inputs.cpa_ppm), big(stepOf(explanation, 'bill').inputs.invoice_cpa_ppm), 1n]
      : averageOf(lines, { id, terms, reported: big(original), refunded: big(base.original_refunded_minor), faults });
  const paid = withFixed(explanation, { left, cpa, invoiceCpa, whole }, faults);
  return {
    store: paid.cost / (whole * MILLION),
    creator: (paid.shared * shares.creator) / (whole * MILLION * MILLION),
    agency: (paid.shared * shares.agency) / (whole * MILLION * MILLION),
  };
}

/** The rate of a customer whom the creator has won: that of the month of the order, counted from the first one in UTC. */
function compareCustomer(explanation, faults) {
  const step = stepOf(explanation, 'customer');
  if (step === undefined) return;
  const { id } = explanation.subject;
  const { customer_since_at: since, month, steps } = step.inputs;
  const at = stepOf(explanation, 'reported').inputs.ordered_at;
  let passed = 0;
  while (monthsAfter(since, passed + 1) <= at) passed += 1;
  if (month !== passed + 1) faults.push(`order ${id}: it is in month ${month}, computed ${passed + 1}`);
  let left = passed;
  let rate;
  for (const [months, ppm] of steps.split(' ').map((text) => text.split(':'))) {
    if (months === '*' || left < Number(months)) {
      rate = ppm;
      break;
    }
    left -= Number(months);
  }
  const { cpa_ppm: cpa } = stepOf(explanation, 'terms').inputs;
  if (rate !== String(cpa)) faults.push(`order ${id}: the rate is ${cpa}, that of its month ${rate}`);
}

/**
 * The step of the campaign that the order has: the highest one whose threshold the counted orders reach. It raises the rate of the terms and the fixed amount, and
 * never lowers them.
 */
function compareStep(explanation, faults) {
  const found = stepOf(explanation, 'rate_step');
  if (found === undefined) return;
  const { id } = explanation.subject;
  const { reached, step, steps, terms_cpa_ppm: agreed } = found.inputs;
  const all = steps.split(' ').map((text) => text.split(':'));
  const wanted = all.filter(([from]) => Number(from) <= reached).length;
  if ((step ?? 0) !== wanted) faults.push(`order ${id}: it has step ${step}, computed ${wanted}`);
  const [, ppm, cpo] = wanted === 0 ? [0, 0, '*'] : all[wanted - 1];
  const rate = Math.max(agreed, Number(ppm));
  const isByRule = stepOf(explanation, 'commission_rule') !== undefined;
  const { cpa_ppm: cpa } = stepOf(explanation, 'terms').inputs;
  if (!isByRule && cpa !== rate) faults.push(`order ${id}: the rate is ${cpa}, its step says ${rate}`);
  const fixed = stepOf(explanation, 'fixed_amount')?.inputs.terms_cpo_minor ?? 0;
  if (cpo !== '*' && fixed < Number(cpo))
    faults.push(`order ${id}: the fixed amount is ${fixed}, its step says ${cpo}`);
}

/** The same day and time some months later, or the last day of a month that is too short. */
function monthsAfter(since, months) {
  const at = new Date(since);
  const day = at.getUTCDate();
  at.setUTCDate(1);
  at.setUTCMonth(at.getUTCMonth() + months);
  at.setUTCDate(Math.min(day, new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()));
  return at.toISOString();
}

/**
 * What is shared and billed, in millionths of the whole: the part of the value, and a fixed amount beside it or instead of it. Nothing below the minimum
 * value of the order.
 */
function withFixed(explanation, { left, cpa, invoiceCpa, whole }, faults) {
  const step = stepOf(explanation, 'fixed_amount');
  const byValue = { shared: left * cpa, cost: left * invoiceCpa };
  if (step === undefined) return byValue;
  const { inputs } = step;
  if (left < big(inputs.minimum_order_minor)) return { shared: 0n, cost: 0n };
  const [amount, bill] = [big(inputs.cpo_minor), big(inputs.invoice_cpo_minor)];
  if (bill < amount) faults.push(`order ${explanation.subject.id}: the fixed amount is ${amount}, billed as ${bill}`);
  const hasRules = stepsOf(explanation, 'line').some(({ inputs: line }) => line.rule !== null);
  const isByRule = hasRules || stepOf(explanation, 'commission_rule') !== undefined;
  if (!isByRule && inputs.cpo_minor !== inputs.terms_cpo_minor)
    faults.push(`order ${explanation.subject.id}: no rule sets the fixed amount ${amount}`);
  // An event of no value has its amount; one that is refunded completely has none.
  const isEventOfNoValue =
    inputs.event_kind !== undefined && big(stepOf(explanation, 'base').inputs.value_minor) === 0n;
  if (left === 0n && !isEventOfNoValue) return byValue;
  const fixed = { shared: amount * whole * MILLION, cost: bill * whole * MILLION };
  if (inputs.cpo_mode === 'larger') return byValue.shared >= fixed.shared ? byValue : fixed;
  return { shared: byValue.shared + fixed.shared, cost: byValue.cost + fixed.cost };
}

/** The rates of an order with lines: the sums of the lines' rates weighted by the remaining values, and the total remaining value. */
function averageOf(lines, { id, terms, reported, refunded, faults }) {
  const sum = (of) => lines.reduce((total, line) => total + of(line), 0n);
  const left = (line) => big(line.value_minor) - big(line.refunded_minor);
  if (sum((line) => big(line.value_minor)) !== reported)
    faults.push(`order ${id}: its lines are not worth ${reported}`);
  if (sum((line) => big(line.refunded_minor)) > refunded)
    faults.push(`order ${id}: more of its lines is refunded than ${refunded}`);
  for (const { line, rule, cpa_ppm: cpa } of lines)
    if (rule === null && cpa !== terms.inputs.cpa_ppm)
      faults.push(`order ${id}: line ${line} has no rule and the rate ${cpa}`);
  return [
    sum((line) => left(line) * big(line.cpa_ppm)),
    sum((line) => left(line) * big(line.invoice_cpa_ppm)),
    sum(left) || 1n,
  ];
}

/** The history of an order must lead to its state: the last decision to its status, the last refund to the refunded amount. */
function compareEvents(explanation, faults) {
  const { id } = explanation.subject;
  const events = stepsOf(explanation, 'event');
  const refund = events.filter(({ result }) => result === 'refund').pop()?.inputs.original_refunded_minor ?? 0;
  const refunded = stepOf(explanation, 'base').inputs.original_refunded_minor;
  if (refund !== refunded) faults.push(`order ${id}: refunded is ${refunded}, its last refund says ${refund}`);
  const decision = events.filter(({ result }) => ['status', 'voided', 'void_undone'].includes(result)).pop();
  const { outcome } = explanation;
  if (decision?.result === 'status' && decision.inputs.to !== outcome)
    faults.push(`order ${id}: the status is ${outcome}, its last decision says ${decision.inputs.to}`);
  if (decision === undefined && ['approved', 'denied'].includes(outcome))
    faults.push(`order ${id}: nobody decided that it is ${outcome}`);
}

/** Holds and voids must agree with the audit log in their subjects and numbers of items, in both directions. */
async function compareAudit({ json, holds, voids, faults }) {
  const entries = [];
  for (let page = 1, last = 1; page <= last; page += 1) {
    const reply = await json(`/v2/admin/audit-log?size=100&page=${page}`);
    entries.push(...reply.data);
    last = reply.meta.last_page;
  }
  const released = new Set(
    entries.filter(({ action }) => action.endsWith('.hold_released')).map(({ details }) => String(details.hold_id)),
  );
  const kinds = { store: 'store', user: 'creator', client: 'agency' };
  const placed = new Map();
  for (const { action, subject_kind: kind, subject_id: of, details } of entries) {
    const id = String(details.hold_id);
    if (action.endsWith('.put_on_hold') && !released.has(id)) placed.set(id, `${kinds[kind]} ${of}`);
  }
  for (const id of new Set([...placed.keys(), ...holds.keys()]))
    if (placed.get(id) !== holds.get(id))
      faults.push(`hold ${id} is of ${holds.get(id) ?? 'nothing'}, the audit log says ${placed.get(id) ?? 'nothing'}`);
  const acts = new Map(
    entries
      .filter(({ subject_kind: kind }) => kind === 'void')
      .map((act) => [`${act.subject_id} ${act.action.split('.')[1]}`, act]),
  );
  for (const [key, { subject_id: id }] of acts)
    if (key.endsWith(' voided') && !voids.has(String(id))) faults.push(`void ${id} of the audit log explains nothing`);
  for (const [id, { items, isUndone }] of voids) {
    const made = acts.get(`${id} voided`)?.details.items;
    if (made !== items) faults.push(`void ${id} has ${items} items, the audit log says ${made ?? 'nothing'}`);
    if (acts.has(`${id} void_undone`) !== isUndone)
      faults.push(`void ${id} is ${isUndone ? '' : 'not '}undone, unlike in the audit log`);
  }
}

const roundHalfUp = (numerator, denominator) => (2n * numerator + denominator) / (2n * denominator);

/** Rates are decimals with at most twelve places. */
function exchanged(inputs) {
  const scaled = (text) => {
    const [whole, places = ''] = String(text).split('.');
    return big(whole + places.padEnd(12, '0').slice(0, 12));
  };
  const numerator = big(inputs.original_minor) * scaled(inputs.to_units_per_eur) * 10n ** big(inputs.to_digits);
  return roundHalfUp(numerator, scaled(inputs.from_units_per_eur) * 10n ** big(inputs.from_digits));
}

function compareAmounts(what, { amounts }, { store, creator, agency }, expect) {
  expect(`${what}: the store's amount`, amounts.store, store);
  expect(`${what}: the creator's amount`, amounts.creator, creator);
  expect(`${what}: the agency's amount`, amounts.agency, agency);
  expect(`${what}: the platform's amount`, amounts.platform, store - creator - agency);
}

/** Each origin in the ledger must equal the amounts in the explanations of its clicks, its order or its payment. */
function compareLedger(ledger, owed, faults) {
  const booked = new Map();
  for (const entry of ledger) {
    if (!['cost', 'user', 'client'].includes(entry.part)) continue;
    const origin = `${entry.origin_kind} ${entry.origin_id}`;
    const sum = booked.get(origin) ?? { cost: 0n, user: 0n, client: 0n };
    sum[entry.part] += entry.part === 'cost' ? -big(entry.amount_minor) : big(entry.amount_minor);
    booked.set(origin, sum);
  }
  const none = { cost: 0n, user: 0n, client: 0n };
  for (const origin of new Set([...booked.keys(), ...owed.keys()]))
    for (const part of ['cost', 'user', 'client']) {
      const [found, wanted] = [(booked.get(origin) ?? none)[part], (owed.get(origin) ?? none)[part]];
      if (found !== wanted) faults.push(`${part} of ${origin} is booked as ${found}, computed ${wanted}`);
    }
}

/** Each line must be the sum of its bookings, and each invoice the sum of its lines and its VAT. */
async function compareInvoices({ json, ledger, faults, expect }) {
  for (const month of new Set(ledger.map((entry) => entry.month))) {
    const invoices = [];
    for (let page = 1, last = 1; page <= last; page += 1) {
      const reply = await json(`/v2/payments/getPaymentInvoices?payment_period=${month}&page=${page}`);
      invoices.push(...reply.data);
      last = reply.meta.last_page;
    }
    for (const invoice of invoices) {
      let net = 0n;
      for (const [index] of invoice.lines.entries()) {
        const path = `/v2/invoices/${invoice.id}/lines/${index + 1}/explanation`;
        const explanation = await json(path);
        let sum = 0n;
        for (let { items } = explanation; ; { items } = await json(`${path}?after=${items.next_after}`)) {
          for (const item of items.data) sum += big(item.amount_minor);
          if (items.next_after === null) break;
        }
        const own = { store: 'store', client: 'agency', creator: 'creator' }[invoice.kind];
        const stated =
          invoice.kind === 'client'
            ? explanation.amounts.agency || explanation.amounts.creator
            : explanation.amounts[own];
        expect(`line ${index + 1} of ${invoice.number}`, stated, sum);
        const entries = ledger.filter((entry) => entry.invoice_id === invoice.id && entry.invoice_line === index + 1);
        const booked = entries.reduce(
          (total, entry) => total + (entry.part === 'cost' ? -1n : 1n) * big(entry.amount_minor),
          0n,
        );
        expect(`the bookings of line ${index + 1} of ${invoice.number}`, booked, sum);
        net += sum;
        const { inputs } = stepOf(explanation, 'vat');
        const vat = roundAwayFromZero(big(inputs.net_minor) * big(inputs.vat_rate_ppm), MILLION);
        expect(`the VAT of ${invoice.number}`, inputs.vat_minor, vat);
        if (index === invoice.lines.length - 1) expect(`the net sum of ${invoice.number}`, inputs.net_minor, net);
      }
      if (invoice.lines.length === 0) faults.push(`${invoice.number} has no lines`);
    }
  }
}

const roundAwayFromZero = (numerator, denominator) =>
  numerator < 0n ? -roundHalfUp(-numerator, denominator) : roundHalfUp(numerator, denominator);

if (process.argv[1]?.endsWith('recompute.mjs')) {
  const [base, token] = process.argv.slice(2);
  const get = async (path) => {
    const reply = await fetch(new URL(path, base), { headers: { authorization: token } });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    return reply.text();
  };
  const { faults, ...counts } = await recompute(get);
  for (const fault of faults) console.log(fault);
  console.log(JSON.stringify({ ...counts, differences: faults.length }));
  process.exit(faults.length === 0 ? 0 : 1);
}
