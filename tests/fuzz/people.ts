import type pg from 'pg';
import type { DemoFile } from '../../src/demo/demo-file.ts';
import { createToken } from '../../src/modules/accounts/index.ts';
import type { Credentials } from './requests.ts';
import type { Target } from './target.ts';

/** The demo's people. Requests sign them out, suspend, demote and erase them, so each round restores their initial state. */
export class People {
  readonly #target: Target;
  readonly #secrets: Map<string, string>;
  #tokens: Record<string, string>;

  constructor(target: Target, secrets: Map<string, string>) {
    this.#target = target;
    this.#secrets = secrets;
    this.#tokens = { ...target.demo.tokens };
  }

  async credentials(): Promise<Credentials> {
    const { database, demo, serviceKey } = this.#target;
    await restore(database.pool, demo);
    for (const [role, token] of Object.entries(this.#tokens)) {
      const { statusCode } = await this.#target.app.inject({ url: '/v2/me', headers: { authorization: token } });
      if (statusCode === 200) continue;
      const userId = await this.#userOf(role);
      const { raw } = await createToken({ db: database.db, now: () => new Date() }, { userId, purpose: 'api' });
      this.#tokens[role] = raw;
      this.#secrets.set(raw, `tokens.${role}`);
    }
    return { ...this.#tokens, service: serviceKey, nobody: null, stranger: 'no-token-of-anybody' };
  }

  async #userOf(role: string): Promise<number> {
    const { ids } = this.#target.demo;
    const known: Record<string, number> = {
      admin: ids.admin_user,
      advertiser: ids.advertiser_user,
      creator: ids.user,
      other_creator: ids.other_user,
    };
    if (known[role] !== undefined) return known[role];
    const [table, column, id] =
      role === 'agency' ? ['agency_members', 'agency_id', ids.client] : ['store_members', 'store_id', ids.other_store];
    const { rows } = await this.#target.database.pool.query<{ user_id: number }>(
      `SELECT m.user_id FROM ${table} m JOIN users u ON u.id = m.user_id WHERE m.${column} = $1 AND u.erased_at IS NULL LIMIT 1`,
      [id],
    );
    return rows[0]?.user_id ?? ids.user;
  }
}

async function restore(pool: pg.Pool, { ids }: DemoFile): Promise<void> {
  await pool.query('UPDATE users SET erased_at = NULL, suspended_at = NULL, is_admin = (id = $2) WHERE id = ANY ($1)', [
    [ids.admin_user, ids.advertiser_user, ids.user, ids.other_user],
    ids.admin_user,
  ]);
  await pool.query('INSERT INTO store_members (store_id, user_id) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
    ids.store,
    ids.advertiser_user,
  ]);
  // What the requests have promised may be above the limits of the stores, and then a campaign cannot return.
  await pool.query('UPDATE store_credit SET limit_minor = 1000000000000000 WHERE store_id = ANY ($1)', [
    [ids.store, ids.other_store],
  ]);
  await pool.query('UPDATE campaigns SET deleted_at = NULL WHERE id = ANY ($1)', [
    [ids.offer, ids.standard_offer, ids.other_offer],
  ]);
  await pool.query('UPDATE stores SET deactivated_at = NULL WHERE id = ANY ($1)', [[ids.store, ids.other_store]]);
}
