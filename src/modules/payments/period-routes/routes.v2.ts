import type { FastifyInstance } from 'fastify';
import { adminOnly } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { operation } from '../../../platform/http/operation.ts';
import { pageQuery, presentV2Page } from '../../../platform/pagination.ts';
import type { PaymentDeps } from '../deps.ts';
import { requireClosable } from '../periods/closable-months.ts';
import { askForClosing } from './close-job.ts';
import { presentDraft, presentDraftSums, presentPeriod, presentSinglePeriod } from './present.ts';
import { previewPeriod } from './preview-period.ts';
import { listPeriods, readClosing, readPeriod } from './read-periods.ts';
import { month, PeriodList, PeriodPreviewRecord, PeriodRecord, previewQuery } from './schemas.ts';

const tags = ['Payments'];

/** Payment periods: their list, and closing them. */
export function periodRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const { calendar } = deps;
  operation(app, {
    method: 'GET',
    url: '/v2/payments/periods',
    operationId: 'listPaymentPeriods',
    summary: 'List the payment periods',
    description: 'From the first month with an owed amount to the current one, latest first.',
    tags,
    addition: true,
    policy: adminOnly,
    query: pageQuery(),
    replies: { 200: PeriodList },
    handle: async ({ ctx, page, request }) =>
      presentV2Page(request, page, await listPeriods(ctx, calendar, page), presentPeriod),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/payments/periods/:month',
    operationId: 'getPaymentPeriod',
    summary: 'Read a payment period and the state of its closing',
    tags,
    addition: true,
    policy: adminOnly,
    params: { month: month() },
    replies: { 200: PeriodRecord },
    handle: async ({ ctx, params }) => shown(ctx, params.month),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/payments/periods/:month/preview',
    operationId: 'previewPaymentPeriod',
    summary: 'Preview the closing of a payment period',
    description:
      'The invoices that the closing would create, by kind; nothing is written. For a month that cannot be closed yet, the amounts owed so far and the reason.',
    tags,
    addition: true,
    policy: adminOnly,
    params: { month: month() },
    query: previewQuery,
    replies: { 200: PeriodPreviewRecord },
    errors: ['period_closed'],
    handle: async ({ ctx, params, query, page, request }) => {
      const { month: name, refusal, drafts } = await previewPeriod(ctx, deps, params);
      const wanted = drafts.filter(({ kind }) => query.kind === undefined || kind === query.kind);
      const shown = { total: wanted.length, items: wanted.slice(page.offset, page.offset + page.size) };
      return {
        month: name,
        refusal: refusal === null ? null : { error: refusal.code, message: refusal.message },
        sums: presentDraftSums(drafts),
        ...presentV2Page(request, page, shown, presentDraft),
      };
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/payments/periods/:month/close',
    operationId: 'closePaymentPeriod',
    scope: 'money',
    presence: 'fresh',
    summary: 'Close a payment period',
    description:
      '202: a job closes the month; read the period for the result. 200: the month is already closed. Months are closed in order, after their end.',
    tags,
    addition: true,
    policy: adminOnly,
    params: { month: month() },
    replies: { 200: PeriodRecord, 202: PeriodRecord },
    errors: ['period_open', 'earlier_period_open', 'nothing_to_close'],
    idempotent: true,
    handle: async ({ ctx, actor, params, reply }) => {
      const period = await readPeriod(ctx, params.month);
      if (period.closedAt === null) {
        // Immediately reports errors that the job would find.
        await requireClosable(ctx.db, params.month, calendar.dayOf(ctx.now().getTime()));
        await askForClosing(ctx.db, { month: params.month, actorId: actor.userId });
        reply.code(202);
      }
      return shown(ctx, params.month);
    },
  });
}

async function shown(ctx: Pick<Context, 'db'>, name: string) {
  return presentSinglePeriod(await readPeriod(ctx, name), await readClosing(ctx, name));
}
