import { createHmac, timingSafeEqual } from 'node:crypto';
import { isCurrency } from '../currencies.ts';
import type { BilledAmount, BillingEvent, BillingSource } from './billing-source.ts';
import { proportion } from './proportion.ts';
import { at, type Fields, fieldsOf, listAt, objectOf, textAt } from './read-json.ts';

/** Limits the age of a signed event, against replays. */
const TOLERANCE_MS = 300_000;

/** Paddle Billing. Its sandbox signs with secrets of its own, and its events do not say that they are of the sandbox. */
export const paddleBilling: BillingSource = {
  events: [
    'transaction.completed',
    'adjustment.created',
    'adjustment.updated',
    'subscription.created',
    'subscription.activated',
  ],
  isSigned: (body, headers, { secrets, at: arrivedAt }) => {
    const header = headers['paddle-signature'];
    if (typeof header !== 'string') return false;
    const parts = header.split(';').map((part) => part.trim().split('=', 2));
    const time = parts.find(([name]) => name === 'ts')?.[1] ?? '';
    if (!/^\d{1,12}$/.test(time)) return false;
    if (arrivedAt !== null && arrivedAt.getTime() - Number(time) * 1_000 > TOLERANCE_MS) return false;
    const given = parts.filter(([name]) => name === 'h1').map(([, digits = '']) => Buffer.from(digits));
    return secrets.some((secret) => {
      const right = Buffer.from(createHmac('sha256', secret).update(`${time}:`).update(body).digest('hex'));
      return given.some((one) => one.length === right.length && timingSafeEqual(one, right));
    });
  },
  read: (body) => {
    const event = objectOf(body);
    const kind = event === null ? null : textAt(event, 'event_type');
    const happenedAt = event === null ? null : timeAt(event, 'occurred_at');
    const object = event === null ? null : fieldsOf(event['data']);
    if (kind === null || happenedAt === null || object === null) return null;
    const read: BillingEvent = { kind, at: happenedAt, isTest: false, records: [], errors: {} };
    if (kind === 'transaction.completed') readTransaction(object, read);
    if (/^adjustment\.(?:created|updated)$/.test(kind)) readAdjustment(object, read);
    if (/^subscription\.(?:created|activated)$/.test(kind)) readSubscription(object, read);
    return read;
  },
};

/** A completed transaction: its value is the total without tax, as far as the credit of the customer has not paid it. */
function readTransaction(transaction: Fields, event: BillingEvent): void {
  const id = textAt(transaction, 'id');
  const totals = fieldsOf(at(transaction, 'details', 'totals')) ?? {};
  const total = unitsAt(totals, 'total') ?? 0;
  const due = unitsAt(totals, 'grand_total') ?? total;
  const net = total - (unitsAt(totals, 'tax') ?? 0);
  if (id === null || total <= 0 || due <= 0 || net <= 0) return;
  const amount = amountIn(transaction, event, proportion(net, due, total));
  if (amount === null || amount.minor <= 0) return;
  event.records.push({
    kind: 'sale',
    id,
    sale: id,
    subscription: textAt(transaction, 'subscription_id'),
    customer: textAt(transaction, 'customer_id'),
    click: clickOf(transaction),
    at: timeAt(transaction, 'billed_at') ?? event.at,
    amount,
    paidMinor: due,
  });
}

const REPAYMENTS: Readonly<Record<string, 'refund' | 'dispute'>> = { refund: 'refund', chargeback: 'dispute' };

/** A refund or a chargeback. What is added to the credit of the customer is no repayment: later transactions are worth less by it. */
function readAdjustment(adjustment: Fields, event: BillingEvent): void {
  const id = textAt(adjustment, 'id');
  const sale = textAt(adjustment, 'transaction_id');
  const kind = REPAYMENTS[textAt(adjustment, 'action') ?? ''];
  const amount = amountIn(adjustment, event, unitsAt(adjustment, 'totals', 'total'));
  if (id === null || sale === null || kind === undefined || amount === null) return;
  const status = textAt(adjustment, 'status');
  const rank = status === 'pending_approval' ? 0 : status === 'approved' ? 1 : 2;
  event.records.push({ kind, id, sale, amount, counts: status === 'approved', rank });
}

function readSubscription(subscription: Fields, event: BillingEvent): void {
  const id = textAt(subscription, 'id');
  if (id === null) return;
  const trial =
    listAt(subscription, 'items')
      .map((item) => fieldsOf(item['trial_dates']))
      .find((dates) => dates) ?? {};
  const begunAt = timeAt(trial, 'ends_at') ?? timeAt(subscription, 'started_at') ?? event.at;
  event.records.push({
    kind: 'subscription',
    id,
    subscription: id,
    customer: textAt(subscription, 'customer_id'),
    click: clickOf(subscription),
    at: timeAt(trial, 'starts_at'),
    startedAt: textAt(subscription, 'status') !== 'active' ? null : begunAt < event.at ? begunAt : event.at,
  });
}

const clickOf = (fields: Fields): string | null => textAt(fields, 'custom_data', 'tclid');

/** Amounts are texts, in minor units of ISO 4217. */
function unitsAt(fields: Fields, ...path: readonly string[]): number | null {
  const text = textAt(fields, ...path);
  return text !== null && /^-?\d{1,15}$/.test(text) ? Number(text) : null;
}

function timeAt(fields: Fields, name: string): Date | null {
  const text = textAt(fields, name);
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) || time < 0 || time > Date.UTC(9999, 11, 31) ? null : new Date(time);
}

/** An amount in the currency of an object; null without an amount, or without a currency, which is an error of the event. */
function amountIn(object: Fields, event: BillingEvent, minor: number | null): BilledAmount | null {
  if (minor === null || minor < 0) return null;
  const currency = textAt(object, 'currency_code') ?? '';
  if (isCurrency(currency)) return { minor, currency };
  event.errors['currency'] = ['must be a currency code such as EUR'];
  return null;
}
