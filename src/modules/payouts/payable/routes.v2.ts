import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { completeList, operationOnceBare } from '../../../platform/http/complete-list.ts';
import { currencyCode, dateTime, day, id, money, nameSchemas, nullable, oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { pendingReply, presentPending } from '../../payments/index.ts';
import type { PayoutDeps } from '../deps.ts';
import { OWNER_PATHS } from '../owner.ts';
import { METHODS } from '../payout-accounts/account-details.ts';
import { listPayouts, PAYOUT_STATUSES, type Payout } from '../runs/list-payouts.ts';
import {
  listPayables,
  type OwnPayable,
  PAYABLE_ORDER,
  type Payable,
  REASONS,
  readOwnPayables,
} from './read-payables.ts';

/** Currencies of one payee. */
const MAX_CURRENCIES = 200;

const shared = { method: 'GET', tags: ['Payouts'], addition: true } as const;
const amount = (description: string) => money({ signed: true, description });

const nextPayout = {
  currency: currencyCode(),
  earned: amount('All that has been earned so far.'),
  held: amount('What cannot be paid out yet; the balance says why.'),
  payable: amount('What can be paid out.'),
  in_run: amount('What of it is in a payout run.'),
  paid: amount('What has been paid out.'),
  overpaid: amount('The amount by which payouts exceed earnings; it is deducted from later earnings.'),
  available: amount('What the next run pays.'),
  minimum: amount('The minimum payout; smaller amounts are carried over.'),
  is_due: Type.Boolean({ description: 'Whether the next run pays it.' }),
  reasons: Type.Array(oneOf(REASONS), { description: 'The reasons why the next run does not pay it.' }),
  account: nullable(Type.String({ description: 'The end of the account that it goes to.' })),
  account_usable_from: nullable(dateTime()),
};
/** The next payout of a payee in one currency. */
export const NextPayoutRecord = Type.Object({ ...nextPayout, pending: pendingReply });
const NextPayouts = completeList(NextPayoutRecord, { description: 'One for each currency.' });
const PayableRecord = Type.Object({
  kind: oneOf(['creator', 'client']),
  payee_id: id(),
  payee_name: Type.String(),
  ...nextPayout,
});

export const PayoutRecord = Type.Object({
  id: id(),
  run_id: id(),
  amount: money({ description: 'The paid or outstanding amount.' }),
  status: oneOf(PAYOUT_STATUSES, {
    description:
      '`in_run`: on its way. `dropped`: no longer payable when the run was exported. `rejected`: refused by the bank. `returned`: paid and returned; the balance contains the amount again.',
  }),
  reason: nullable(Type.String({ description: 'Why it was dropped, rejected or returned.' })),
  method: oneOf(METHODS),
  account: Type.String({ description: 'The end of the account that it goes to.' }),
  end_to_end_id: Type.String({ description: 'Names the payment at banks.' }),
  paid_on: nullable(day()),
  returned_on: nullable(day()),
});

/** The next payouts and the history of payees. */
export function payableRoutes(app: FastifyInstance, deps: PayoutDeps): void {
  allPayables(app, deps);
  for (const { account, path, suffix, reads } of OWNER_PATHS) {
    operationOnceBare(
      app,
      {
        ...shared,
        url: `/v2/${path}/next-payouts`,
        operationId: `getNextPayouts${suffix}`,
        summary: 'Read the next payout and the reasons for its date',
        policy: reads,
        replies: { 200: NextPayouts },
        handle: async ({ ctx, resource }) => {
          const owner = { account, id: resource.id };
          const payables = await readOwnPayables(ctx, deps, { owner, limit: MAX_CURRENCIES });
          return { data: payables.map(presentOwnPayout) };
        },
      },
      { url: `/v2/${path}/next-payout`, operationId: `getNextPayout${suffix}` },
    );

    operation(app, {
      ...shared,
      url: `/v2/${path}/payouts`,
      operationId: `listPayouts${suffix}`,
      summary: 'List payouts to a payee',
      description: 'The latest first.',
      policy: reads,
      query: pageQuery(),
      replies: { 200: v2Envelope(PayoutRecord) },
      handle: async ({ ctx, resource, page, request }) => {
        const found = await listPayouts(ctx, { owner: { account, id: resource.id } }, page);
        return presentV2Page(request, page, found, presentPayout);
      },
    });
  }
}

/** The next payouts of all payees, for administrators. */
function allPayables(app: FastifyInstance, deps: PayoutDeps): void {
  operation(app, {
    ...shared,
    url: '/v2/admin/payables',
    operationId: 'adminListPayables',
    summary: 'List the payable amounts of payees, and the reasons why they are not paid',
    description: 'One entry for each payee and currency, the largest amount first unless `sort_by` is given.',
    policy: adminOnly,
    query: {
      currency: Type.Optional(currencyCode({ description: 'In this currency alone.' })),
      state: Type.Optional(
        oneOf(['due', 'waiting'], {
          description:
            '`due`: the next run pays it. `waiting`: something is payable, and the next run does not pay it.',
        }),
      ),
      sort_by: PAYABLE_ORDER.query,
      ...pageQuery(),
    },
    replies: { 200: v2Envelope(PayableRecord) },
    handle: async ({ ctx, query, page, request }) => {
      const { currency, state, sort_by: sort } = query;
      if (currency !== undefined && !isCurrency(currency))
        throw new InvalidInput({ currency: ['must be a currency code such as EUR'] });
      const found = await listPayables(ctx, deps, {
        ...(currency === undefined ? {} : { currency }),
        ...(state === undefined ? {} : { isDue: state === 'due' }),
        sort,
        limit: page.size,
        offset: page.offset,
      });
      return presentV2Page(request, page, found, (payable) => ({
        kind: payable.account,
        payee_id: payable.payeeId,
        payee_name: payable.payeeName,
        ...presentNextPayout(payable),
      }));
    },
  });
}

/** A payable as its payee reads it, with what undecided orders would add. */
export const presentOwnPayout = (payable: OwnPayable) => ({
  ...presentNextPayout(payable),
  pending: presentPending(payable, payable.currency),
});

/** A payable as its payee reads it, and administrators in a list. */
function presentNextPayout(payable: Payable) {
  const { currency, reasons, masked, usableFrom } = payable;
  const printed = (minor: number) => moneyObject({ minor, currency });
  return {
    currency,
    earned: printed(payable.earned),
    held: printed(payable.held),
    payable: printed(payable.payable),
    in_run: printed(payable.inRun),
    paid: printed(payable.paid),
    overpaid: printed(payable.overpaid),
    available: printed(payable.available),
    minimum: printed(payable.minimum),
    is_due: reasons.length === 0,
    reasons,
    account: masked,
    account_usable_from: usableFrom?.toISOString() ?? null,
  };
}

/** A payout as its payee reads it. */
export function presentPayout(payout: Payout) {
  const { id, runId, status, reason, method, masked, endToEndId, paidOn, returnedOn } = payout;
  return {
    id,
    run_id: runId,
    amount: moneyObject({ minor: payout.amountMinor, currency: payout.currency }),
    status,
    reason,
    method,
    account: masked,
    end_to_end_id: endToEndId,
    paid_on: paidOn,
    returned_on: returnedOn,
  };
}

nameSchemas({ NextPayout: NextPayoutRecord, NextPayouts, Payable: PayableRecord, Payout: PayoutRecord });
