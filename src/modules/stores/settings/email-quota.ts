import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';

/** The monthly quota of mails on a store's behalf (UTC), and the number that were sent. */
export interface EmailQuota {
  limit: number;
  used: number;
  /** The first moment of the next month. */
  resetsAt: Date;
}

/** Reads a store's quota. @throws NotFound when there is no such store */
export async function readEmailQuota({ db, now }: Pick<Context, 'db' | 'now'>, storeId: number): Promise<EmailQuota> {
  const { from, until } = monthOf(now());
  const { rows } = await db.execute<{ most: number; used: number }>(sql`
    SELECT s.email_quota_monthly AS most,
      (SELECT count(*) FROM store_mails m WHERE m.store_id = s.id AND m.created_at >= ${from} AND m.created_at < ${until}) AS used
    FROM stores s WHERE s.id = ${storeId}`);
  if (rows[0] === undefined) throw new NotFound('store');
  return { limit: rows[0].most, used: rows[0].used, resetsAt: new Date(until) };
}

/**
 * Counts up to `wanted` mails against the store's quota, as many as it still permits, and none for a store that is not approved.
 * Exact under concurrency. Call it in the transaction that requests the mails, as its last step, because others wait for it to
 * end.
 * @param wanted number of mails; `kind`: their kind
 * @returns the permitted number
 * @throws NotFound when there is no such store
 */
export async function takeAnyFromEmailQuota(
  ctx: Pick<Context, 'db' | 'now'>,
  storeId: number,
  { kind, wanted }: { kind: string; wanted: number },
): Promise<number> {
  const at = ctx.now();
  const { from, until } = monthOf(at);
  return ctx.db.transaction(async (tx) => {
    // The lock is a separate statement, so that the next one sees what earlier transactions have committed. It does not lock the
    // store's row, because a holder of that lock may wait for a campaign that the caller has locked.
    const { rows } = await tx.execute(sql`
      SELECT pg_advisory_xact_lock(hashtextextended(${`email quota ${storeId}`}, 0)) FROM stores WHERE id = ${storeId}`);
    if (rows.length === 0) throw new NotFound('store');
    const { rowCount } = await tx.execute(sql`
      INSERT INTO store_mails (store_id, kind, created_at)
      SELECT s.id, ${kind}, ${at.toISOString()}::timestamptz FROM stores s, generate_series(1, least(${wanted}, s.email_quota_monthly - (
        SELECT count(*) FROM store_mails m WHERE m.store_id = s.id AND m.created_at >= ${from} AND m.created_at < ${until})))
      WHERE s.id = ${storeId} AND s.approval = 'approved'`);
    return rowCount ?? 0;
  });
}

/**
 * Counts one mail against the store's quota. Exact under concurrency. Call it in the transaction that requests the mail, so that
 * a mail that is not sent is not counted: `takeFromEmailQuota({ ...ctx, db: tx }, …)`.
 * @param kind the kind of mail, such as `store_invite`
 * @throws NotFound when there is no such store; RuleRefused `email_quota_exceeded`, `store_pending`
 */
export async function takeFromEmailQuota(
  ctx: Pick<Context, 'db' | 'now'>,
  storeId: number,
  kind: string,
): Promise<void> {
  if ((await takeAnyFromEmailQuota(ctx, storeId, { kind, wanted: 1 })) > 0) return;
  const { rows } = await ctx.db.execute(sql`SELECT FROM stores WHERE id = ${storeId} AND approval <> 'approved'`);
  if (rows.length > 0)
    throw new RuleRefused('store_pending', 'The store is not approved, so no mails are sent on its behalf.');
  throw new RuleRefused('email_quota_exceeded', 'The store has sent all its mails of this month.');
}

function monthOf(instant: Date): { from: string; until: string } {
  const [year, month] = [instant.getUTCFullYear(), instant.getUTCMonth()];
  return {
    from: new Date(Date.UTC(year, month)).toISOString(),
    until: new Date(Date.UTC(year, month + 1)).toISOString(),
  };
}
