import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { keepPromisedTerms } from '../promised-terms/keep-promised-terms.ts';
import { changeInVersions } from './order-rule-versions.ts';

/**
 * Sets the attribution window of a store, for orders that are placed from now on, as a new version of its rules. Pages use it when their copy of the script is
 * renewed.
 * @throws NotFound when the store does not exist
 */
export async function setAttributionWindow(
  { db, actor, now }: Context,
  { storeId, days }: { storeId: number; days: number },
): Promise<void> {
  await db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ days: number }>(
      sql`SELECT attribution_window_days AS days FROM stores WHERE id = ${storeId} AND deleted_at IS NULL FOR NO KEY UPDATE`,
    );
    const before = rows[0]?.days;
    if (before === undefined) throw new NotFound('store');
    if (before === days) return;
    await changeInVersions({ db: tx, actor, now }, { storeId, campaignId: null }, () =>
      tx.execute(sql`
        UPDATE stores SET attribution_window_days = ${days}, updated_at = ${now().toISOString()} WHERE id = ${storeId}`),
    );
    const action = 'store.attribution_window_set';
    const details = { before, days };
    await writeAudit(tx, { actor, action, subjectKind: 'store', subjectId: storeId, details });
    await keepPromisedTerms({ db: tx, actor, now }, { storeId });
  });
}
