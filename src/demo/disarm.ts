import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { sql } from 'drizzle-orm';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { hashPassword } from '../modules/accounts/index.ts';
import type { Database } from '../platform/database/database.ts';
import { demoFilePath } from './demo-file.ts';
import { isArmed, noteDisarmed, readFacts } from './demo-state.ts';
import { CREATORS, STAFF } from './personas.ts';
import { isReachableFromOutside } from './sign-ins.ts';

/** The demo's accounts are open, and other machines could reach them. The message names the remedy. */
export class DemoExposed extends Error {}

/**
 * Refuses to start if other machines could sign in as the demo's users.
 * @throws DemoExposed
 */
export async function refuseExposedDemo(
  pool: Pick<pg.Pool, 'query'>,
  config: Pick<Config, 'host' | 'publicUrl'>,
): Promise<void> {
  if (!isReachableFromOutside(config) || !(await isArmed(pool))) return;
  throw new DemoExposed(
    `This database has the demo's accounts, an administrator among them, and HOST=${config.host} with PUBLIC_URL=${config.publicUrl} ` +
      'can be reached from other machines. Close them first, with the same settings: npm run cli -- demo disarm. It gives the demo’s people ' +
      'passwords that nobody knows, revokes their tokens and suspends them; the market stays. Or use another DATA_DIR or DATABASE_URL.',
  );
}

/** The closed accounts and revoked tokens. */
export interface Disarmed {
  people: number;
  tokens: number;
}

/**
 * Closes the demo's accounts permanently: random passwords, all tokens revoked, all users suspended. Stores, links and statistics
 * remain. `demo.json` is removed, because it grants no access any more. Repeating it is not an error.
 * @throws NoDemo when none has been loaded
 */
export async function disarmDemo({
  pool,
  db,
  config,
  now,
}: {
  pool: pg.Pool;
  db: Database;
  config: Pick<Config, 'dataDir'>;
  now: () => Date;
}): Promise<Disarmed> {
  const { token_owners } = await readFacts(pool);
  const names = [...Object.keys(STAFF), ...Object.values(CREATORS).map(({ username }) => username)];
  const passwordHash = await hashPassword(randomBytes(32).toString('base64url'));
  const at = now().toISOString();
  const done = await db.transaction(async (tx) => {
    const people = await tx.execute<{ id: number }>(sql`
      UPDATE users SET password_hash = ${passwordHash}, suspended_at = coalesce(suspended_at, ${at}::timestamptz), updated_at = ${at}::timestamptz
      WHERE (username = ANY (${sql.param(names)}::text[]) OR id = ANY (${sql.param(Object.values(token_owners))}::bigint[]))
        AND erased_at IS NULL RETURNING id`);
    const ids = people.rows.map(({ id }) => id);
    const tokens = await tx.execute(sql`
      UPDATE tokens SET revoked_at = ${at}::timestamptz
      WHERE (user_id = ANY (${sql.param(ids)}::bigint[]) OR on_behalf_of = ANY (${sql.param(ids)}::bigint[])) AND revoked_at IS NULL`);
    const disarmed = { people: ids.length, tokens: tokens.rowCount ?? 0 };
    await noteDisarmed(tx, disarmed);
    return disarmed;
  });
  await rm(demoFilePath(config.dataDir), { force: true });
  return done;
}
