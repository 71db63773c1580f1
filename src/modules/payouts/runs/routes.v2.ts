import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly, inPerson } from '../../../platform/auth/policy.ts';
import { operationOnceBare } from '../../../platform/http/complete-list.ts';
import { day, oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { type Frozen, file } from '../../../platform/http/replies.ts';
import { moneyObject } from '../../../platform/money.ts';
import { pageQuery, presentV2Page } from '../../../platform/pagination.ts';
import type { PayoutDeps } from '../deps.ts';
import { approveRun, cancelRun } from './decide-run.ts';
import { exportRun, readRunFile } from './export-run.ts';
import { listPayouts } from './list-payouts.ts';
import { makeRun, previewRun, sumPayables } from './make-run.ts';
import { listMinimums, lockMinimums, type Minimum, setMinimum } from './minimums.ts';
import { presentPayableCurrency, presentPreview, presentRun, presentRunPayout } from './present.ts';
import { listRuns, RUN_ORDER, RUN_STATUSES, readRun } from './run.ts';
import {
  CancelBody,
  ExportBody,
  MinimumBody,
  MinimumList,
  PaidBody,
  PayableCurrencies,
  PreviewBody,
  ReturnBody,
  RunBody,
  RunList,
  RunPayoutList,
  RunPreviewRecord,
  RunRecord,
} from './schemas.ts';
import { markRunPaid, returnPayout } from './settle-payouts.ts';

const shared = { tags: ['Payouts'], addition: true } as const;
const reads = { ...shared, method: 'GET', policy: adminOnly } as const;
/** A run is checked and compared with its file in few requests. */
const PAYOUTS_PAGE = { defaultSize: 100, maxSize: 500 };
/**
 * Requirements of requests that move money: made in person, with recent authentication, and executed once for each idempotency
 * key.
 */
const moves = {
  ...shared,
  method: 'POST',
  policy: inPerson(adminOnly),
  idempotent: true,
  replies: { 200: RunRecord },
} as const;

/** Payout runs, for administrators. */
export function runRoutes(app: FastifyInstance, deps: PayoutDeps): void {
  readRoutes(app);
  makeRoutes(app, deps);
  decideRoutes(app, deps);
  fileRoute(app, deps);
  minimumRoutes(app);
}

function readRoutes(app: FastifyInstance): void {
  operation(app, {
    ...reads,
    url: '/v2/payout-runs',
    operationId: 'listPayoutRuns',
    summary: 'List payout runs',
    description: 'The latest first unless `sort_by` is given.',
    query: { status: Type.Optional(oneOf(RUN_STATUSES)), sort_by: RUN_ORDER.query, ...pageQuery() },
    replies: { 200: RunList },
    handle: async ({ ctx, query, page, request }) =>
      presentV2Page(
        request,
        page,
        await listRuns(ctx, { status: query.status, sort: query.sort_by }, page),
        presentRun,
      ),
  });

  operation(app, {
    ...reads,
    url: '/v2/payout-runs/:payout_run',
    operationId: 'getPayoutRun',
    summary: 'Read a payout run',
    replies: { 200: RunRecord },
    handle: async ({ ctx, params }) => presentRun(await readRun(ctx, params.payout_run)),
  });

  operation(app, {
    ...reads,
    url: '/v2/payout-runs/:payout_run/payouts',
    operationId: 'listPayoutsOfRun',
    summary: 'List the payouts of a run',
    query: pageQuery(PAYOUTS_PAGE),
    replies: { 200: RunPayoutList },
    handle: async ({ ctx, params, page, request }) => {
      const run = await readRun(ctx, params.payout_run);
      return presentV2Page(request, page, await listPayouts(ctx, { runId: run.id }, page), presentRunPayout);
    },
  });
}

function makeRoutes(app: FastifyInstance, deps: PayoutDeps): void {
  operation(app, {
    ...reads,
    url: '/v2/admin/payable-currencies',
    operationId: 'adminListPayableCurrencies',
    summary: 'Sum the payable amounts by currency',
    description: 'Those with something to pay first, then by the number of payees.',
    query: {
      cut_off: Type.Optional(
        day({ description: 'Hold periods that ended by this day are over. Not in the future; today unless given.' }),
      ),
    },
    replies: { 200: PayableCurrencies },
    handle: async ({ ctx, query }) => ({
      data: (await sumPayables(ctx, deps, { cutOff: query.cut_off })).map(presentPayableCurrency),
    }),
  });

  operation(app, {
    ...shared,
    method: 'POST',
    policy: adminOnly,
    url: '/v2/payout-runs/preview',
    operationId: 'previewPayoutRun',
    scope: 'money',
    presence: 'token',
    summary: 'Preview a payout run',
    description: 'The payees that are due in a currency, and those that are not, with the reasons. Nothing is changed.',
    body: PreviewBody,
    replies: { 200: RunPreviewRecord },
    handle: async ({ ctx, body }) =>
      presentPreview(await previewRun(ctx, deps, { currency: body.currency, cutOff: body.cut_off })),
  });

  operation(app, {
    ...moves,
    url: '/v2/payout-runs',
    operationId: 'makePayoutRun',
    scope: 'money',
    presence: 'fresh',
    summary: 'Create a payout run',
    description:
      'Contains all due amounts of the preview, whose `fingerprint` must still be current. The amounts are reserved until the run is cancelled.',
    body: RunBody,
    replies: { 201: RunRecord },
    errors: ['nothing_to_pay', 409],
    handle: async ({ ctx, body: { currency, cut_off: cutOff, fingerprint } }) =>
      presentRun(await makeRun(ctx, deps, { currency, cutOff, fingerprint })),
  });
}

function decideRoutes(app: FastifyInstance, deps: PayoutDeps): void {
  operation(app, {
    ...moves,
    url: '/v2/payout-runs/:payout_run/approve',
    operationId: 'approvePayoutRun',
    scope: 'money',
    presence: 'owner',
    summary: 'Approve a payout run of another administrator',
    description:
      'In a session with a second factor (403 `second_factor_required`), through an account that the administrator who created the run has not made and whose credentials that administrator has not set within 30 days.',
    errors: ['own_run', 'controlled_account', 'not_draft'],
    handle: async ({ ctx, params }) => presentRun(await approveRun(ctx, { runId: params.payout_run })),
  });

  operation(app, {
    ...moves,
    url: '/v2/payout-runs/:payout_run/export',
    operationId: 'exportPayoutRun',
    scope: 'money',
    presence: 'fresh',
    summary: 'Create the payment files of a payout run, once',
    description:
      'One for the bank, one for PayPal, one for Wise, as far as there are payouts for them. Transfers to accounts at Stripe are sent afterwards; their file is a list. Payouts that are no longer payable, or whose account was replaced, are dropped. Download the files with `GET /v2/payout-runs/{payout_run}/files/{payout_file}`.',
    body: ExportBody,
    errors: [
      'already_exported',
      'run_cancelled',
      'needs_approval',
      'no_debtor_account',
      'stripe_not_configured',
      'nothing_to_pay',
    ],
    handle: async ({ ctx, params, body: { format, execute_on: executeOn } }) =>
      presentRun(await exportRun(ctx, deps, { runId: params.payout_run, format, executeOn })),
  });

  operation(app, {
    ...moves,
    url: '/v2/payout-runs/:payout_run/cancel',
    operationId: 'cancelPayoutRun',
    scope: 'money',
    presence: 'fresh',
    summary: 'Cancel a payout run as a whole',
    description:
      'Its amounts can be paid by another run. After the export only while no bank has reported anything of it, and only if its files are not executed.',
    body: CancelBody,
    errors: ['run_cancelled', 'run_settled', 'transfers_sent', 'own_run', 'controlled_account'],
    handle: async ({ ctx, params, body }) =>
      presentRun(await cancelRun(ctx, { runId: params.payout_run, reason: body.reason })),
  });

  operation(app, {
    ...moves,
    url: '/v2/payout-runs/:payout_run/mark-paid',
    operationId: 'markPayoutRunPaid',
    scope: 'money',
    presence: 'fresh',
    summary: 'Mark payouts of an exported run as paid',
    description:
      'For PayPal and Wise, and without bank files. What is paid already stays. Transfers of Stripe are booked when Stripe has made them.',
    body: PaidBody,
    errors: ['not_exported'],
    handle: async ({ ctx, params, body: { paid_on: paidOn, payout_ids: payoutIds } }) =>
      presentRun(await markRunPaid(ctx, deps, { runId: params.payout_run, paidOn, payoutIds })),
  });

  operation(app, {
    ...moves,
    url: '/v2/payouts/:payout/return',
    operationId: 'returnPayout',
    scope: 'money',
    presence: 'fresh',
    summary: 'Record the return of a payout',
    description:
      'It is booked as a reversal. The balance contains the amount again, and the payee is notified by mail.',
    body: ReturnBody,
    errors: ['payout_not_paid'],
    handle: async ({ ctx, params, body: { returned_on: returnedOn, reason } }) => {
      const { runId } = await returnPayout(ctx, deps, { payoutId: params.payout, returnedOn, reason });
      return presentRun(await readRun(ctx, runId));
    },
  });
}

function fileRoute(app: FastifyInstance, deps: PayoutDeps): void {
  operation(app, {
    ...reads,
    policy: inPerson(adminOnly),
    // The permission to read is not sufficient, because the file contains complete account numbers.
    scope: 'money',
    url: '/v2/payout-runs/:payout_run/files/:payout_file',
    operationId: 'getPayoutFile',
    presence: 'fresh',
    summary: 'Fetch a payment file of an exported run',
    description: 'The same bytes every time; their SHA-256 is in the run and in the header `x-content-sha256`.',
    replies: { 200: file('The payment file.', 'application/xml', 'text/csv') },
    errors: ['run_cancelled'],
    handle: async ({ ctx, params: { payout_run: runId, payout_file: fileId }, reply }) => {
      const found = await readRunFile(ctx, deps, { runId, fileId });
      reply.type(found.mediaType);
      reply.header('content-disposition', `attachment; filename="${found.name}"`);
      reply.header('x-content-sha256', found.sha256);
      reply.header('cache-control', 'no-store');
      return found.content;
    },
  });
}

function minimumRoutes(app: FastifyInstance): void {
  operationOnceBare(
    app,
    {
      ...reads,
      url: '/v2/admin/minimum-payouts',
      operationId: 'adminListMinimumPayouts',
      summary: 'List minimum payouts by currency and agency',
      replies: { 200: MinimumList },
      version: versionOfMinimums,
      handle: async ({ ctx }) => presentMinimums(await listMinimums(ctx)),
    },
    { url: '/v2/admin/payout-minimums', operationId: 'adminListPayoutMinimums' },
  );

  operationOnceBare(
    app,
    {
      ...shared,
      method: 'PUT',
      policy: adminOnly,
      url: '/v2/admin/minimum-payouts',
      operationId: 'adminSetMinimumPayout',
      scope: 'money',
      presence: 'fresh',
      summary: 'Set a minimum payout',
      description:
        'Of an agency and its creators, or of all. Without a minimum of the agency, the `payment_limit` of the market in its currency applies, then the one of the currency.',
      body: MinimumBody,
      replies: { 200: MinimumList },
      current: async ({ ctx }) => versionOfMinimums(presentMinimums(await lockMinimums(ctx))),
      handle: async ({ ctx, body }) =>
        presentMinimums(await setMinimum(ctx, { agencyId: body.client_id ?? null, minimum: body.minimum })),
    },
    { url: '/v2/admin/payout-minimums', operationId: 'adminSetPayoutMinimum' },
  );
}

const versionOfMinimums = ({ data }: Frozen<ReturnType<typeof presentMinimums>>) =>
  Object.fromEntries(
    data.map(({ currency, client_id: agency, minimum }) => [`${currency} ${agency ?? ''}`.trim(), minimum.amount]),
  );

const presentMinimums = (minimums: readonly Minimum[]) => ({
  data: minimums.map(({ currency, agencyId, minimumMinor }) => ({
    currency,
    client_id: agencyId,
    minimum: moneyObject({ minor: minimumMinor, currency }),
  })),
});
