/**
 * Classifies errors of PostgreSQL and of its connections through all wrappers: Drizzle puts the original error at
 * `error.cause`, and Node bundles failed addresses in an AggregateError.
 */
interface Fault {
  code?: unknown;
  syscall?: unknown;
  constraint?: unknown;
  message?: unknown;
  cause?: unknown;
  errors?: unknown;
}

/** The server is unreachable or the connection broke. */
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

/** The same for a Unix socket. Without the syscall `connect` these codes refer to files. */
const SOCKET = new Set(['ENOENT', 'EAGAIN']);

/** PostgreSQL cannot serve at the moment: https://www.postgresql.org/docs/18/errcodes-appendix.html */
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

/** No SQLSTATE class begins with E, but Node's error codes do (`EPIPE`). */
const SQL_STATE = /^[0-9A-DF-Z][0-9A-Z]{4}$/;

/** Returns the SQLSTATE of the wrapped PostgreSQL error, for example `23505`; null when it is not a PostgreSQL error. */
export function sqlState(error: unknown): string | null {
  for (const fault of causes(error)) {
    if (typeof fault.code === 'string' && SQL_STATE.test(fault.code)) {
      return fault.code;
    }
  }
  return null;
}

/** Whether a unique index refused a row. With `constraint`, only that index counts (its name in the migration). */
export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return sqlState(error) === '23505' && (constraint === undefined || constraintOf(error) === constraint);
}

/** Returns the name of the constraint that refused a row (unique, foreign key, check, exclusion), or null. */
export function constraintOf(error: unknown): string | null {
  for (const fault of causes(error)) if (typeof fault.constraint === 'string') return fault.constraint;
  return null;
}

/** The SQLSTATEs of functions of the database whose sentence is for the caller: changes of promised terms, and of what guarantees need. */
const WITH_SENTENCE = new Set(['TRB09', 'TRB10', 'TRB11', 'TRB12', 'TRB13']);

/** Returns the sentence with which a function of the database has refused a change, or null. */
export function sentenceOfRule(error: unknown): string | null {
  for (const fault of causes(error))
    if (typeof fault.code === 'string' && WITH_SENTENCE.has(fault.code) && typeof fault.message === 'string')
      return fault.message;
  return null;
}

/** Whether the same transaction may succeed on a retry: serialization failure or deadlock. */
export function isRetryable(error: unknown): boolean {
  const state = sqlState(error);
  return state === '40001' || state === '40P01';
}

/**
 * Whether the database is unreachable or cannot accept work (unavailable, starting, full), so that a retry is
 * appropriate and the request itself is valid. The work may or may not have been committed.
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

/** Whether an error, or any error that it wraps, is an instance of a class. */
export function isCausedBy(error: unknown, kind: abstract new (...given: never[]) => Error): boolean {
  return causes(error).some((cause) => cause instanceof kind);
}

/** Returns the error and everything that it wraps, outermost first. */
function causes(error: unknown): Fault[] {
  const found: Fault[] = [];
  const waiting: unknown[] = [error];
  // Causes may be circular. Real errors are not nested this deeply.
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
