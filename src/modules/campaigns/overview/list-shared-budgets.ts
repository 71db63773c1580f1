import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { CampaignOverview } from './campaign-overview.ts';

type SharedBudget = NonNullable<CampaignOverview['sharedBudget']>;

/** Lists a store's shared budgets, newest first. */
export function listSharedBudgets(
  { db }: Pick<Context, 'db'>,
  storeId: number,
  page: PageRequest,
): Promise<Page<SharedBudget>> {
  const columns = sql`b.id, b.title, b.amount_minor AS "amountMinor", b.spent_minor AS "spentMinor"`;
  const from = sql`shared_budgets b WHERE b.store_id = ${storeId}`;
  return readPage<SharedBudget & Record<string, unknown>>(db, { columns, from, order: sql`b.id DESC` }, page);
}
