import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { enqueue, enqueueAll, jobKind } from '../../../platform/jobs/job.ts';
import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import type { AddressState } from './publication.ts';

const checking = jobKind<{ publicationId: number }>('check_publication');

/** Number of weekly checks after the first. */
const WEEKLY_CHECKS = 4;
/** Maximum number of checks in one round; the next round, an hour later, continues. */
const MAX_AT_ONCE = 500;
const TIMEOUT_MS = 20_000;
/** Only the status matters, so the beginning of the page is sufficient. */
const MAX_REPLY_BYTES = 4_096;
const MAX_REDIRECTS = 5;
/** Statuses of a page that does not exist, or does not exist any more. */
const GONE = [404, 410];

/** Requests a check of a new or changed address, and plans the weekly ones. */
export async function requestAddressCheck(
  tx: Database,
  { publicationId, at }: { publicationId: number; at: Date },
): Promise<void> {
  await tx.execute(sql`
    UPDATE publications SET address_state = NULL, address_since = NULL, address_checked_at = NULL, checks = 0,
      next_check_at = ${at.toISOString()}::timestamptz + interval '7 days' WHERE id = ${publicationId}`);
  await enqueue(tx, checking, { publicationId }, { key: keyOf({ publicationId }) });
}

/** Requests the weekly checks that are due. @returns their number */
export async function requestDueChecks({ db, now }: { db: Database; now: () => Date }): Promise<number> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ id: number }>(sql`
      UPDATE publications b SET checks = b.checks + 1,
        next_check_at = CASE WHEN b.checks + 1 < ${WEEKLY_CHECKS} THEN ${now().toISOString()}::timestamptz + interval '7 days' END
      FROM (SELECT id FROM publications WHERE next_check_at <= ${now().toISOString()}::timestamptz
        ORDER BY next_check_at LIMIT ${MAX_AT_ONCE} FOR UPDATE SKIP LOCKED) due
      WHERE b.id = due.id RETURNING b.id`);
    const payloads = rows.map(({ id }) => ({ publicationId: id }));
    await enqueueAll(tx, checking, payloads, { keyOf });
    return rows.length;
  });
}

const keyOf = ({ publicationId }: { publicationId: number }) => `check_publication:${publicationId}`;

/** Checks whether the addresses of publications reply. A check that finds nothing is no obstacle for anybody. */
export function createPublicationChecker({
  db,
  now,
  outbound,
}: {
  db: Database;
  now: () => Date;
  outbound: Outbound;
}): JobHandler {
  return handler(checking, async ({ publicationId }, { signal }) => {
    const { rows } = await db.execute<{ url: string | null }>(
      sql`SELECT url FROM publications WHERE id = ${publicationId}`,
    );
    const url = rows[0]?.url ?? null;
    // The publication or its creator has been removed meanwhile.
    if (url === null) return;
    const state = await stateOf(outbound, url, signal);
    const at = now().toISOString();
    // A change of the address has requested another check.
    await db.execute(sql`
      UPDATE publications SET address_state = ${state}, address_checked_at = ${at},
        address_since = CASE WHEN address_state = ${state} THEN address_since ELSE ${at}::timestamptz END
      WHERE id = ${publicationId} AND url = ${url}`);
  });
}

async function stateOf(outbound: Outbound, url: string, signal: AbortSignal): Promise<AddressState> {
  try {
    const { status } = await outbound.request({
      url,
      method: 'GET',
      timeoutMs: TIMEOUT_MS,
      maxReplyBytes: MAX_REPLY_BYTES,
      longReply: 'truncate',
      maxRedirects: MAX_REDIRECTS,
      signal,
    });
    if (GONE.includes(status)) return 'not_reachable';
    return status >= 200 && status < 400 ? 'reachable' : 'unknown';
  } catch (error) {
    if (!(error instanceof OutboundError) || error.code === 'aborted') throw error;
    return error.code === 'host_not_found' || error.code === 'address_not_allowed' ? 'not_reachable' : 'unknown';
  }
}
