import type { Context } from '../../../platform/context.ts';
import { isUnavailable } from '../../../platform/database/errors.ts';
import { findStoreByTrackingKey, type TrackedStore } from './find-store.ts';
import { noteScriptSeen } from './note-script-seen.ts';

const FRESH_MS = 60_000;
/** The maximum number of cached stores. The least recently used are dropped first. */
const MAX_STORES = 10_000;

/** Finds a store by its tracking key; null if there is none. */
export type FindStore = (ctx: Pick<Context, 'db' | 'now' | 'log'>, key: string) => Promise<TrackedStore | null>;

/**
 * Finds stores by their tracking keys and caches them for a minute. While the database is unavailable, cached stores remain valid,
 * because a page without the script loses its click. Each read of a store also records that its script was requested, so that
 * cached requests cost nothing.
 */
export function rememberStores(): FindStore {
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
