import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { InvalidMoney, majorToMinor, minorToMajor } from '../../../platform/money.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { onStore, TERMS_ARE_PROMISED } from '../../stores/index.ts';
import { listSharedBudgets, readSharedBudget, type SharedBudget } from './read-shared-budgets.ts';
import { ChangeBody, SharedBudgetRecord } from './schemas.ts';
import { changeSharedBudget, deleteSharedBudget } from './write-shared-budget.ts';

const common = { tags: ['Campaigns'], addition: true, policy: onStore('store'), storeKey: true } as const;
const LIST = '/v2/stores/:store/shared-budgets' as const;
const ONE = '/v2/stores/:store/shared-budgets/:shared_budget' as const;
const params = { shared_budget: id({ kind: 'shared budget' }) };

/** Budgets that campaigns of a store share. A budget is created with a campaign. */
export function sharedBudgetRoutes(app: FastifyInstance): void {
  operation(app, {
    ...common,
    method: 'GET',
    url: LIST,
    operationId: 'listSharedBudgets',
    assistants: 'search',
    summary: 'List the shared budgets of a store',
    description:
      'Newest first, each with the campaigns that share it. Amounts are in major units, as they are written.',
    query: pageQuery(),
    replies: { 200: v2Envelope(SharedBudgetRecord) },
    handle: async ({ ctx, resource, page, request }) =>
      presentV2Page(request, page, await listSharedBudgets(ctx, resource.id, page), presentSharedBudget),
  });

  operation(app, {
    ...common,
    method: 'PATCH',
    url: ONE,
    operationId: 'changeSharedBudget',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Change a shared budget',
    description:
      'Changes its title or amount for all campaigns that share it, from the next click. What is spent remains: with an amount at or below it, these campaigns have ended until the amount is raised.',
    params,
    body: ChangeBody,
    replies: { 200: SharedBudgetRecord },
    errors: [TERMS_ARE_PROMISED, 404],
    handle: async ({ ctx, resource, params: { shared_budget: budgetId }, body }) => {
      const key = { storeId: resource.id, id: budgetId };
      const { currency } = await readSharedBudget(ctx.db, key);
      return presentSharedBudget(await changeSharedBudget(ctx, key, contentOf(body, currency)));
    },
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: ONE,
    operationId: 'deleteSharedBudget',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Delete a shared budget',
    description: 'Only a budget that no campaign uses can be deleted (`budget_in_use`).',
    params,
    replies: { 204: null },
    errors: ['budget_in_use', 404],
    handle: ({ ctx, resource, params: { shared_budget: budgetId } }) =>
      deleteSharedBudget(ctx, { storeId: resource.id, id: budgetId }),
  });
}

function contentOf({ title, amount }: Static<typeof ChangeBody>, currency: string) {
  try {
    return {
      ...(title === undefined ? {} : { title }),
      ...(amount === undefined ? {} : { amountMinor: majorToMinor(amount, currency) }),
    };
  } catch (error) {
    if (!(error instanceof InvalidMoney)) throw error;
    throw new InvalidInput({ amount: [`must be an amount of ${currency}`] });
  }
}

function presentSharedBudget({ amountMinor, spentMinor, currency, campaigns, ...budget }: SharedBudget) {
  return {
    id: budget.id,
    title: budget.title,
    amount: minorToMajor({ minor: amountMinor, currency }),
    spent: minorToMajor({ minor: spentMinor, currency }),
    currency,
    offers: campaigns,
  };
}
