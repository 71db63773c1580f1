import { parseArgs } from 'node:util';
import pino from 'pino';
import { type Config, InvalidConfiguration, readConfig } from './config.ts';
import { DemoRefused } from './demo/index.ts';
import { createToken } from './domains/accounts/index.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import type { Logger } from './platform/context.ts';
import { EmbeddedDatabaseFailed } from './platform/database/embedded/failures.ts';
import { MigrationFailed } from './platform/database/migrate.ts';
import { NotFound } from './platform/errors/errors.ts';
import { loggerOptions } from './platform/http/request-log.ts';
import { CannotListen, loadDemoInto, serve } from './serve.ts';

const USAGE = `Tributary

  serve                                   run the service (npm start)
  migrate                                 bring the database's tables up to date
  demo                                    load the demo market into an empty database
  token create --user ID|EMAIL            make an access token; it is printed once
               [--name TEXT] [--days N]

Settings come from the environment: HOST, PORT, PUBLIC_URL, DATA_DIR, DATABASE_URL, REDIS_URL and others (docs/configuration.md).`;

/** The command line was not understood. */
class WrongUsage extends Error {}

/** Files and addresses that the system refuses; databases that refuse us (SQLSTATE classes 08, 28, 3D and 57). */
const SURROUNDINGS =
  /^(?:E(?:ACCES|PERM|EXIST|NOTDIR|ISDIR|NOENT|ROFS|NOSPC|CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH)|(?:08|28|3D|57).{3})$/;

/** Failures that are no fault of ours: said in a sentence, without a stack. */
const EXPLAINED = [InvalidConfiguration, EmbeddedDatabaseFailed, MigrationFailed, CannotListen, DemoRefused, NotFound];

/**
 * Runs one command with the configuration of `env` and answers the exit status: 0 done, 1 failed, 2 not understood.
 * Results go to standard output, progress and failures to standard error.
 */
export async function run(args: string[], env: Record<string, string | undefined>): Promise<number> {
  try {
    await command(args, env);
    return 0;
  } catch (error) {
    if (error instanceof WrongUsage) {
      tell(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    tell(explained(error) ?? error);
    return 1;
  }
}

/** A sentence for a failure that is no fault of ours: one that explains itself, or what the system or the database said. */
function explained(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (EXPLAINED.some((kind) => error instanceof kind)) return error.message;
  const code = (error as NodeJS.ErrnoException).code;
  if (typeof code !== 'string' || !SURROUNDINGS.test(code)) return null;
  return `This does not work here: ${error.message || code} (${code}). docs/configuration.md says what each setting is for.`;
}

async function command(args: string[], env: Record<string, string | undefined>): Promise<void> {
  const [name = '', ...rest] = args;
  switch (name) {
    case 'serve':
      return serve(configOf(env), tell);
    case 'migrate':
      return withDatabase(configOf(env), async () => tell('The database is up to date.'));
    case 'demo':
      return withDatabase(configOf(env), (database, config, log) => loadDemoInto(database, config, log, tell));
    case 'token':
      return tokenCommand(rest, env);
    case 'help':
    case '--help':
      return process.stdout.write(`${USAGE}\n`) as unknown as undefined;
    default:
      throw new WrongUsage(name === '' ? 'Which command?' : `There is no command ${name}.`);
  }
}

async function tokenCommand([action, ...rest]: string[], env: Record<string, string | undefined>): Promise<void> {
  if (action !== 'create') throw new WrongUsage('token create is what there is.');
  const options = { user: { type: 'string' }, name: { type: 'string' }, days: { type: 'string' } } as const;
  const { values } = understood(() => parseArgs({ args: rest, options }));
  const days = values.days === undefined ? undefined : Number(values.days);
  if (values.user === undefined) throw new WrongUsage('--user is missing: an id or an e-mail address.');
  if (days !== undefined && !(days > 0 && days <= 36_500))
    throw new WrongUsage('--days must be a number from 1 to 36500.');
  const who = values.user;
  await withDatabase(configOf(env), async ({ db, pool }) => {
    const { rows } = await pool.query<{ id: number }>(
      'SELECT id FROM users WHERE lower(email) = lower($1) OR id::text = $1',
      [who],
    );
    if (rows[0] === undefined) throw new NotFound('user');
    const token = await createToken(
      { db, now: () => new Date() },
      {
        userId: rows[0].id,
        purpose: 'api',
        name: values.name ?? 'made on the command line',
        ...(days === undefined ? {} : { lifetimeSeconds: days * 86_400 }),
      },
    );
    process.stdout.write(`${token.raw}\n`);
  });
}

async function withDatabase(
  config: Config,
  work: (database: OpenDatabase, config: Config, log: Logger) => Promise<void> | void,
): Promise<void> {
  const log = pino(loggerOptions(config.logLevel), pino.destination(2));
  const database = await openDatabase(config, log, tell);
  try {
    await work(database, config, log);
  } finally {
    await database.close();
  }
}

function configOf(env: Record<string, string | undefined>): Config {
  return readConfig(env);
}

function understood<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}

function tell(words: unknown): void {
  console.error(words);
}
