/** Timeouts of the click log's database in tests, so that a machine that stalls is not taken for a lost database. */
export const PATIENT = { connectMs: 30_000, statementMs: 30_000 };
