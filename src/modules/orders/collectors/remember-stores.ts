import type { Context } from '../../../platform/context.ts';
import { isUnavailable } from '../../../platform/database/errors.ts';
import { findStoreByTrackingKey, type TrackedStore } from './find-store.ts';
import { noteScriptSeen } from './note-script-seen.ts';

const FRESH_MS = 60_000;
/** Stores that one process remembers; the longest unasked are forgotten first. */
const MAX_STORES = 10_000;

/**
 * Finds stores by their tracking keys, and remembers them for a minute; for as long as the database is away what was known last stands in,
 * for a page that gets no script loses the click that led to it. Whenever a store is read it is noted that its script is asked for, so that
 * this costs no request anything.
 */
export function rememberStores(): (
  ctx: Pick<Context, 'db' | 'now' | 'log'>,
  key: string,
) => Promise<TrackedStore | null> {
  const known = new Map<string, { store: TrackedStore; atMs: number }>();
  return async (ctx, key) => {
    const last = known.get(key);
    const nowMs = ctx.now().getTime();
    if (last !== undefined && nowMs - last.atMs < FRESH_MS) return last.store;
    try {
      const store = await findStoreByTrackingKey(ctx, key);
      known.delete(key);
      if (store === null) return null;
      known.set(key, { store, atMs: nowMs });
      for (const oldest of known.keys()) {
        if (known.size <= MAX_STORES) break;
        known.delete(oldest);
      }
      void noteScriptSeen(ctx, store.id);
      return store;
    } catch (error) {
      if (last !== undefined && isUnavailable(error)) return last.store;
      throw error;
    }
  };
}
