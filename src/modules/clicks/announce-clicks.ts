import type pg from 'pg';
import { CHANGES_CHANNEL, payloadsOf } from '../../platform/changes/change.ts';
import type { Logger } from '../../platform/context.ts';
import type { Click } from './batch.ts';

const NOTIFY_SQL = 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) payload';
/** A process announces its clicks at most this often, however many it records. */
const PAUSE_MS = 1_000;

/** Announces whom the clicks concern that this process has recorded. */
export interface ClickAnnouncer {
  add(clicks: readonly Click[]): void;
  stop(): void;
}

/**
 * Collects the owners of recorded clicks, and announces them once a second. It is not part of the transaction that records the clicks, so that
 * these neither wait for it nor depend on it; an announcement that is lost with its process only delays what a page shows.
 */
export function createClickAnnouncer(pool: Pick<pg.Pool, 'query'>, logger: Pick<Logger, 'debug'>): ClickAnnouncer {
  let stores = new Set<number>();
  let agencies = new Set<number>();
  let users = new Set<number>();
  let timer: NodeJS.Timeout | null = null;
  const announce = () => {
    timer = null;
    const payloads = payloadsOf({
      part: 'clicks',
      storeIds: [...stores],
      agencyIds: [...agencies],
      userIds: [...users],
      isForPlatform: true,
    });
    stores = new Set();
    agencies = new Set();
    users = new Set();
    pool.query(NOTIFY_SQL, [CHANGES_CHANNEL, payloads]).catch((err) => {
      logger.debug({ err }, 'recorded clicks could not be announced');
    });
  };
  return {
    add(clicks) {
      for (const { profile } of clicks) {
        stores.add(profile.storeId);
        users.add(profile.userId);
        if (profile.agencyId !== null) agencies.add(profile.agencyId);
      }
      timer ??= setTimeout(announce, PAUSE_MS).unref();
    },
    stop() {
      if (timer !== null) clearTimeout(timer);
    },
  };
}
