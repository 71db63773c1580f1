/** The largest difference between the clocks of a store and the server that is nothing unusual. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** A store's clock may be slow by this much: an order this much before its click still counts for it, and the reply warns of the clock. */
export const SLOW_CLOCK_MS = 30 * 60_000;
