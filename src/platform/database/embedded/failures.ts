/** The embedded PostgreSQL cannot be brought up. The message is for the person at the terminal and says what to do. */
export class EmbeddedDatabaseFailed extends Error {
  override readonly name = 'EmbeddedDatabaseFailed';
}

/** PostgreSQL ended while starting for a reason that passes by itself (an earlier server is still on its way out). */
export class NotYetPossible extends EmbeddedDatabaseFailed {}

const PASSING =
  /pre-existing shared memory block|the database system is shutting down|lock file "[^"]*" already exists|Is another postmaster/i;

/** Turns what PostgreSQL wrote before it ended into an error that says what happened. */
export function startFailure(output: string, logFile: string): EmbeddedDatabaseFailed {
  const lines = output.trim().split('\n').slice(-8).join('\n');
  if (PASSING.test(output)) return new NotYetPossible(`PostgreSQL cannot start yet:\n${lines}`);
  if (/No space left on device/i.test(output)) {
    return new EmbeddedDatabaseFailed(`The disk is full, so PostgreSQL cannot start. Free some space.\n${lines}`);
  }
  return new EmbeddedDatabaseFailed(`PostgreSQL ended while starting (its log: ${logFile}):\n${lines}`);
}

/** The file and the database disagree, for example after one of them was restored alone. */
export function wrongPassword(passwordFile: string, cause: unknown): EmbeddedDatabaseFailed {
  return new EmbeddedDatabaseFailed(
    `The password in ${passwordFile} is not the one of the database. Remove that file: the next start sets a new one.`,
    { cause },
  );
}

/** Gives a system error that a person can mend (disk full, no permission) a message that says how. */
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
