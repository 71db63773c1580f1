import type { FastifyInstance } from 'fastify';
import type { DayRange } from '../../../platform/day-range.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onAgency } from '../../accounts/index.ts';
import { type PayableDeps, presentMonth, presentOwnPayout } from '../../payouts/index.ts';
import type { AgencyTask } from './list-agency-tasks.ts';
import { readAgencyOverview } from './read-agency-overview.ts';
import { AgencyOverview } from './schemas.ts';

/** The home page of an agency in one request. */
export function agencyOverviewRoutes(app: FastifyInstance, deps: PayableDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/clients/:client/overview',
    operationId: 'getClientOverview',
    summary: 'An agency’s month: earnings, changes, payouts and open tasks',
    description:
      'Earnings of the month compared with the same days of the month before, the creators with the largest changes, the next payouts of the agency, and what waits for its creators.',
    tags: ['Work'],
    addition: true,
    policy: onAgency('client'),
    replies: { 200: AgencyOverview },
    handle: async ({ ctx, resource: agency }) => {
      const { now, before, creators, month, changes, payouts, tasks } = await readAgencyOverview(ctx, deps, {
        agencyId: agency.id,
      });
      return {
        client_id: agency.id,
        creators,
        month: presentPeriod(now),
        compared_with: presentPeriod(before),
        earnings: month.map((one) => ({
          currency: one.currency,
          ...presentFigures(one.now, one.currency),
          before: presentFigures(one.before, one.currency),
          days: one.days.map(presentDay(one.currency)),
          days_before: one.daysBefore.map(presentDay(one.currency)),
        })),
        changes: { up: changes.up.map(presentChange), down: changes.down.map(presentChange) },
        payouts: { next: payouts.payables.map(presentOwnPayout), months: payouts.months.map(presentMonth) },
        tasks: { counts: tasks.counts, items: tasks.items.map(presentTask) },
      };
    },
  });
}

type Month = Awaited<ReturnType<typeof readAgencyOverview>>['month'][number];
type Change = Awaited<ReturnType<typeof readAgencyOverview>>['changes']['up'][number];

const presentPeriod = ({ first, last }: DayRange) => ({ from: first, to: last });

const presentFigures = ({ clicks, orders, userMinor, agencyMinor }: Month['now'], currency: string) => ({
  clicks,
  orders,
  creators: { minor: userMinor, currency },
  agency: { minor: agencyMinor, currency },
});

const presentDay =
  (currency: string) =>
  ({ day, ...figures }: Month['days'][number]) => ({ date: day, ...presentFigures(figures, currency) });

const presentChange = ({ id, name, currency, nowMinor, beforeMinor }: Change) => ({
  user: { id, name },
  now: { minor: nowMinor, currency },
  before: { minor: beforeMinor, currency },
});

const presentTask = ({ kind, user, subject, campaignId, store, dueOn, isOverdue }: AgencyTask) => ({
  kind,
  user,
  subject,
  offer_id: campaignId,
  store,
  due_on: dueOn,
  is_overdue: isOverdue,
});
