import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { HostedPaymentProvider } from '../../../platform/payment-provider/provider.ts';
import { refreshLink } from './refresh-link.ts';

/** Number of pages whose state is requested in one round. */
const MAX_AT_ONCE = 50;
/** Minimum age of these pages. Events of the provider usually report younger ones. */
const SETTLES_IN = sql`interval '1 hour'`;

/**
 * Reads the state of payments that are not finished from the provider, because an event about one can be lost. The payments whose
 * last query is the longest ago come first; a payment whose query fails moves to the end.
 * @param signal ends the round after the current payment
 * @returns the number of queries
 * @throws Unavailable if the provider does not answer; the others wait for the next round
 */
export async function refreshUnfinishedLinks(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: { provider: HostedPaymentProvider; calendar: Calendar },
  signal: AbortSignal,
): Promise<number> {
  let asked = 0;
  while (asked < MAX_AT_ONCE && !signal.aborted) {
    const at = ctx.now().toISOString();
    const { rows } = await ctx.db.execute<{ id: number }>(sql`
      UPDATE payment_links SET updated_at = ${at} WHERE id = (
        SELECT id FROM payment_links WHERE status IN ('open', 'processing') AND updated_at < ${at}::timestamptz - ${SETTLES_IN}
        ORDER BY updated_at LIMIT 1 FOR UPDATE SKIP LOCKED)
      RETURNING id`);
    if (rows[0] === undefined) break;
    await refreshLink(ctx, deps, rows[0].id);
    asked += 1;
  }
  return asked;
}
