import { randomFillSync } from 'node:crypto';

const POOL_BYTES = 10 * 512;
const pool = Buffer.allocUnsafe(POOL_BYTES);
let used = POOL_BYTES;
let lastMs = -1;
/** The digits of `lastMs`, as an id begins with them. Under load, several clicks arrive in a millisecond. */
let lastTime = '';

/**
 * Creates a click's id: a UUIDv7 (RFC 9562) of the instant, 48 bits of milliseconds and 74 random bits. It sorts by time, needs no
 * coordination between processes, and cannot be guessed, so it can be passed to the store as `tclid`.
 */
export function newClickId(instantMs: number): string {
  if (used === POOL_BYTES) {
    randomFillSync(pool);
    used = 0;
  }
  const at = used;
  used += 10;
  pool[at] = 0x70 | (pool[at]! & 0x0f);
  pool[at + 2] = 0x80 | (pool[at + 2]! & 0x3f);
  const random = pool.toString('hex', at, at + 10);
  if (instantMs !== lastMs) {
    const time = instantMs.toString(16).padStart(12, '0');
    lastTime = `${time.slice(0, 8)}-${time.slice(8)}-`;
    lastMs = instantMs;
  }
  return `${lastTime}${random.slice(0, 4)}-${random.slice(4, 8)}-${random.slice(8)}`;
}

/** The instant, in milliseconds since 1970, at which a click with this id arrived. */
export function clickInstant(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The arrival of a click by `performance.now()`, which may be negative: it may have arrived before this process started. */
export function arrivalOf({ id }: { id: string }): number {
  return performance.now() - Math.max(0, Date.now() - clickInstant(id));
}

/** The earliest instant of the clicks, in milliseconds since 1970. There must be at least one click. */
export function oldestInstant(clicks: readonly { id: string }[]): number {
  return clicks.reduce((oldest, { id }) => Math.min(oldest, clickInstant(id)), Number.POSITIVE_INFINITY);
}
