import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';

/** Reads which query parameters of followed links are passed on to a store's pages. @throws NotFound when there is no such store */
export async function readPassedParameters(
  { db }: Pick<Context, 'db'>,
  { storeId }: { storeId: number },
): Promise<string[]> {
  const { rows } = await db.execute<{ names: string[] }>(
    sql`SELECT passed_parameters AS names FROM stores WHERE id = ${storeId} AND deleted_at IS NULL`,
  );
  const row = rows[0];
  if (row === undefined) throw new NotFound('store');
  return row.names;
}

/**
 * Sets which query parameters of followed links are passed on to a store's pages.
 * @throws NotFound when there is no such store
 */
export async function setPassedParameters(
  { db, actor, now }: Context,
  { storeId, names }: { storeId: number; names: readonly string[] },
): Promise<string[]> {
  const after = [...new Set(names)];
  await db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`);
    const before = await readPassedParameters({ db: tx }, { storeId });
    if (before.join() === after.join()) return;
    await tx.execute(sql`
      UPDATE stores SET passed_parameters = ${sql.param(after)}::text[], updated_at = ${now().toISOString()} WHERE id = ${storeId}`);
    const entry = { actor, action: 'store.passed_parameters_set', details: { before, after } };
    await writeAudit(tx, { ...entry, subjectKind: 'store', subjectId: storeId });
  });
  return after;
}
