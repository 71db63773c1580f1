import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { completeList, operationOnceBare } from '../../../platform/http/complete-list.ts';
import { minorMoney, nameSchemas, nullable, whole } from '../../../platform/http/fields.ts';
import { earlierName } from '../../../platform/pagination.ts';
import { onUser } from '../../accounts/index.ts';
import type { PaymentDeps } from '../deps.ts';
import { type MonthEarnings, readEarnings } from './read-earnings.ts';

const signed = (name: string) => Type.Integer(earlierName(name));

const MonthRecord = Type.Object({
  month: Type.String({ pattern: '^\\d{4}-\\d{2}$', examples: ['2030-01'] }),
  currency: Type.String(),
  clicks: minorMoney('Earned by clicks.'),
  orders: minorMoney('Earned of orders, pending ones included.'),
  pending: minorMoney('Of that, of orders that are not decided yet.'),
  one_time: minorMoney('One-time payments.'),
  stated: nullable(minorMoney('Net, on the month’s statements; null while there is none.')),
  paid: minorMoney('Of that, what has been paid.'),
  clicks_minor: signed('clicks'),
  orders_minor: signed('orders'),
  pending_minor: signed('pending'),
  one_time_minor: signed('one_time'),
  stated_minor: nullable(signed('stated')),
  paid_minor: signed('paid'),
});
const MonthList = completeList(MonthRecord);

const MAX_MONTHS = 36;

/** The earnings of creators, including months without a statement. */
export function earningsRoutes(app: FastifyInstance, { calendar }: PaymentDeps): void {
  operationOnceBare(
    app,
    {
      method: 'GET',
      url: '/v2/users/:user/monthly-earnings',
      operationId: 'getMonthlyEarnings',
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
      replies: { 200: MonthList },
      handle: async ({ ctx, resource: user, query }) => {
        const today = calendar.dayOf(ctx.now().getTime());
        const firstMonth = monthsBefore(today, (query.months ?? 12) - 1);
        return { data: (await readEarnings(ctx, { userId: user.id, firstMonth, today })).map(present) };
      },
    },
    { url: '/v2/users/:user/earnings', operationId: 'getEarnings' },
  );
}

function present({ month, currency, ...one }: MonthEarnings) {
  const amount = (minor: number) => ({ minor, currency });
  return {
    month,
    currency,
    clicks: amount(one.clicksMinor),
    orders: amount(one.ordersMinor),
    pending: amount(one.pendingMinor),
    one_time: amount(one.oneTimeMinor),
    stated: one.statedMinor === null ? null : amount(one.statedMinor),
    paid: amount(one.paidMinor),
    clicks_minor: one.clicksMinor,
    orders_minor: one.ordersMinor,
    pending_minor: one.pendingMinor,
    one_time_minor: one.oneTimeMinor,
    stated_minor: one.statedMinor,
    paid_minor: one.paidMinor,
  };
}

/** The month `YYYY-MM` that is a number of months before the month of a day. */
function monthsBefore(day: string, months: number): string {
  const [year, month] = day.split('-').map(Number);
  return new Date(Date.UTC(year!, month! - 1 - months, 1)).toISOString().slice(0, 7);
}

nameSchemas({ EarningsMonth: MonthRecord, EarningsMonths: MonthList });
