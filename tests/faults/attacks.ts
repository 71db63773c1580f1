/**
 * Every attack on money, orders and accounts (tests/faults/attacks), each over HTTP on a fresh server with a fresh database, and once
 * more on another one without the protection, where it has to succeed.
 *
 *   npx tsx tests/faults/attacks.ts [words of the attacks' names]
 *
 * Prints each attack as it ends. The run fails if an attack succeeds or could not be carried out, or a control does not succeed.
 */
import type { AddressInfo } from 'node:net';
import type pg from 'pg';
import { completeDatabase } from '../../src/platform/complete-database.ts';
import { connectDatabase } from '../../src/platform/database/database.ts';
import { migrate, migrationsFolder } from '../../src/platform/database/migrate.ts';
import { createTestApplication } from '../harness/application.ts';
import { cleanUpAfterFile } from '../harness/clean-up.ts';
import { ACCOUNT_ATTACKS } from './attacks/accounts.ts';
import { type Attack, attackedServer, judge, type OpenServer } from './attacks/attack.ts';
import { BUDGET_ATTACKS } from './attacks/budgets.ts';
import { ORDER_ATTACKS } from './attacks/orders.ts';
import { PAYOUT_ATTACKS } from './attacks/payouts.ts';
import { PRESENCE_ATTACKS } from './attacks/presence.ts';
import { SPENDING_ATTACKS } from './attacks/spending.ts';
import { makeDataDir, withDatabase } from './audit.ts';
import { conclude } from './verdict.ts';

const ATTACKS: readonly Attack[] = [
  ...SPENDING_ATTACKS,
  ...ORDER_ATTACKS,
  ...PAYOUT_ATTACKS,
  ...ACCOUNT_ATTACKS,
  ...PRESENCE_ATTACKS,
  ...BUDGET_ATTACKS,
];
const TEMPLATE = 'attack_template';
const quiet = { debug() {}, info() {}, warn() {}, error: (...args: unknown[]) => console.error(...args) };

const words = process.argv.slice(2);
const chosen = ATTACKS.filter(({ name }) => words.every((word) => name.includes(word)));
if (chosen.length === 0) throw new Error(`No attack matches: ${words.join(' ')}`);

/** The address of another database of the same PostgreSQL. */
function databaseAt(url: string, name: string): string {
  const other = new URL(url);
  other.pathname = `/${name}`;
  return other.href;
}

/** Opens servers, each the whole application over a copy of the migrated template. */
function opener(pool: pg.Pool, url: string): OpenServer {
  let servers = 0;
  return async (environment, parts) => {
    servers += 1;
    const name = `attack_${servers}`;
    await pool.query(`CREATE DATABASE ${name} TEMPLATE ${TEMPLATE}`);
    const databaseUrl = databaseAt(url, name);
    const connection = connectDatabase(databaseUrl, {
      maxConnections: 10,
      statementTimeoutMs: 60_000,
      onPoolError: () => {},
    });
    const { app } = await createTestApplication({
      environment,
      ...parts,
      database: { ...connection, url: databaseUrl },
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = app.server.address() as AddressInfo;
    const attacked = attackedServer(`http://127.0.0.1:${port}`, databaseUrl);
    return {
      ...attacked,
      async close() {
        await attacked.close();
        await cleanUpAfterFile();
        await connection.pool.end();
        await pool.query(`DROP DATABASE ${name} WITH (FORCE)`);
      },
    };
  };
}

const { dataDir, remove } = await makeDataDir();
const wrong: string[] = [];
try {
  await withDatabase(dataDir, async (pool, url) => {
    await pool.query(`CREATE DATABASE ${TEMPLATE}`);
    await migrate(databaseAt(url, TEMPLATE), migrationsFolder(), quiet, completeDatabase);
    const open = opener(pool, url);
    for (const attack of chosen) {
      const found = await judge(attack, { attack: open, control: open }).catch((error: unknown) => String(error));
      const verdict =
        typeof found === 'string' ? found : `${found.attack}; ${found.control} without ${attack.control.without}`;
      console.log(`${attack.name}: ${verdict}`);
      if (typeof found === 'string') wrong.push(`${attack.name}: not carried out, ${found}`);
      else if (found.attack !== 'refused') wrong.push(`${attack.name}: it succeeded`);
      else if (found.control !== 'succeeded') wrong.push(`${attack.name}: its control did not succeed`);
    }
  });
} finally {
  await remove();
}
console.log(`${chosen.length} attacks, ${wrong.length} wrong`);
conclude(wrong);
