import cluster from 'node:cluster';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { parseArgs } from 'node:util';
import pino from 'pino';
import { BackupFailed } from '../backup/manifest.ts';
import { checkInstallation, InstallationIncomplete, linesOf } from '../check/check-installation.ts';
import { type Config, InvalidConfiguration, readConfig, strangeSettings } from '../config.ts';
import { DataFolderRefused } from '../data-folder.ts';
import { DemoExposed, DemoRefused, disarmDemo, NoDemo } from '../demo/index.ts';
import { serveEdge } from '../edge.ts';
import { CannotListen } from '../listen-error.ts';
import { issueToken, MAX_TOKEN_DAYS } from '../modules/accounts/index.ts';
import { ImportRefused } from '../modules/media/index.ts';
import { attributePending } from '../modules/orders/index.ts';
import type { ClosingProgress } from '../modules/payments/index.ts';
import { type OpenDatabase, openDatabase } from '../open-database.ts';
import { EncryptionKeyRefused } from '../open-vault.ts';
import { openApiDocument } from '../openapi-document.ts';
import { createCalendar } from '../platform/calendar.ts';
import type { Logger } from '../platform/context.ts';
import { DatabaseRefused } from '../platform/database/check-database.ts';
import { EmbeddedDatabaseFailed } from '../platform/database/embedded/failures.ts';
import { MigrationFailed } from '../platform/database/migrate.ts';
import { InvalidInput, NotFound, RuleRefused } from '../platform/errors/errors.ts';
import { loadRates } from '../platform/exchange-rates/load-rates.ts';
import { UnreadableRates } from '../platform/exchange-rates/rates-file.ts';
import { loggerOptions } from '../platform/http/request-log.ts';
import { CurrenciesRefused } from '../platform/recorded-currencies.ts';
import { VERSION } from '../platform/version.ts';
import { loadDemoInto, serve } from '../serve.ts';
import { superviseWorkers, WorkerFailed } from '../workers.ts';
import { backUpTo, eraseBy, restoreFrom } from './backup.ts';
import { currencyLines, readDecimals, sentenceOfConversion } from './currencies.ts';
import { type Imported, importFile, RowsRefused } from './import.ts';
import { AuditFailed, auditReport, closePeriods, faultOfMonth, sentenceOfStep } from './payments.ts';
import { readRatesFile } from './rates.ts';
import { faultOfPassword, faultOfUser, makeUser, randomPassword, readPassword } from './user.ts';

const USAGE = `Usage: tributary COMMAND

  serve                                   run the service (npm start)
  edge                                    run the redirect and the stores' scripts alone, from NATS; needs no
                                          database (docs/deployment.md)
  migrate                                 apply the migrations to the database
  check                                   say what the installation still lacks (docs/production.md)
  demo                                    load the demo marketplace into an empty database
  demo disarm                             close the demo's accounts: new passwords, no tokens, all suspended
  token create --user ID|EMAIL            create an access token; it is printed once
               [--name TEXT] [--days N]
  user create --email E [--username U]    create a user; the password is printed once,
              [--admin]                   or is read from standard input:
              [--password-stdin]          echo "$PASSWORD" | … --password-stdin
  user erase --user ID|EMAIL              erase a person permanently (docs/operations.md)
  close-period [YYYY-MM]                  close a month: invoices and statements; by default
                                          every open month that has ended
  currencies [--written-with HUF=0,…]     show the recorded decimals of the currencies in use; convert amounts
                                          that were written with others (docs/operations.md)
  audit                                   check clicks, orders, ledger and invoices against each other
  backup FOLDER [--with-keys]             back up database and files into a new folder, also while the server
                                          is running, encrypted for BACKUP_RECIPIENT; keys only if asked for
  restore FOLDER [--identity FILE]        restore a backup into an empty database and DATA_DIR; the file
                                          contains the private key of an encrypted backup
  load-rates FILE                         load exchange rates from a file of the ECB
                                          (eurofxref*.xml or *.csv); - is standard input
  media import FILE                       import media that are hosted elsewhere, or profiles of
  influencers import FILE                 influencers: CSV or JSON (docs/imports.md)
  openapi                                 print the OpenAPI document; needs no database
  version                                 print the version of this program

Settings come from the environment: HOST, PORT, PUBLIC_URL, DATA_DIR, DATABASE_URL, REDIS_URL and others (docs/configuration.md).`;

type Environment = Record<string, string | undefined>;

/** The command line is invalid. */
class WrongUsage extends Error {}

/** Errors of files and addresses, and refusals of the database (SQLSTATE classes 08, 28, 3D and 57). */
const SURROUNDINGS =
  /^(?:E(?:ACCES|PERM|EXIST|NOTDIR|ISDIR|NOENT|ROFS|NOSPC|CONNREFUSED|CONNRESET|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH)|(?:08|28|3D|57).{3})$/;

/** Errors caused by the environment. They are reported in one sentence without a stack trace. */
const EXPLAINED = [
  InvalidConfiguration,
  DataFolderRefused,
  DatabaseRefused,
  EmbeddedDatabaseFailed,
  EncryptionKeyRefused,
  MigrationFailed,
  CurrenciesRefused,
  CannotListen,
  WorkerFailed,
  DemoRefused,
  DemoExposed,
  NoDemo,
  NotFound,
  RuleRefused,
  AuditFailed,
  InstallationIncomplete,
  UnreadableRates,
  ImportRefused,
  RowsRefused,
  BackupFailed,
];

/**
 * Runs one command with the configuration of `env` and returns the exit status: 0 success, 1 failure, 2 invalid
 * usage. Results go to standard output, progress and errors to standard error.
 */
export async function run(args: string[], env: Environment, input: Readable = process.stdin): Promise<number> {
  try {
    await command(args, env, input);
    return 0;
  } catch (error) {
    if (error instanceof WrongUsage) {
      announce(`${error.message}\n\n${USAGE}`);
      return 2;
    }
    announce(explained(error) ?? error);
    return 1;
  }
}

/** Returns a sentence for an error caused by the environment, or null. */
function explained(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (EXPLAINED.some((kind) => error instanceof kind)) return error.message;
  if (error instanceof InvalidInput) {
    return Object.entries(error.errors)
      .map(([field, faults]) => `--${field} ${faults.join(', ')}.`)
      .join('\n');
  }
  const code = (error as NodeJS.ErrnoException).code;
  if (typeof code !== 'string' || !SURROUNDINGS.test(code)) return null;
  return `This does not work here: ${error.message || code} (${code}). docs/configuration.md says what each setting is for.`;
}

async function command([name = '', ...rest]: string[], env: Environment, input: Readable): Promise<void> {
  switch (name) {
    case 'serve':
      nothingMore(rest);
      if (!cluster.isWorker) for (const sentence of strangeSettings(env)) announce(sentence);
      return serveCommand(readConfig(env));
    case 'edge':
      nothingMore(rest);
      return serveEdge(readConfig(env), announce);
    case 'migrate':
      nothingMore(rest);
      return withDatabase(env, async () => announce('The database is up to date.'));
    case 'check':
      nothingMore(rest);
      return checkCommand(env);
    case 'demo':
      return demoCommand(rest, env);
    case 'token':
      return tokenCommand(rest, env);
    case 'user':
      return userCommand(rest, env, input);
    case 'close-period':
      return closeCommand(rest, env);
    case 'currencies':
      return currenciesCommand(rest, env);
    case 'audit':
      nothingMore(rest);
      return auditCommand(env);
    case 'backup':
      return backupCommand(rest, env);
    case 'restore':
      return restoreCommand(rest, env);
    case 'load-rates':
      return ratesCommand(rest, env, input);
    case 'media':
    case 'influencers':
      return importCommand(name, rest, env);
    case 'openapi':
      nothingMore(rest);
      return print(JSON.stringify(await openApiDocument(readConfig(env))));
    case 'version':
    case '--version':
      nothingMore(rest);
      return print(VERSION);
    case 'help':
    case '--help':
      nothingMore(rest);
      return print(USAGE);
    default:
      throw new WrongUsage(name === '' ? 'Which command?' : `There is no command ${name}.`);
  }
}

/** Each worker runs the same command in its own process; one of them prints the messages for all. */
async function serveCommand(config: Config): Promise<void> {
  if (cluster.isWorker) return serve(config, cluster.worker!.id === 1 ? announce : () => {});
  return config.workers === 1 ? serve(config, announce) : superviseWorkers(config, announce);
}

/** A surplus argument is an error, because the caller expected an effect. */
function nothingMore(rest: readonly string[]): void {
  if (rest.length > 0) throw new WrongUsage(`Unexpected arguments: ${rest.join(' ')}.`);
}

async function demoCommand([action, ...rest]: string[], env: Environment): Promise<void> {
  nothingMore(rest);
  if (action === undefined)
    return withDatabase(env, (database, config, log) => loadDemoInto(database, config, log, announce));
  if (action !== 'disarm')
    throw new WrongUsage(`Unknown command demo ${action}. Usage: tributary demo, or tributary demo disarm.`);
  return withDatabase(env, async ({ pool, db }, config) => {
    const { people, tokens } = await disarmDemo({ pool, db, config, now: () => new Date() });
    print(`The demo's accounts are closed. People suspended: ${people}, tokens revoked: ${tokens}.`);
    announce('An administrator of your own: npm run cli -- user create --email you@example.com --admin');
  });
}

async function tokenCommand([action, ...rest]: string[], env: Environment): Promise<void> {
  if (action !== 'create') throw new WrongUsage('Usage: tributary token create.');
  const options = { user: { type: 'string' }, name: { type: 'string' }, days: { type: 'string' } } as const;
  const { values } = understood(() => parseArgs({ args: rest, options }));
  const { user: who, name = 'made on the command line' } = values;
  const days = values.days === undefined ? undefined : Number(values.days);
  if (who === undefined) throw new WrongUsage('--user is missing: an id or an e-mail address.');
  if (days !== undefined && !(Number.isInteger(days) && days >= 1 && days <= MAX_TOKEN_DAYS))
    throw new WrongUsage(`--days must be a whole number from 1 to ${MAX_TOKEN_DAYS}.`);
  await withDatabase(env, async ({ db, pool }) => {
    const { rows } = await pool.query<{ id: number }>(
      'SELECT id FROM users WHERE lower(email) = lower($1) OR id::text = $1',
      [who],
    );
    if (rows[0] === undefined) throw new NotFound('user');
    const ctx = { db, now: () => new Date() };
    print((await issueToken(ctx, { userId: rows[0].id, name, days, madeBy: null })).raw);
  });
}

async function userCommand([action, ...rest]: string[], env: Environment, input: Readable): Promise<void> {
  if (action === 'erase') return eraseCommand(rest, env);
  if (action !== 'create') throw new WrongUsage('Usage: tributary user create or erase.');
  const options = {
    email: { type: 'string' },
    username: { type: 'string' },
    admin: { type: 'boolean', default: false },
    'password-stdin': { type: 'boolean', default: false },
  } as const;
  const { values } = understood(() => parseArgs({ args: rest, options }));
  const { email, username, admin: isAdmin, 'password-stdin': isGiven } = values;
  if (email === undefined) throw new WrongUsage('--email is missing.');
  const request = { email, username, isAdmin };
  const password = isGiven ? await readPassword(input) : randomPassword();
  const fault = faultOfUser(request) ?? (await faultOfPassword(password, request));
  if (fault !== null) throw new WrongUsage(fault);
  await withDatabase(env, async (database) => {
    const user = await makeUser(database, request, password);
    announce(`Made user ${user.id}, ${user.username}${isAdmin ? ', an administrator' : ''}.`);
    if (!isGiven) print(password);
  });
}

async function eraseCommand(rest: string[], env: Environment): Promise<void> {
  const { values } = understood(() => parseArgs({ args: rest, options: { user: { type: 'string' } } }));
  const { user: who } = values;
  if (who === undefined) throw new WrongUsage('--user is missing: an id or an e-mail address.');
  await withDatabase(env, async (database) => print(await eraseBy(who, database)));
}

async function closeCommand([month, ...rest]: string[], env: Environment): Promise<void> {
  nothingMore(rest);
  const fault = faultOfMonth(month);
  if (fault !== null) throw new WrongUsage(fault);
  await withDatabase(env, async ({ withoutStatementTimeout }, { timeZone, company }) => {
    const onProgress = (progress: ClosingProgress) => announce(sentenceOfStep(progress));
    const deps = { calendar: createCalendar(timeZone), company, onProgress };
    for (const sentence of await closePeriods(withoutStatementTimeout, deps, month)) print(sentence);
  });
}

async function checkCommand(env: Environment): Promise<void> {
  const findings = await checkInstallation(env);
  for (const line of linesOf(findings)) print(line);
  if (findings.some(({ state }) => state === 'missing')) throw new InstallationIncomplete();
}

async function auditCommand(env: Environment): Promise<void> {
  await withDatabase(env, async ({ withoutStatementTimeout }) => {
    const { lines, isClean } = await auditReport(withoutStatementTimeout);
    for (const line of lines) print(line);
    if (!isClean) throw new AuditFailed();
  });
}

async function currenciesCommand(rest: string[], env: Environment): Promise<void> {
  const { values } = understood(() => parseArgs({ args: rest, options: { 'written-with': { type: 'string' } } }));
  const writtenWith = readDecimals(values['written-with'] ?? '');
  if (writtenWith === null) throw new WrongUsage('--written-with must be codes and decimals, such as HUF=0,KWD=3.');
  await withDatabase(
    env,
    async ({ pool, converted }) => {
      for (const line of [...converted.map(sentenceOfConversion), ...(await currencyLines(pool))]) print(line);
    },
    writtenWith,
  );
}

async function backupCommand(rest: string[], env: Environment): Promise<void> {
  const options = { 'with-keys': { type: 'boolean', default: false } } as const;
  const { values, positionals } = understood(() => parseArgs({ args: rest, options, allowPositionals: true }));
  const [folder, ...more] = positionals;
  if (folder === undefined) throw new WrongUsage('Name a folder for the backup. It is created.');
  nothingMore(more);
  const withKeys = values['with-keys'];
  await withDatabase(env, async (database, config) =>
    print(await backUpTo(path.resolve(folder), database, { withKeys, config })),
  );
}

async function restoreCommand(rest: string[], env: Environment): Promise<void> {
  const options = { identity: { type: 'string' } } as const;
  const { values, positionals } = understood(() => parseArgs({ args: rest, options, allowPositionals: true }));
  const [folder, ...more] = positionals;
  if (folder === undefined) throw new WrongUsage('Name the folder of a backup.');
  nothingMore(more);
  const config = readConfig(env);
  const log = pino(loggerOptions(config.logLevel), pino.destination(2));
  const identityFile = values.identity === undefined ? null : path.resolve(values.identity);
  print(await restoreFrom({ folder: path.resolve(folder), identityFile }, config, log, announce));
}

async function ratesCommand([file, ...rest]: string[], env: Environment, input: Readable): Promise<void> {
  if (file === undefined) throw new WrongUsage('Name a file, or - for standard input.');
  nothingMore(rest);
  const text = await readRatesFile(file, input);
  await withDatabase(env, async ({ db }) => {
    const { days, currencies, newestDay } = await loadRates(db, text);
    print(`Rates loaded. Days: ${days}, currencies: ${currencies}, newest day: ${newestDay}.`);
    const valued = await attributePending({ db, now: () => new Date() });
    if (valued > 0) print(`Valued orders that were waiting for a rate: ${valued}.`);
  });
}

async function importCommand(what: Imported, [action, file, ...more]: string[], env: Environment): Promise<void> {
  if (action !== 'import' || file === undefined) throw new WrongUsage(`Usage: tributary ${what} import FILE.`);
  nothingMore(more);
  await withDatabase(env, (database) => importFile(database, { what, file }, { say: announce, report: print }));
}

async function withDatabase(
  env: Environment,
  work: (database: OpenDatabase, config: Config, log: Logger) => Promise<void> | void,
  writtenWith?: ReadonlyMap<string, number>,
): Promise<void> {
  const config = readConfig(env);
  const log = pino(loggerOptions(config.logLevel), pino.destination(2));
  const database = await openDatabase(config, log, announce, writtenWith);
  try {
    await work(database, config, log);
  } finally {
    await database.close();
  }
}

function understood<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    throw new WrongUsage((error as Error).message);
  }
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

function announce(words: unknown): void {
  console.error(words);
}
