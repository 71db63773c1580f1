import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { PERSON_COLUMN, type Person } from '../../accounts/index.ts';

/** The most versions of a promise. */
export const MAX_VERSIONS = 200;

/** What a campaign promises about its terms at an instant. */
export interface Promised {
  /** The last day on which the terms cannot get worse; null: none. */
  until: string | null;
  /** Days between the announcement that the promise ends and its end; null: no notice. */
  noticeDays: number | null;
  /** Whether the terms cannot get worse today. */
  isBinding: boolean;
  /** The first day on which they can, if the end is announced today or has been announced; null: today. */
  earliestChangeOn: string | null;
  /** The announced notice that follows, with its first day. `noticeDays` null: none. */
  next: { noticeDays: number | null; beginsOn: string } | null;
  /** Why the administration has ended it at once; null: it has not. */
  endedReason: string | null;
}

/** A version of a promise. */
export interface PromiseVersion {
  version: number;
  until: string | null;
  noticeDays: number | null;
  beginsOn: string;
  createdAt: Date;
  createdBy: Person | null;
  endedReason: string | null;
}

/** Reads what a campaign promises now; null: it has never promised anything. */
export async function readPromise(ctx: Pick<Context, 'db' | 'now'>, campaignId: number): Promise<Promised | null> {
  return (await readPromises(ctx, [campaignId])).get(campaignId) ?? null;
}

/** Reads what campaigns promise now, by campaign; those that have never promised anything are left out. */
export async function readPromises(
  { db, now }: Pick<Context, 'db' | 'now'>,
  campaignIds: readonly number[],
): Promise<ReadonlyMap<number, Promised>> {
  const { rows } = await db.execute<{
    campaign_id: number;
    until: string | null;
    notice_days: number | null;
    is_binding: boolean;
    earliest: string;
    next_notice_days: number | null;
    next_begins_on: string | null;
    ended_reason: string | null;
  }>(sql`
    SELECT n.campaign_id, p.until, p.notice_days, p.is_binding, p.earliest, p.next_notice_days, p.next_begins_on, p.ended_reason
    FROM unnest(${sql.param([...campaignIds])}::bigint[]) AS n (campaign_id) CROSS JOIN LATERAL promise_at(n.campaign_id, ${now().toISOString()}) p`);
  return new Map(
    rows.map((row) => [
      row.campaign_id,
      {
        until: row.until,
        noticeDays: row.notice_days,
        isBinding: row.is_binding,
        earliestChangeOn: row.is_binding ? row.earliest : null,
        next: row.next_begins_on === null ? null : { noticeDays: row.next_notice_days, beginsOn: row.next_begins_on },
        endedReason: row.ended_reason,
      },
    ]),
  );
}

/** Reads the versions of the promise of a campaign, newest first. */
export async function readPromiseVersions({ db }: Pick<Context, 'db'>, campaignId: number): Promise<PromiseVersion[]> {
  const { rows } = await db.execute<{
    version: number;
    until: string | null;
    notice_days: number | null;
    begins_on: string;
    created_at: string;
    created_by: Person | null;
    ended_reason: string | null;
  }>(sql`
    SELECT t.version, t.until, t.notice_days, t.begins_on, t.created_at, ${PERSON_COLUMN} AS created_by, t.ended_reason
    FROM terms_promises t JOIN users u ON u.id = t.created_by
    WHERE t.campaign_id = ${campaignId} ORDER BY t.version DESC LIMIT ${MAX_VERSIONS}`);
  return rows.map((row) => ({
    version: row.version,
    until: row.until,
    noticeDays: row.notice_days,
    beginsOn: row.begins_on,
    createdAt: new Date(row.created_at),
    createdBy: row.created_by,
    endedReason: row.ended_reason,
  }));
}
