/** Timeouts of the click log's database in tests, long enough that a stalling machine is not mistaken for a lost database. */
export const PATIENT = { connectMs: 30_000, statementMs: 30_000 };
