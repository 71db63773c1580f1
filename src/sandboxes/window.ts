import { sql } from 'drizzle-orm';
import type pg from 'pg';
import { SANDBOX_LIMITS, type SandboxEvent, type SandboxMail, type TrafficPlan } from '../modules/sandboxes/index.ts';
import type { Database } from '../platform/database/database.ts';
import { readPage } from '../platform/database/read-page.ts';
import { RuleRefused } from '../platform/errors/errors.ts';
import type { Page, PageRequest } from '../platform/pagination.ts';
import { storePlan } from './play-traffic.ts';
import type { VisitedLink } from './visits.ts';

const MAX = SANDBOX_LIMITS.sandbox;
/** Maximum number of links of one plan. */
const MAX_LINKS = 200;

/** Stores planned traffic on links that exist now. @throws RuleRefused `too_much_traffic`, `no_links` */
export async function planIn(pool: pg.Pool, { from, storeId, ...rest }: TrafficPlan): Promise<number> {
  const { rows } = await pool.query<{ clicks: number; orders: number; bytes: number }>(
    `SELECT coalesce(sum((plan->>'clicks')::int), 0)::int AS clicks, coalesce(sum((plan->>'orders')::int), 0)::int AS orders,
       pg_database_size(current_database()) AS bytes FROM sandbox.plans`,
  );
  const { clicks, orders, bytes } = rows[0]!;
  if (clicks + rest.clicks > MAX.clicks || orders + rest.orders > MAX.orders || bytes > MAX.bytes)
    throw new RuleRefused(
      'too_much_traffic',
      `A sandbox holds at most ${MAX.clicks} clicks and ${MAX.orders} orders. ${clicks} clicks and ${orders} orders are planned already.`,
    );
  const links = await pool.query<VisitedLink>(
    `SELECT l.code, l.store_id AS "storeId", s.currency FROM links l JOIN stores s ON s.id = l.store_id
     WHERE s.deleted_at IS NULL AND ($1::bigint IS NULL OR l.store_id = $1) ORDER BY l.id LIMIT $2`,
    [storeId, MAX_LINKS],
  );
  if (links.rows.length === 0) throw new RuleRefused('no_links', 'There is no link to click. Create a link first.');
  return storePlan(pool, { fromMs: from.getTime(), ...rest, links: links.rows });
}

/** Mails of a sandbox, newest first. */
export async function readInbox(db: Database, page: PageRequest): Promise<Page<SandboxMail>> {
  const { items, total } = await readPage<{ id: number; to: string; subject: string; text: string; sent_at: string }>(
    db,
    {
      columns: sql`id, recipient AS "to", subject, body AS text, sent_at`,
      from: sql`sandbox.inbox`,
      order: sql`id DESC`,
    },
    page,
  );
  return { items: items.map(({ sent_at, ...mail }) => ({ ...mail, sentAt: new Date(sent_at) })), total };
}

/** Events of a sandbox with the data for every audience, newest first. */
export async function readEvents(db: Database, page: PageRequest): Promise<Page<SandboxEvent>> {
  const { items, total } = await readPage<Omit<SandboxEvent, 'occurredAt'> & { occurred_at: string }>(
    db,
    {
      columns: sql`id, type, version, subject, occurred_at, data`,
      from: sql`event_outbox`,
      order: sql`id DESC`,
    },
    page,
  );
  return { items: items.map(({ occurred_at, ...event }) => ({ ...event, occurredAt: new Date(occurred_at) })), total };
}
