import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { nameSchemas, nullable, whole } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onUser } from '../../accounts/index.ts';
import type { PaymentDeps } from '../deps.ts';
import { readEarnings } from './read-earnings.ts';

const signed = (description: string) => Type.Integer({ description: `${description}, minor units.` });

const MonthRecord = Type.Object({
  month: Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2030-01'] }),
  currency: Type.String(),
  clicks_minor: signed('Earned by clicks'),
  orders_minor: signed('Earned of orders, pending ones included'),
  pending_minor: signed('Of that, of orders that are not decided yet'),
  one_time_minor: signed('One-time payments'),
  stated_minor: nullable(signed('Net, on the month’s statements; null while there is none')),
  paid_minor: signed('Of that, what has been paid'),
});

const MAX_MONTHS = 36;

/** The earnings of creators, including months without a statement. */
export function earningsRoutes(app: FastifyInstance, { calendar }: PaymentDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/earnings',
    operationId: 'getEarnings',
    summary: 'Read the earnings of a creator by month',
    description:
      'A record for each month and currency with an amount, latest first. Changes of a closed month are stated in a later one.',
    tags: ['Payments'],
    addition: true,
    policy: onUser('user'),
    query: {
      months: Type.Optional(
        whole({ min: 1, max: MAX_MONTHS, description: 'Number of months including the current one; 12 by default.' }),
      ),
    },
    replies: { 200: Type.Array(MonthRecord) },
    handle: async ({ ctx, resource: user, query }) => {
      const today = calendar.dayOf(ctx.now().getTime());
      const firstMonth = monthsBefore(today, (query.months ?? 12) - 1);
      const months = await readEarnings(ctx, { userId: user.id, firstMonth, today });
      return months.map((one) => ({
        month: one.month,
        currency: one.currency,
        clicks_minor: one.clicksMinor,
        orders_minor: one.ordersMinor,
        pending_minor: one.pendingMinor,
        one_time_minor: one.oneTimeMinor,
        stated_minor: one.statedMinor,
        paid_minor: one.paidMinor,
      }));
    },
  });
}

/** The month `YYYY-MM` that is a number of months before the month of a day. */
function monthsBefore(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year!, month! - 1 - months, 1)).toISOString().slice(0, 7);
}

nameSchemas({ EarningsMonth: MonthRecord });
