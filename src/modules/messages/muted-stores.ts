import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { NotFound } from '../../platform/errors/errors.ts';

/** A store whose messages to many a creator does not receive. */
export interface MutedStore {
  store: { id: number; name: string };
  createdAt: Date;
}

/** The most stores that one creator mutes. */
const MAX_MUTED = 1_000;

/** Lists the stores that the actor has muted, by name. */
export async function listMutedStores({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<MutedStore[]> {
  const { rows } = await db.execute<{ store_id: number; name: string; created_at: string }>(sql`
    SELECT m.store_id, s.name, m.created_at FROM muted_stores m JOIN stores s ON s.id = m.store_id WHERE m.user_id = ${actor.userId}
    ORDER BY lower(s.name), s.id LIMIT ${MAX_MUTED}`);
  return rows.map(({ store_id: id, name, created_at: at }) => ({ store: { id, name }, createdAt: new Date(at) }));
}

/**
 * Mutes a store in whose campaigns the actor takes or took part. Repeating it is not an error.
 * @throws NotFound when there is no such store
 */
export async function muteStore({ db, actor, now }: Context, storeId: number): Promise<void> {
  const { rows } = await db.execute(sql`
    WITH known AS (SELECT o.store_id FROM participants p JOIN campaigns o ON o.id = p.campaign_id
      WHERE p.user_id = ${actor.userId} AND o.store_id = ${storeId} LIMIT 1
    ), muted AS (
      INSERT INTO muted_stores (user_id, store_id, created_at) SELECT ${actor.userId}, store_id, ${now().toISOString()} FROM known ON CONFLICT DO NOTHING
    ) SELECT FROM known`);
  if (rows.length === 0) throw new NotFound('store');
}

/** Ends muting a store. Repeating it is not an error. */
export async function unmuteStore({ db, actor }: Pick<Context, 'db' | 'actor'>, storeId: number): Promise<void> {
  await db.execute(sql`DELETE FROM muted_stores WHERE user_id = ${actor.userId} AND store_id = ${storeId}`);
}
