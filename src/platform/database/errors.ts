/**
 * What PostgreSQL and the connection to it can refuse, recognised through whatever wraps it: drizzle puts the original
 * at `error.cause`, and Node bundles several failed addresses in an AggregateError.
 */
interface Fault {
  code?: unknown;
  syscall?: unknown;
  constraint?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/** Nobody is there, or it went away: sockets and names. */
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** The same of a Unix socket; without `connect` these speak of files. */
const SOCKET = new Set(['ENOENT', 'EAGAIN']);

/** PostgreSQL answers that it cannot serve now: https://www.postgresql.org/docs/18/errcodes-appendix.html */
const AWAY = new Set([
  '57P01', // an administrator ended the session
  '57P02', // another session crashed, all are ended
  '57P03', // starting up, recovering or shutting down
  '57P05', // idle session timeout
  '25P03', // idle in transaction timeout
  '53100', // disk full
  '53200', // out of memory
  '53300', // too many connections
  '58030', // input/output error
  '25006', // read-only: a standby that is not promoted yet
]);

/** `pg` reports these without a code. */
const PG_MESSAGES =
  /^(Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Query read timeout|Cannot use a pool after calling end|Client was closed and is not queryable|write after end|This socket has been ended)/i;

/** No class of PostgreSQL's begins with E, and the codes of Node do (`EPIPE`). */
const SQL_STATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/;

/** The SQLSTATE of the PostgreSQL error within, as `23505`; null when PostgreSQL did not speak. */
export function sqlState(error: unknown): string | null {
  for (const fault of causes(error)) {
    if (typeof fault.code === 'string' && SQL_STATE.test(fault.code)) {
      return fault.code;
    }
  }
  return null;
}

/** Whether a unique index refused a row; with `constraint`, only that one (its name as in the migration). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23505' && (constraint === undefined || constraintOf(error) === constraint);
}

/** Name of the constraint that refused a row (unique, foreign key, check, exclusion), or null. */
export function constraintOf(error: unknown): string | null {
  for (const fault of causes(error)) if (typeof fault.constraint === 'string') return fault.constraint;
  return null;
}

/** Whether the same transaction may succeed when it is run again: serialization failure or deadlock. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

/**
 * Whether the database cannot be reached or cannot take work now (away, starting, full), so that trying later is right
 * and nothing is wrong with what was asked. What was sent may or may not have been committed.
 */
export function isUnavailable(error: unknown): boolean {
  const state = sqlState(error);
  if (state !== null) return AWAY.has(state) || state.startsWith('08');
  return causes(error).some(({ code, syscall, message }) => {
    if (typeof code === 'string' && NETWORK.has(code)) return true;
    if (typeof code === 'string' && SOCKET.has(code) && syscall === 'connect') return true;
    return typeof message === 'string' && PG_MESSAGES.test(message);
  });
}

/** Whether an error, or anything that it wraps, is of a class. */
export function isCausedBy(error: unknown, kind: abstract new (...given: never[]) => Error): boolean {
  return causes(error).some((cause) => cause instanceof kind);
}

/** The error and all that it wraps, outermost first. */
function causes(error: unknown): Fault[] {
  const found: Fault[] = [];
  const waiting: unknown[] = [error];
  // A cause may lead back to itself; nothing real is nested this deep.
  while (waiting.length > 0 && found.length < 20) {
    const next = waiting.shift();
    if (typeof next !== 'object' || next === null) continue;
    const fault = next as Fault;
    found.push(fault);
    waiting.push(fault.cause);
    if (Array.isArray(fault.errors)) waiting.push(...fault.errors);
  }
  return found;
}
