/** The embedded PostgreSQL cannot be started. The message contains the remedy. */
export class EmbeddedDatabaseFailed extends Error {
  override readonly name = 'EmbeddedDatabaseFailed';
}

/** PostgreSQL ended during its start for a temporary reason: an earlier server has not ended yet. */
export class NotYetPossible extends EmbeddedDatabaseFailed {}

const PASSING =
  /pre-existing shared memory block|the database system is shutting down|lock file "[^"]*" already exists|Is another postmaster/i;

/** Converts PostgreSQL's output from before its exit into an error with the cause. */
export function startFailure(output: string, logFile: string): EmbeddedDatabaseFailed {
  const lines = output.trim().split('\n').slice(-8).join('\n');
  if (PASSING.test(output)) return new NotYetPossible(`PostgreSQL cannot start yet:\n${lines}`);
  if (/No space left on device/i.test(output)) {
    return new EmbeddedDatabaseFailed(`The disk is full, so PostgreSQL cannot start. Free some space.\n${lines}`);
  }
  return new EmbeddedDatabaseFailed(`PostgreSQL ended while starting (its log: ${logFile}):\n${lines}`);
}

/** The password file and the database disagree, for example after only one of them was restored. */
export function wrongPassword(passwordFile: string, cause: unknown): EmbeddedDatabaseFailed {
  return new EmbeddedDatabaseFailed(
    `The password in ${passwordFile} is not the one of the database. Remove that file: the next start sets a new one.`,
    { cause },
  );
}

/** Adds a remedy to a system error that the operator can fix (disk full, missing permission). */
export function explain(error: unknown, dataDir: string): unknown {
  if (error instanceof EmbeddedDatabaseFailed || !(error instanceof Error)) return error;
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new EmbeddedDatabaseFailed(`The disk under ${dataDir} is full: ${error.message}`, { cause: error });
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new EmbeddedDatabaseFailed(
      `DATA_DIR: ${dataDir} cannot be used by this user (${error.message}). Start as the user who owns it, choose another DATA_DIR, or set DATABASE_URL.`,
      { cause: error },
    );
  }
  return error;
}
