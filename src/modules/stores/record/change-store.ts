import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { publishStore } from '../events.ts';
import { keepPromisedTerms } from '../promised-terms/keep-promised-terms.ts';
import { replaceCategories, unknownCategories } from './categories.ts';
import { readDomains, replaceDomains, type TypedDomain } from './claim-domains.ts';
import { changeOwnPrices, type PriceChanges } from './own-prices.ts';

/** Changes of a store; omitted fields are unchanged. */
export interface StoreChange {
  hidden: boolean;
  prices: PriceChanges;
  /** All domains of the store after the change. */
  domains?: readonly TypedDomain[] | undefined;
  /** All categories of the store after the change. */
  categoryIds?: readonly number[] | undefined;
}

/**
 * Changes a store, all or nothing.
 * @throws InvalidInput naming every invalid domain and category; RuleRefused `domain_taken`; NotFound when it is deleted
 */
export async function changeStore(ctx: Context, storeId: number, change: StoreChange): Promise<void> {
  const { db, actor } = ctx;
  const at = ctx.now();
  const { hidden, prices, domains, categoryIds } = change;
  const { hosts, faults } = readDomains(domains ?? [], ctx);
  const allFaults = { ...faults, ...(await unknownCategories(db, categoryIds ?? [])) };
  if (Object.keys(allFaults).length > 0) throw new InvalidInput(allFaults);
  await db.transaction(async (tx) => {
    await setHidden(tx, storeId, hidden, at);
    const pricesNow = await changeOwnPrices(tx, storeId, prices, at);
    const moved = domains === undefined ? {} : await moveTo(tx, { storeId, hosts, actor, at });
    if (categoryIds !== undefined) await replaceCategories(tx, storeId, categoryIds);
    await writeAudit(tx, {
      actor,
      action: 'store.changed',
      subjectKind: 'store',
      subjectId: storeId,
      details: { hidden, prices: pricesNow, domains: moved, ...(categoryIds && { categories: categoryIds }) },
    });
    await keepPromisedTerms({ ...ctx, db: tx }, { storeId });
    await publishStore(tx, 'updated', { storeId, at });
  });
}

/**
 * Replaces the domains. Rules of removed domains are deleted as well, because they no longer cover the store, or would block the
 * rest of it.
 */
async function moveTo(
  tx: Database,
  move: Parameters<typeof replaceDomains>[1],
): Promise<{ added: string[]; removed: string[]; rulesRemoved: number[] }> {
  const { storeId, hosts, at } = move;
  const moved = await replaceDomains(tx, move);
  const isElsewhere = (url: SQL) => sql`NOT EXISTS (
    SELECT FROM store_domains d WHERE d.store_id = ${storeId} AND (d.host = host_of(${url}) OR host_of(${url}) LIKE '%.' || d.host))`;
  const gone = await tx.execute<{ id: number }>(sql`
    DELETE FROM url_rules WHERE store_id = ${storeId} AND url IS NOT NULL AND ${isElsewhere(sql`url`)} RETURNING id`);
  await tx.execute(sql`
    UPDATE stores SET url = ${hosts[0] === undefined ? null : `https://${hosts[0]}/`}, updated_at = ${at.toISOString()}
    WHERE id = ${storeId} AND (url IS NULL OR ${isElsewhere(sql`url`)})`);
  return { ...moved, rulesRemoved: gone.rows.map(({ id }) => id) };
}

/** Locks a store for a change, in the caller's transaction. @throws NotFound when it is deleted */
export async function lockStore(tx: Database, storeId: number): Promise<void> {
  const { rowCount } = await tx.execute(
    sql`SELECT FROM stores WHERE id = ${storeId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
  );
  if (rowCount !== 1) throw new NotFound('store');
}

/** Locked first, so that other changes of the store wait until the commit. */
async function setHidden(db: Database, storeId: number, hidden: boolean, at: Date): Promise<void> {
  const { rowCount } = await db.execute(sql`
    UPDATE stores SET hidden = ${hidden}, updated_at = ${at.toISOString()} WHERE id = ${storeId} AND deleted_at IS NULL`);
  if (rowCount !== 1) throw new NotFound('store');
}
