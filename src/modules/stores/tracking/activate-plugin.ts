import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import type { Tracking } from './collector.ts';
import { hashActivationKey } from './keys.ts';

/** The data that a plugin receives after it has proven its store. */
export interface ActivatedPlugin extends Tracking {
  activatedAt: Date;
}

/**
 * Activates a plugin that presents the store's activation key, and records the time of the first activation. No session is created:
 * the key is the proof.
 * @throws NotFound when no store has the key; RuleRefused `store_inactive`
 */
export async function activatePlugin(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { activationKey }: { activationKey: string },
): Promise<ActivatedPlugin> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{
      id: number;
      tracking_key: string;
      currency: string;
      window_days: number;
      activated_at: string | null;
      inactive: boolean;
    }>(sql`
      SELECT id, tracking_key, currency, attribution_window_days AS window_days, plugin_activated_at AS activated_at,
        store_is_ended(stores) AS inactive
      FROM stores WHERE activation_key_hash = ${hashActivationKey(activationKey)} AND deleted_at IS NULL FOR NO KEY UPDATE`);
    const store = rows[0];
    if (store === undefined) throw new NotFound('store');
    if (store.inactive) throw new RuleRefused('store_inactive', 'The store is deactivated, so its keys are invalid.');
    const activatedAt = store.activated_at === null ? now() : new Date(store.activated_at);
    if (store.activated_at === null) {
      await tx.execute(
        sql`UPDATE stores SET plugin_activated_at = ${activatedAt.toISOString()} WHERE id = ${store.id}`,
      );
      const entry = { action: 'store.plugin_activated', subjectKind: 'store', subjectId: store.id };
      await writeAudit(tx, { actorId: null, ...entry });
    }
    return {
      storeId: store.id,
      trackingKey: store.tracking_key,
      currency: store.currency,
      attributionWindowDays: store.window_days,
      activatedAt,
    };
  });
}
