import { execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { EmbeddedDatabaseFailed } from './failures.ts';

/** The operating system account that runs PostgreSQL when this process is root. PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/**
 * The account for a new database: `postgres` if that user exists, otherwise `nobody`; null when this process is not root.
 * @throws EmbeddedDatabaseFailed when neither user exists
 */
export function accountForNewDatabase(): Account | null {
  if (process.getuid?.() !== 0) return null;
  for (const name of ['postgres', 'nobody']) {
    const uid = idOf('-u', name);
    const gid = idOf('-g', name);
    if (uid !== null && gid !== null && uid > 0) return { uid, gid };
  }
  throw new EmbeddedDatabaseFailed(
    'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". Start as another user, or set DATABASE_URL.',
  );
}

function idOf(option: '-u' | '-g', name: string): number | null {
  try {
    const id = Number(execFileSync('id', [option, name], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }));
    return Number.isSafeInteger(id) ? id : null;
  } catch {
    return null;
  }
}

let setprivWorks: boolean | undefined;

/** Whether util-linux's setpriv is installed. Other programs of that name lack the options that we need. */
function hasSetpriv(): boolean {
  if (setprivWorks === undefined) {
    try {
      const help = execFileSync('setpriv', ['--help'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
      setprivWorks = ['--pdeathsig', '--reuid', '--regid', '--clear-groups'].every((option) => help.includes(option));
    } catch {
      setprivWorks = false;
    }
  }
  return setprivWorks;
}

export interface Command {
  file: string;
  args: string[];
  options: Pick<SpawnOptions, 'uid' | 'gid' | 'env'>;
}

/**
 * Returns the command that runs a program as that account. The kernel sends the program SIGINT when this process dies for any reason.
 * Without setpriv (macOS), Node switches the account, and the next start adopts a server that has outlived this process.
 */
export function commandAs(account: Account | null, file: string, args: string[]): Command {
  // The server does not inherit our environment, because PG* and LC_* variables would change its behaviour.
  const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  if (!hasSetpriv()) return { file, args, options: account === null ? { env } : { env, ...account } };
  const identity =
    account === null ? [] : ['--reuid', String(account.uid), '--regid', String(account.gid), '--clear-groups'];
  return { file: 'setpriv', args: ['--pdeathsig', 'INT', ...identity, '--', file, ...args], options: { env } };
}

/**
 * Runs one of PostgreSQL's programs and waits for its exit.
 * @param input text for the program's standard input
 * @throws EmbeddedDatabaseFailed with the program's output when it fails
 */
export async function runAs(
  account: Account | null,
  file: string,
  args: string[],
  cwd: string,
  input = '',
): Promise<string> {
  const command = commandAs(account, file, args);
  const child = spawn(command.file, command.args, { ...command.options, cwd, stdio: ['pipe', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
    });
  }
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const status = await new Promise<number | string | null>((resolve, reject) => {
    child.on('error', (error) => reject(cannotRun(file, error)));
    child.on('close', (code, signal) => resolve(code ?? signal));
  });
  if (status === 0) return output;
  throw new EmbeddedDatabaseFailed(`${reasonIn(output)}${file} failed (${status}):\n${output.trim()}`);
}

function reasonIn(output: string): string {
  if (/No space left on device/i.test(output)) return 'The disk is full. ';
  if (/could not look up effective user ID/.test(output)) {
    return 'PostgreSQL needs its user to have a name: add this user id to /etc/passwd, or set DATABASE_URL. ';
  }
  return '';
}

/**
 * The error for a program that could not be started. If the file exists, "not found" means that the loader of the program is missing, as
 * on a system without glibc.
 */
export function cannotRun(file: string, error: Error): EmbeddedDatabaseFailed {
  return new EmbeddedDatabaseFailed(
    `${file} cannot be run (${error.message}). The PostgreSQL that comes with Tributary needs a system with glibc (or macOS) and a DATA_DIR that permits execution (no noexec). Otherwise set DATABASE_URL.`,
    { cause: error },
  );
}
