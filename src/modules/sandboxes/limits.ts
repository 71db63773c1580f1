/** Limits of sandboxes. */
export const SANDBOX_LIMITS = {
  /** Sandboxes of one person. */
  ofPerson: 5,
  /** Sandboxes of the marketplace. */
  inAll: 100,
  /** Days after which a sandbox is deleted. */
  keptDays: 30,
  /** Days between the first instant of a sandbox and today. */
  daysAway: 366,
  /** Days by which one request advances a clock. */
  advanceDays: 366,
  /** Generated traffic of one request. */
  request: { days: 366, clicks: 20_000, orders: 2_000 },
  /** Generated traffic of a sandbox, and the size of its database in bytes. */
  sandbox: { clicks: 200_000, orders: 20_000, bytes: 1024 ** 3 },
} as const;
