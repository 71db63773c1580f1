import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { statementsOn } from '../../../platform/database/statements-on.ts';
import { notify } from '../../accounts/index.ts';
import { PageRules } from './page-rules.ts';

/** Links that are read at a time. */
const PAGE = 5_000;
/** Creators who are notified with one statement. */
const NOTIFIED_AT_ONCE = 1_000;
const PAUSE_MS = 2_000;
/** Of several changes within this time, only the first is mailed at once. */
const MAIL_PAUSE_MS = 86_400_000;

/** A store whose domains or URL rules have changed since its links were checked. */
interface ChangedStore extends Record<string, unknown> {
  id: number;
  name: string;
  version: number;
  notified_at: string | null;
}

/** A position in the links of a store. */
interface Position {
  createdAt: string;
  id: number;
}

/**
 * Checks the links of stores whose domains or URL rules have changed: `unpaid_links` then contains those whose pages the stores do not pay for, and
 * creators are notified of links that have stopped earning. Clicks do not depend on it: they are classified by the rules themselves. Each store has
 * its own transaction; concurrent processes are safe.
 * @returns the number of stores that were checked
 */
export async function checkLinks(ctx: Pick<Context, 'db' | 'now'>): Promise<number> {
  const { rows } = await ctx.db.execute<ChangedStore>(sql`
    SELECT s.id, s.name, c.version, c.notified_at FROM page_rule_changes c JOIN stores s ON s.id = c.store_id
    WHERE c.checked_version IS DISTINCT FROM c.version ORDER BY s.id`);
  let checked = 0;
  for (const store of rows) {
    await ctx.db.transaction(async (tx) => {
      const { rows: locks } = await tx.execute<{ is_free: boolean }>(
        sql`SELECT pg_try_advisory_xact_lock(hashtextextended(${`links of store ${store.id}`}, 0)) AS is_free`,
      );
      if (!locks[0]!.is_free) return;
      await checkStore(tx, store, ctx.now());
      checked += 1;
    });
  }
  return checked;
}

async function checkStore(tx: Database, store: ChangedStore, at: Date): Promise<void> {
  const pages = new PageRules();
  const stopped = new Map<number, number>();
  let after: Position | null = { createdAt: '-infinity', id: 0 };
  while (after !== null) after = await checkPage(tx, { store, pages, stopped, after, at });
  await notifyCreators(tx, store, stopped, at);
  // A change in the meantime leaves the store unchecked.
  await tx.execute(sql`
    UPDATE page_rule_changes SET checked_version = ${store.version}, notified_at = CASE WHEN ${stopped.size > 0} THEN ${at.toISOString()}::timestamptz ELSE notified_at END
    WHERE store_id = ${store.id}`);
}

/**
 * Checks the next links of a store, and adds the links that have stopped earning to their creators.
 * @returns the position of the last one; null if there are no more
 */
async function checkPage(
  tx: Database,
  given: { store: ChangedStore; pages: PageRules; stopped: Map<number, number>; after: Position; at: Date },
): Promise<Position | null> {
  const { store, pages, stopped, after, at } = given;
  const { rows: links } = await tx.execute<{ id: number; url: string; created_at: string }>(sql`
    SELECT l.id, l.url, l.created_at::text AS created_at FROM links l
    WHERE l.store_id = ${store.id} AND (l.created_at, l.id) > (${after.createdAt}::timestamptz, ${after.id}::bigint)
    ORDER BY l.created_at, l.id LIMIT ${PAGE}`);
  const arePaid = await pages.arePaid(
    statementsOn(tx),
    links.map(({ url }) => ({ storeId: store.id, url, version: store.version })),
  );
  const idsOf = (isPaid: boolean) => sql.param(links.flatMap(({ id }, n) => (arePaid[n] === isPaid ? [id] : [])));
  await tx.execute(sql`DELETE FROM unpaid_links WHERE link_id = ANY (${idsOf(true)}::bigint[])`);
  const { rows: affected } = await tx.execute<{ user_id: number; links: number }>(sql`
    WITH added AS (
      INSERT INTO unpaid_links (link_id, since) SELECT id, ${at.toISOString()} FROM unnest(${idsOf(false)}::bigint[]) AS id
      ON CONFLICT DO NOTHING RETURNING link_id
    )
    SELECT l.user_id, count(*) AS links FROM added JOIN links l ON l.id = added.link_id
    WHERE l.archived_at IS NULL AND (l.expires_at IS NULL OR l.expires_at > ${at.toISOString()}) GROUP BY l.user_id`);
  for (const { user_id: userId, links: count } of affected) stopped.set(userId, (stopped.get(userId) ?? 0) + count);
  const last = links.at(-1);
  return links.length < PAGE || last === undefined ? null : { createdAt: last.created_at, id: last.id };
}

async function notifyCreators(
  tx: Database,
  { name: store, notified_at: lastAt }: ChangedStore,
  stopped: ReadonlyMap<number, number>,
  at: Date,
): Promise<void> {
  const isUnmailed = lastAt !== null && at.getTime() - Date.parse(lastAt) < MAIL_PAUSE_MS;
  const news = [...stopped].map(([userId, links]) => ({
    message: 'links_unpaid' as const,
    values: { store, links },
    to: { userId },
    path: '/console/creator/links?state=refused',
    isUnmailed,
  }));
  for (let from = 0; from < news.length; from += NOTIFIED_AT_ONCE)
    await notify(tx, at, news.slice(from, from + NOTIFIED_AT_ONCE));
}

/** Checks links every two seconds, as long as the process runs. `stop` waits for the check in progress. */
export function startLinkChecks({ log, ...ctx }: Pick<Context, 'db' | 'now' | 'log'>): { stop(): Promise<void> } {
  let checking: Promise<void> | null = null;
  const look = () => {
    checking ??= checkLinks(ctx)
      .then(
        () => undefined,
        (error) => log.warn({ err: error }, 'could not check links after a change of URL rules'),
      )
      .finally(() => {
        checking = null;
      });
  };
  const timer = setInterval(look, PAUSE_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await checking;
    },
  };
}
