import { createHash } from 'node:crypto';
import type pg from 'pg';
import { openTransaction } from '../demo/open-transaction.ts';
import { recordPastClicks } from '../modules/clicks/index.ts';
import { changeOrder, type OrderReport, recordOrder } from '../modules/orders/index.ts';
import { TributaryError } from '../platform/errors/errors.ts';
import { toDecimalString } from '../platform/money.ts';
import { inTransaction } from './in-transaction.ts';
import type { Inside } from './inside.ts';
import { type StoredPlan, type Visit, visitsOf } from './visits.ts';

/** SQLSTATE of `record_clicks` if terms have changed since the process read them. */
const TERMS_CHANGED = 'TRB01';
const MAX_ATTEMPTS = 3;
const DAY_MS = 86_400_000;

/** An event of an order that has its own instant. */
type AgendaItem =
  | { kind: 'order'; report: Pick<OrderReport, 'storeId' | 'channel' | 'orderId' | 'value' | 'currency' | 'clickId'> }
  | { kind: 'decision'; storeId: number; orderId: string; status: 'approved' | 'denied' }
  | { kind: 'refund'; storeId: number; orderId: string; minor: number };

export interface DueItem {
  id: number;
  at: Date;
  item: AgendaItem;
}

type PlanRow = { id: number; plan: StoredPlan; played_until: Date; ends_at: Date };

/** Stores a plan. @returns its id */
export async function storePlan(pool: pg.Pool, plan: StoredPlan): Promise<number> {
  const [from, until] = [new Date(plan.fromMs), new Date(plan.fromMs + plan.days * DAY_MS)];
  const { rows } = await pool.query<{ id: number }>(
    'INSERT INTO sandbox.plans (plan, played_until, ends_at) VALUES ($1, $2, $3) RETURNING id',
    [JSON.stringify(plan), from, until],
  );
  return rows[0]!.id;
}

/** Records the planned visits before an instant, each plan in a transaction that also stores its progress. */
export async function playVisits(inside: Inside, until: Date): Promise<void> {
  const { rows } = await inside.pool.query<PlanRow>(
    'SELECT id, plan, played_until, ends_at FROM sandbox.plans WHERE played_until < least(ends_at, $1) ORDER BY id',
    [until],
  );
  for (const row of rows) {
    const visits = visitsFor(inside, row).filter(
      ({ click }) => click.atMs >= row.played_until.getTime() && click.atMs < until.getTime(),
    );
    for (let attempt = 1; ; attempt += 1) {
      try {
        await inTransaction(inside.pool, (client) => recordBatch(client, inside, { row, visits, until }));
        break;
      } catch (error) {
        if ((error as { code?: string }).code !== TERMS_CHANGED || attempt === MAX_ATTEMPTS) throw error;
      }
    }
  }
}

/** Plans in memory, of the sandboxes that are being advanced. */
const remembered = new WeakMap<Inside, Map<number, Visit[]>>();

function visitsFor(inside: Inside, { id, plan }: PlanRow): Visit[] {
  const known = remembered.get(inside) ?? new Map<number, Visit[]>();
  remembered.set(inside, known);
  const visits = known.get(id) ?? visitsOf(plan);
  known.set(id, visits);
  return visits;
}

async function recordBatch(
  client: pg.PoolClient,
  { calendar }: Inside,
  { row, visits, until }: { row: PlanRow; visits: readonly Visit[]; until: Date },
): Promise<void> {
  const { rows } = await client.query<{ code: string }>('SELECT code FROM links WHERE code = ANY ($1)', [
    [...new Set(visits.map(({ link }) => link.code))],
  ]);
  const codes = new Set(rows.map(({ code }) => code));
  const made = visits.filter(({ link }) => codes.has(link.code));
  const visitorKeyOf = (day: string) => createHash('sha256').update(`${row.id} ${row.plan.seed} ${day}`).digest();
  const deps = { database: client, calendar, nowMs: until.getTime(), visitorKeyOf };
  const clickIds = await recordPastClicks(
    deps,
    made.map(({ click }) => click),
  );
  const items = made.flatMap((visit, index) => agendaOf(row, visit, clickIds[index]!));
  if (items.length > 0)
    await client.query('INSERT INTO sandbox.agenda (at, item) SELECT * FROM unnest($1::timestamptz[], $2::jsonb[])', [
      items.map(({ at }) => at),
      items.map(({ item }) => JSON.stringify(item)),
    ]);
  await client.query('UPDATE sandbox.plans SET played_until = $2 WHERE id = $1', [row.id, until]);
}

function agendaOf({ id, plan }: PlanRow, { link, click, purchase }: Visit, clickId: string) {
  if (purchase === null) return [];
  const { number, minor, decidedAfterMs, status, refund } = purchase;
  const { storeId, currency } = link;
  const orderId = `SB-${id}-${number}`;
  const placedMs = click.atMs + purchase.afterMs;
  const value = toDecimalString({ minor, currency });
  const channel = plan.pattern === 'order_squatting' ? 'sales_pixel' : 'shop_plugin';
  const items: { at: Date; item: AgendaItem }[] = [
    {
      at: new Date(placedMs),
      item: { kind: 'order', report: { storeId, channel, orderId, value, currency, clickId } },
    },
  ];
  if (refund !== null)
    items.push({
      at: new Date(placedMs + refund.afterMs),
      item: { kind: 'refund', storeId, orderId, minor: refund.minor },
    });
  if (decidedAfterMs !== null)
    items.push({ at: new Date(placedMs + decidedAfterMs), item: { kind: 'decision', storeId, orderId, status } });
  return items;
}

/** Returns the first due item until an instant; null when none is due. */
export async function findDueItem(pool: pg.Pool, until: Date): Promise<DueItem | null> {
  const { rows } = await pool.query<DueItem>(
    'SELECT id, at, item FROM sandbox.agenda WHERE at <= $1 ORDER BY at, id LIMIT 1',
    [until],
  );
  return rows[0] ?? null;
}

/**
 * Lets an item happen once, by the use case of the real thing, and takes it off the agenda in the same transaction. What a rule refuses (a store
 * that is closed by now) does not happen.
 */
export async function playItem(inside: Inside, { id, at, item }: DueItem): Promise<void> {
  const remove = (client: Pick<pg.ClientBase, 'query'>) =>
    client.query('DELETE FROM sandbox.agenda WHERE id = $1', [id]);
  try {
    await inTransaction(inside.pool, async (client) => {
      await remove(client);
      await happen({ db: openTransaction(client), now: () => at }, inside, item, at);
    });
  } catch (error) {
    if (!(error instanceof TributaryError) || error.status >= 500) throw error;
    inside.log.debug({ err: error, sandbox: inside.id }, 'a planned order was refused');
    await remove(inside.pool as unknown as pg.ClientBase);
  }
}

async function happen(
  ctx: Parameters<typeof recordOrder>[0],
  { calendar }: Inside,
  item: AgendaItem,
  at: Date,
): Promise<void> {
  if (item.kind === 'order') {
    await recordOrder(ctx, { calendar }, { ...item.report, orderAt: at, voucherCode: null, actorId: null });
    return;
  }
  const { storeId, orderId } = item;
  const change = item.kind === 'decision' ? { status: item.status } : { refundedMinor: item.minor };
  await changeOrder(ctx, { storeId, orderId }, { ...change, actorId: null, byAdmin: true });
}
