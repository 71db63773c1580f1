import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { type Audience, notify } from '../accounts/index.ts';
import type { PauseReason } from './webhook.ts';

type PausedRow = {
  kind: 'webhook' | 'postback';
  url: string;
  paused_at: string;
  store_id: number | null;
  agency_id: number | null;
  user_id: number | null;
};

/** Notifies those who manage a webhook that it was paused. Call it in the transaction that paused it. */
export async function mailPaused(
  ctx: Pick<Context, 'db' | 'now' | 'publicUrl'>,
  webhookId: number,
  reason: Exclude<PauseReason, 'key_ended'>,
): Promise<void> {
  const { rows } = await ctx.db.execute<PausedRow>(
    sql`SELECT kind, url, paused_at, store_id, agency_id, user_id FROM webhooks WHERE id = ${webhookId}`,
  );
  const row = rows[0]!;
  const api = `${ctx.publicUrl}/v2/${row.kind}s/${webhookId}`;
  const since = new Date(row.paused_at).toISOString();
  const values = { kind: row.kind, id: webhookId, url: row.url, reason, api, since };
  await notify(ctx.db, ctx.now(), [{ message: 'webhook_paused', values, ...audienceOf(row) }]);
}

function audienceOf({ store_id: storeId, agency_id: agencyId, user_id: userId }: PausedRow): {
  to: Audience;
  path: string;
} {
  if (storeId !== null) return { to: { storeId, need: 'read' }, path: `/console/shop/${storeId}/settings` };
  if (agencyId !== null) return { to: { agencyId, need: 'read' }, path: `/console/agency/${agencyId}` };
  if (userId !== null) return { to: { userId }, path: '/console/account' };
  return { to: { administrators: true }, path: '/console/admin/system' };
}
