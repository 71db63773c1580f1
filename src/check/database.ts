import { sql } from 'drizzle-orm';
import pg from 'pg';
import type { Config } from '../config.ts';
import { isArmed } from '../demo/index.ts';
import { readAdministrators } from '../modules/accounts/index.ts';
import { isKeyOfDatabase } from '../open-vault.ts';
import { checkDatabase, DatabaseRefused } from '../platform/database/check-database.ts';
import { connectDatabase, type Database, type DatabaseConnection } from '../platform/database/database.ts';
import { MigrationFailed, migrationsFolder, pendingMigrations } from '../platform/database/migrate.ts';
import { newestRateDay } from '../platform/exchange-rates/newest-rate-day.ts';
import { advice, type Finding, missing, ready } from './finding.ts';

/** Largest difference between the clocks of this machine and of the database: ms. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;
/** The ECB publishes rates on each working day. */
const MAX_RATE_AGE_DAYS = 7;
const TIMEOUT_MS = 10_000;
/** PostgreSQL: the column of a later version does not exist, or the table does not. */
const OLD_SCHEMA = /^42(?:703|P01)$/;

/**
 * Checks an external database, and the people and the demo in it. It changes nothing, so that it can be called before the first start and beside running
 * processes of another version.
 */
export async function checkDatabaseOf(
  config: Pick<Config, 'encryptionKey' | 'previousEncryptionKey'>,
  url: string,
): Promise<Finding[]> {
  try {
    await checkDatabase(url);
  } catch (error) {
    if (error instanceof DatabaseRefused) return [missing('database', error.message)];
    throw error;
  }
  const connection = connectDatabase(url, { maxConnections: 1, statementTimeoutMs: TIMEOUT_MS, onPoolError: () => {} });
  try {
    return [...(await ofServer(connection.db, url)), ...(await ofContent(config, connection))];
  } finally {
    await connection.pool.end();
  }
}

async function ofServer(db: Database, url: string): Promise<Finding[]> {
  const before = Date.now();
  const { rows } = await db.execute<{ is_super: boolean; role: string; is_encrypted: boolean; now: string }>(sql`
    SELECT rolsuper AS is_super, rolname AS role, coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS is_encrypted,
      clock_timestamp() AS now
    FROM pg_roles WHERE rolname = current_user`);
  const { is_super: isSuper, role, is_encrypted: isEncrypted, now } = rows[0]!;
  const difference = Math.abs(new Date(now).getTime() - (before + Date.now()) / 2);
  const host = new pg.Client({ connectionString: url }).host;
  const isLocal = host.startsWith('/') || /^(?:localhost|::1|127(?:\.\d+){3})$/.test(host);
  return [
    ready('database', 'The PostgreSQL server answers, and its version, encoding, locale and privileges are suitable.'),
    ...(isSuper
      ? [advice('database', `The role "${role}" is a superuser. Use a role that owns this database only.`)]
      : []),
    ...(isEncrypted || isLocal
      ? []
      : [advice('database', `The connection to ${host} is not encrypted. Add ?sslmode=verify-full to DATABASE_URL.`)]),
    ...(difference > MAX_CLOCK_DIFFERENCE_MS
      ? [
          missing(
            'database',
            `Its clock differs by ${Math.round(difference / 1000)} s from that of this machine. Use NTP on both.`,
          ),
        ]
      : []),
  ];
}

async function ofContent(
  config: Pick<Config, 'encryptionKey' | 'previousEncryptionKey'>,
  { db, pool }: DatabaseConnection,
): Promise<Finding[]> {
  let pending: string[] | null;
  try {
    pending = await pendingMigrations(pool, migrationsFolder());
  } catch (error) {
    if (error instanceof MigrationFailed) return [missing('schema', error.message)];
    throw error;
  }
  if (pending === null)
    return [
      missing('schema', 'The database is empty. Start Tributary once, or call `tributary migrate`, then check again.'),
    ];
  const schema =
    pending.length === 0
      ? ready('schema', 'The schema is that of this version.')
      : missing('schema', `${pending.length} migrations are not applied. The next start applies them.`);
  try {
    return [
      schema,
      ...(await ofKey(config, db)),
      await ofDemo(pool),
      ...(await ofAdministrators(db)),
      await ofRates(db),
    ];
  } catch (error) {
    // Before the upgrade, what this version reads may not exist.
    if (pending.length > 0 && OLD_SCHEMA.test(String((error as { code?: unknown }).code))) return [schema];
    throw error;
  }
}

async function ofKey(
  { encryptionKey, previousEncryptionKey }: Pick<Config, 'encryptionKey' | 'previousEncryptionKey'>,
  db: Database,
): Promise<Finding[]> {
  if (encryptionKey === null) return [];
  const isKnown = await isKeyOfDatabase({ encryptionKey, previousEncryptionKey }, db);
  return isKnown === false
    ? [missing('ENCRYPTION_KEY', 'It is not the key of this database, so that no process would start with it.')]
    : [];
}

async function ofDemo(pool: DatabaseConnection['pool']): Promise<Finding> {
  return (await isArmed(pool))
    ? missing('demo', 'Anybody can sign in with the accounts of the demo. Close them: `tributary demo disarm`.')
    : ready('demo', 'There are no open accounts of a demo.');
}

async function ofAdministrators(db: Database): Promise<Finding[]> {
  const administrators = await readAdministrators({ db });
  const all = administrators.length;
  const unprotected = administrators.filter(({ hasSecondFactor }) => !hasSecondFactor).map(({ email }) => email);
  if (all === 0)
    return [
      missing('administrators', 'There is none. Make one: `tributary user create --email you@example.com --admin`.'),
    ];
  return [
    unprotected.length === 0
      ? ready(
          'administrators',
          all === 1 ? 'There is one, with a second factor.' : `There are ${all}, all with a second factor.`,
        )
      : missing(
          'administrators',
          `${unprotected.join(', ')} ${unprotected.length === 1 ? 'has' : 'have'} no second factor. Sign in, and add an authenticator app or a passkey under "Account".`,
        ),
    ...(all === 1
      ? [
          advice(
            'administrators',
            'A second administrator is needed to approve large payout runs and to help when the first one is locked out.',
          ),
        ]
      : []),
  ];
}

async function ofRates(db: Database): Promise<Finding> {
  const newest = await newestRateDay(db);
  const isOld = newest === null || Date.parse(newest) < Date.now() - MAX_RATE_AGE_DAYS * 86_400_000;
  if (!isOld) return ready('exchange rates', `They are loaded up to ${newest}.`);
  const loaded = newest === null ? 'None are loaded' : `The newest are of ${newest}`;
  return advice(
    'exchange rates',
    `${loaded}. Orders in another currency than their store’s wait for them: call \`tributary load-rates\` daily (docs/operations.md).`,
  );
}
