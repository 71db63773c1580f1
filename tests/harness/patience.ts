/** A click log's in tests: a machine that stalls for seconds is no database that is lost. */
export const PATIENT = { connectMs: 30_000, statementMs: 30_000 };
