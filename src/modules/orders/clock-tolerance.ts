/** The largest difference between the clocks of a store and the server. An order this much before its click still counts for it. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;
