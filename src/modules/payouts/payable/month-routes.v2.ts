import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { currencyCode, dateTime, day, id, minorMoney, nameSchemas, nullable } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { PayoutDeps } from '../deps.ts';
import { OWNER_PATHS } from '../owner.ts';
import { type OpenMonth, readOpenMonths } from './read-open-months.ts';

const StoreOfMonth = Type.Object({
  id: id(),
  name: Type.String(),
  pending: minorMoney('What its undecided orders would add, without VAT.'),
  decide_by: nullable(dateTime({ description: 'When the last of them is approved by itself; null: none is.' })),
  unpaid: minorMoney('What is payable once the store has paid.'),
  is_paid: nullable(
    Type.Boolean({ description: 'Whether its invoice of the month is paid or released; null: it has none yet.' }),
  ),
  due_on: nullable(day({ description: 'When its open invoice is due.' })),
});

/** A month of a payee that is not paid out. */
export const OpenMonthRecord = Type.Object({
  month: Type.String({
    pattern: '^\\d{4}-\\d{2}$',
    examples: ['2030-01'],
    description: 'The month on whose statement the earnings are, or will be.',
  }),
  currency: currencyCode(),
  amount: minorMoney('All that is earned in the month and not paid out: what is held and what is payable.'),
  pending: minorMoney('What undecided orders would add, without VAT. It is not part of the other amounts.'),
  pending_dated: minorMoney('The part of it whose orders are approved by themselves by `decide_by` at the latest.'),
  decide_by: nullable(dateTime()),
  closed_on: nullable(day({ description: 'When the month was closed; null: it is open.' })),
  not_invoiced: minorMoney('What the closing of the month books.'),
  hold_period: minorMoney('What is within the hold period.'),
  hold_until: nullable(day({ description: 'When the last hold period ends; null: none is running.' })),
  store_unpaid: minorMoney('What waits for the payments of stores.'),
  on_hold: minorMoney('What an administrator has put on hold.'),
  payable: minorMoney('What can be paid out, with what is in a payout run.'),
  in_run: minorMoney('What of it is in a payout run.'),
  payable_from: nullable(
    day({
      description:
        'The first day on which all of it may be payable, if every condition is met in time. Null: it waits for something without a date, such as an overdue invoice.',
    }),
  ),
  stores: Type.Array(StoreOfMonth, { description: 'The stores where it was earned, by month and name.' }),
});

/** The open months of payees: what is earned and not paid out, and what it waits for. */
export function openMonthRoutes(app: FastifyInstance, deps: PayoutDeps): void {
  for (const { account, path, suffix, reads } of OWNER_PATHS)
    operation(app, {
      method: 'GET',
      url: `/v2/${path}/open-months`,
      operationId: `listOpenMonths${suffix}`,
      summary: 'List the months whose earnings are not paid out, and what they wait for',
      description:
        'One entry for each month and currency, oldest first. Amounts include VAT unless they say otherwise, and add up to those of the next payout.',
      tags: ['Payouts'],
      addition: true,
      policy: reads,
      replies: { 200: Type.Object({ data: Type.Array(OpenMonthRecord) }) },
      handle: async ({ ctx, resource }) => ({
        data: (await readOpenMonths(ctx, deps, { account, id: resource.id })).map(presentMonth),
      }),
    });
}

/** A month as its payee reads it. */
export function presentMonth(one: OpenMonth) {
  const { currency, notInvoicedMinor, holdPeriodMinor, storeUnpaidMinor, onHoldMinor, payableMinor } = one;
  const money = (minor: number) => ({ minor, currency });
  return {
    month: one.month,
    currency,
    amount: money(notInvoicedMinor + holdPeriodMinor + storeUnpaidMinor + onHoldMinor + payableMinor),
    pending: money(one.pendingMinor),
    pending_dated: money(one.pendingDatedMinor),
    decide_by: one.decideBy,
    closed_on: one.closedOn,
    not_invoiced: money(notInvoicedMinor),
    hold_period: money(holdPeriodMinor),
    hold_until: one.holdUntil,
    store_unpaid: money(storeUnpaidMinor),
    on_hold: money(onHoldMinor),
    payable: money(payableMinor),
    in_run: money(one.inRunMinor),
    payable_from: one.payableFrom,
    stores: one.stores.map((store) => ({
      id: store.id,
      name: store.name,
      pending: money(store.pendingMinor),
      decide_by: store.decideBy,
      unpaid: money(store.unpaidMinor),
      is_paid: store.isPaid,
      due_on: store.dueOn,
    })),
  };
}

nameSchemas({ OpenMonth: OpenMonthRecord, StoreOfOpenMonth: StoreOfMonth });
