import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { toDecimalString } from '../../../platform/money.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms, lockStore } from '../../stores/index.ts';
import { readSharedBudget, type SharedBudget, type SharedBudgetKey } from './read-shared-budgets.ts';

/** The title and the amount of a shared budget, in minor units of the store's currency. */
export interface SharedBudgetContent {
  title: string;
  amountMinor: number;
}

/**
 * Finds the shared budget that a campaign without one gets by a title: the store's budget with this title, or a new one. Call it with the store
 * locked, so that two campaigns do not create two budgets with one title.
 * @throws InvalidInput naming `shared_budget.amount` when the budget with this title has another amount
 */
export async function findOrAddSharedBudget(
  tx: Database,
  { storeId, title, amountMinor }: SharedBudgetContent & { storeId: number },
): Promise<number> {
  const { rows: known } = await tx.execute<{ id: number; amount_minor: number; currency: string }>(sql`
    SELECT b.id, b.amount_minor, s.currency FROM shared_budgets b JOIN stores s ON s.id = b.store_id
    WHERE b.store_id = ${storeId} AND lower(b.title) = lower(${title}) ORDER BY b.amount_minor = ${amountMinor} DESC, b.id LIMIT 1`);
  const same = known[0];
  if (same !== undefined && same.amount_minor !== amountMinor) {
    const amount = toDecimalString({ minor: same.amount_minor, currency: same.currency });
    throw new InvalidInput({
      'shared_budget.amount': [`must be ${amount}, which the shared budget with this title has; change it there`],
    });
  }
  if (same !== undefined) return same.id;
  const { rows } = await tx.execute<{ id: number }>(sql`
    INSERT INTO shared_budgets (store_id, title, amount_minor) VALUES (${storeId}, ${title}, ${amountMinor}) RETURNING id`);
  return rows[0]!.id;
}

/**
 * Changes the title or the amount of a shared budget, in the caller's transaction and with the store locked. What is spent remains. Clicks
 * that are recorded afterwards use the new amount.
 * @param names the caller's names of the fields
 * @throws InvalidInput for the title of another budget of the store
 */
export async function setSharedBudget(
  tx: Database,
  { storeId, id }: SharedBudgetKey,
  { title, amountMinor }: Partial<SharedBudgetContent>,
  { names, at }: { names: { title: string }; at: Date },
): Promise<void> {
  if (title !== undefined) {
    const { rows } = await tx.execute(sql`
      SELECT FROM shared_budgets b WHERE b.store_id = ${storeId} AND b.id <> ${id} AND lower(b.title) = lower(${title})
        AND NOT EXISTS (SELECT FROM shared_budgets own WHERE own.id = ${id} AND lower(own.title) = lower(${title})) LIMIT 1`);
    if (rows.length > 0)
      throw new InvalidInput({ [names.title]: ['is the title of another shared budget of the store'] });
  }
  await tx.execute(sql`
    UPDATE shared_budgets SET title = coalesce(${title ?? null}, title), amount_minor = coalesce(${amountMinor ?? null}::bigint, amount_minor),
      updated_at = ${at.toISOString()} WHERE id = ${id} AND store_id = ${storeId}`);
}

/**
 * Changes a shared budget of a store.
 * @throws NotFound when the store has no such budget; InvalidInput for the title of another one
 */
export async function changeSharedBudget(
  ctx: Context,
  key: SharedBudgetKey,
  content: Partial<SharedBudgetContent>,
): Promise<SharedBudget> {
  return ctx.db.transaction(async (tx) => {
    await lockStore(tx, key.storeId);
    const before = await readSharedBudget(tx, key);
    await setSharedBudget(tx, key, content, { names: { title: 'title' }, at: ctx.now() });
    await audit(ctx, tx, key, 'changed', { budget: key.id, ...content, was: before.amountMinor });
    await keepPromisedTerms({ ...ctx, db: tx }, key);
    return readSharedBudget(tx, key);
  });
}

/**
 * Deletes a shared budget that no campaign uses. Deleted campaigns lose it.
 * @throws NotFound when the store has no such budget; RuleRefused `budget_in_use`
 */
export async function deleteSharedBudget(ctx: Context, key: SharedBudgetKey): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockStore(tx, key.storeId);
    const { title, campaigns } = await readSharedBudget(tx, key);
    if (campaigns.length > 0) {
      const names = campaigns.map((campaign) => `${campaign.title} (${campaign.id})`).join(', ');
      throw new RuleRefused('budget_in_use', `Campaigns share the budget: ${names}. Give them another one first.`);
    }
    await tx.execute(sql`UPDATE campaigns SET shared_budget_id = NULL WHERE shared_budget_id = ${key.id}`);
    await tx.execute(sql`DELETE FROM shared_budgets WHERE id = ${key.id}`);
    await audit(ctx, tx, key, 'deleted', { budget: key.id, title });
  });
}

function audit(ctx: Context, tx: Database, { storeId }: SharedBudgetKey, what: string, details: object) {
  const { userId: actorId } = ctx.actor;
  const entry = { actorId, action: `shared_budget.${what}`, subjectKind: 'store', subjectId: storeId };
  return writeAudit(tx, { ...entry, details: { ...details } });
}
