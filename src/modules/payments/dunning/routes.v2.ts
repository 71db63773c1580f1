import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly, inPerson } from '../../../platform/auth/policy.ts';
import { dateTime, day, nullable, whole, words } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import type { PaymentDeps } from '../deps.ts';
import { type Dunning, pauseDunning, readDunning } from './pause-dunning.ts';

const DunningRecord = Type.Object({
  paused_until: nullable(day({ description: 'Through this day nothing is sent, and nothing is blocked.' })),
  notices: Type.Array(
    Type.Object({
      level: whole({ min: 1 }),
      blocks: Type.Boolean({ description: 'The last: the store’s credit limit is zero until the invoice is paid.' }),
      sent_at: dateTime(),
    }),
  ),
});

/** Reminders of unpaid invoices of stores, for administrators. */
export function dunningRoutes(app: FastifyInstance, { calendar }: PaymentDeps): void {
  const shared = { tags: ['Payments'], addition: true, replies: { 200: DunningRecord } } as const;
  operation(app, {
    ...shared,
    method: 'GET',
    policy: adminOnly,
    url: '/v2/payments/invoices/:invoice/dunning',
    operationId: 'getDunning',
    summary: 'The reminders of an invoice of a store',
    description: 'They are sent on the days of `DUNNING_DAYS`.',
    handle: async ({ ctx, params: { invoice } }) => present(await readDunning(ctx, invoice)),
  });

  operation(app, {
    ...shared,
    method: 'POST',
    policy: inPerson(adminOnly),
    fresh: true,
    idempotent: true,
    url: '/v2/payments/invoices/:invoice/pause-dunning',
    operationId: 'pauseDunning',
    summary: 'Pause the reminders of an invoice',
    description:
      'Through a day, for example until a dispute is settled. The store has its credit limit again for that time. Without a day the pause ends.',
    body: Type.Object({
      until: nullable(day()),
      reason: words({ max: 1000, description: 'Why; kept in the audit log.' }),
    }),
    handle: async ({ ctx, params: { invoice: invoiceId }, body }) =>
      present(await pauseDunning(ctx, { calendar }, { invoiceId, ...body })),
  });
}

function present({ pausedUntil, notices }: Dunning) {
  return {
    paused_until: pausedUntil,
    notices: notices.map(({ level, blocks, sentAt }) => ({ level, blocks, sent_at: sentAt.toISOString() })),
  };
}
