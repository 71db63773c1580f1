import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { notifyMembers } from '../approval/notify-members.ts';

/** Maximum number of stores that one call warns. */
const MAX_AT_ONCE = 100;
const PAUSE_MS = 60_000;

/**
 * Notifies the members of stores that have incurred and promised 80 % of their credit limit, only once until half of it is paid.
 * Each store has its own transaction; concurrent processes are safe.
 * @returns the number of notified stores
 */
export async function warnNearLimit(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rows } = await ctx.db.execute<{
    id: number;
    name: string;
    currency: string;
    incurred: number;
    most: number;
  }>(sql`
    SELECT s.id, s.name, s.currency, c.incurred_minor + c.promised_minor AS incurred, c.limit_minor AS most
    FROM store_credit c JOIN stores s ON s.id = c.store_id
    WHERE c.warned_at IS NULL AND c.incurred_minor + c.promised_minor > 0 AND (c.incurred_minor + c.promised_minor) * 5 >= c.limit_minor * 4 AND s.deleted_at IS NULL
    ORDER BY s.id LIMIT ${MAX_AT_ONCE}`);
  let warned = 0;
  for (const { id: storeId, name, currency, incurred, most: max } of rows) {
    await ctx.db.transaction(async (tx) => {
      const { rowCount } = await tx.execute(
        sql`UPDATE store_credit SET warned_at = ${ctx.now().toISOString()} WHERE store_id = ${storeId} AND warned_at IS NULL`,
      );
      if (rowCount !== 1) return;
      const sum = (minor: number) => ({ minor, currency });
      await notifyMembers(tx, { storeId, name, news: { incurred: sum(incurred), limit: sum(max) }, at: ctx.now() });
      warned += 1;
    });
  }
  return warned;
}

/** Warns every minute, as long as the process runs. Several processes may run it: no store is warned twice. */
export function startCreditWarnings({ log, ...ctx }: Pick<Context, 'db' | 'now' | 'log'>): { stop(): void } {
  const look = () =>
    warnNearLimit(ctx).then(
      (stores) => stores > 0 && log.info({ stores }, 'notified stores that approach their credit limit'),
      (error) => log.warn({ err: error }, 'could not notify stores that approach their credit limit'),
    );
  const timer = setInterval(look, PAUSE_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}
