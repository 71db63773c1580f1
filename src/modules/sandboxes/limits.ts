/** Limits of sandboxes. */
export const SANDBOX_LIMITS = {
  /** Maximum number of sandboxes of a person. */
  ofPerson: 5,
  /** Maximum number of sandboxes of the marketplace. */
  inAll: 100,
  /** Hours without use by its owner or a token after which a sandbox loses its place when all are taken. */
  idleHours: 24,
  /** Days after which a sandbox is deleted. */
  keptDays: 30,
  /** Maximum number of days between the first instant of a sandbox and today. */
  daysAway: 366,
  /** Maximum number of days by which one request advances a clock. */
  advanceDays: 366,
  /** Maximum generated traffic of one request. */
  request: { days: 366, clicks: 20_000, orders: 2_000 },
  /** Maximum generated traffic of a sandbox, and maximum size of its database in bytes. */
  sandbox: { clicks: 200_000, orders: 20_000, bytes: 1024 ** 3 },
} as const;
