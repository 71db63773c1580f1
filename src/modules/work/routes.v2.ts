import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../platform/auth/policy.ts';
import { operation } from '../../platform/http/operation.ts';
import { moneyObject } from '../../platform/money.ts';
import { requireStore } from '../stores/index.ts';
import { agencyOverviewRoutes } from './agencies/routes.v2.ts';
import { listWork, type WorkDeps, type WorkItem } from './list-work.ts';
import { WorkList, workQuery } from './schemas.ts';

/** The open tasks of the caller, and the home page of an agency. */
export function workRoutesV2(app: FastifyInstance, deps: WorkDeps): void {
  agencyOverviewRoutes(app, deps);
  operation(app, {
    method: 'GET',
    url: '/v2/me/work',
    operationId: 'listWork',
    assistants: 'tool',
    summary: 'List the open tasks of the caller',
    description:
      'Open tasks across stores, clients and roles, by due date. A task is listed only if the caller’s role in the team permits it, and until it is done.',
    tags: ['Work'],
    addition: true,
    policy: signedIn,
    query: workQuery,
    replies: { 200: WorkList },
    errors: [403, 404],
    handle: async ({ ctx, query: { store_id: storeId } }) => {
      if (storeId !== undefined) await requireStore(ctx, storeId);
      return { data: (await listWork(ctx, deps, { storeId })).map(present) };
    },
  });
}

const present = ({ agency, amount, dueAt, isOverdue, ...item }: WorkItem) => ({
  ...item,
  client: agency,
  amount: amount && moneyObject(amount),
  due_at: dueAt?.toISOString() ?? null,
  is_overdue: isOverdue,
});
