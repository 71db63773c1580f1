const FIRST_MS = 5_000;
const FACTOR = 4;
/** The time for which a delivery is retried. */
export const MAX_DELIVERY_MS = 3 * 24 * 60 * 60_000;
const MAX_PAUSE_MS = 6 * 60 * 60_000;
/** A receiver that fails altogether is tried at least so often, with one request. */
const MAX_PROBE_PAUSE_MS = 60 * 60_000;
/** Failures in a row after which a receiver counts as failing altogether. */
export const FAILING_AFTER = 3;

const growing = (attempts: number, max: number) => Math.min(FIRST_MS * FACTOR ** (attempts - 1), max);

/**
 * When a delivery is tried next: after 5 s, 20 s, 80 s and so on up to six hours, with a tenth of chance so that many do not come at once.
 * @param attempts how many there have been
 * @param until no attempt later than this; the last one is made then
 * @param retryAfterMs what the receiver asked for
 * @param chance 0 to 1
 */
export function nextAttemptAt(
  at: Date,
  {
    attempts,
    until,
    retryAfterMs = 0,
    chance,
  }: { attempts: number; until: Date; retryAfterMs?: number; chance: number },
): Date {
  const pause = Math.max(growing(attempts, MAX_PAUSE_MS), Math.min(retryAfterMs, MAX_PAUSE_MS));
  return new Date(Math.min(at.getTime() + pause * (1 + chance / 10), until.getTime()));
}

/** When a receiver that has failed so often in a row is probed again; null: it does not count as failing yet. */
export function nextProbeAt(at: Date, failures: number): Date | null {
  if (failures < FAILING_AFTER) return null;
  return new Date(at.getTime() + growing(failures - FAILING_AFTER + 1, MAX_PROBE_PAUSE_MS));
}
