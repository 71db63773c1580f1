import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { rank } from '../rankings/rank.ts';
import { readResults } from '../results/read-results.ts';

/** The events of one kind; the cost in minor units of the store. */
interface Stage {
  kind: string;
  name: string;
  reported: number;
  approved: number;
  denied: number;
  costMinor: number;
}

/** What became of the clicks of a creator, or of all creators of a store. */
export interface Funnel {
  /** Null: of the whole store. */
  user: { id: number; publicName: string } | null;
  clicks: number;
  orders: number;
  /** Only kinds with events, in the order in which the store has named them. */
  stages: Stage[];
}

interface FunnelQuestion {
  storeId: number;
  range: DayRange;
  /** Only these creators; null: all. */
  userIds: readonly number[] | null;
}

type Row = { user_id: number; public_name: string; events: number; stages: Stage[] };

/**
 * Reads a store's clicks, events by kind and orders for each creator with an event in the range; most events first. Cost: in proportion
 * to the events of the range, and to the days with activity of the creators of the page.
 */
export async function readCreatorFunnels(
  ctx: Pick<Context, 'db'>,
  question: FunnelQuestion,
  page: PageRequest,
): Promise<Page<Funnel>> {
  const { items, total } = await readPage<Row>(
    ctx.db,
    {
      columns: sql`g.user_id, g.events, g.stages`,
      from: sql`(SELECT c.user_id, sum(c.reported)::bigint AS events, ${STAGES} AS stages FROM ${counted(question, sql`o.user_id`)} GROUP BY c.user_id) g`,
      order: sql`g.events DESC, g.user_id`,
      records: sql`SELECT p.*, u.public_name FROM page p JOIN users u ON u.id = p.user_id`,
    },
    page,
  );
  const userIds = items.map((row) => row.user_id);
  const { storeId, range } = question;
  const ranking = await rank(ctx, {
    of: 'users',
    storeId,
    range,
    userIds,
    order: [{ column: 'clicks', direction: 'desc' }],
  });
  const figures = new Map(ranking.take(0, ranking.length).map((one) => [one.userId, one]));
  return {
    total,
    items: items.map(({ user_id: id, public_name: publicName, stages }) => ({
      user: { id, publicName },
      clicks: figures.get(id)?.clicks ?? 0,
      orders: figures.get(id)?.orders ?? 0,
      stages,
    })),
  };
}

/** Reads the same for all creators of the store together. */
export async function readStoreFunnel(ctx: Pick<Context, 'db'>, question: FunnelQuestion): Promise<Funnel> {
  const { total } = await readResults(ctx, { ...question, interval: 'month', linkIds: null });
  const { rows } = await ctx.db.execute<{ stages: Stage[] | null }>(
    sql`SELECT ${STAGES} AS stages FROM ${counted(question, sql`NULL::bigint`)}`,
  );
  return { user: null, clicks: total.clicks, orders: total.orders, stages: rows[0]!.stages ?? [] };
}

const STAGES = sql`jsonb_agg(jsonb_build_object('kind', k.code, 'name', k.name, 'reported', c.reported, 'approved', c.approved, 'denied', c.denied,
  'costMinor', c.cost_minor) ORDER BY k.id)`;

/** The attributed events of a range by kind, and by what `user` selects. */
function counted({ storeId, range: { first, last }, userIds }: FunnelQuestion, user: SQL): SQL {
  const creators = userIds === null ? sql`` : sql` AND o.user_id = ANY (${sql.param([...userIds])}::bigint[])`;
  return sql`(
    SELECT ${user} AS user_id, o.event_kind_id, count(*) AS reported, count(*) FILTER (WHERE o.status = 'approved') AS approved,
      count(*) FILTER (WHERE o.status = 'denied') AS denied, sum(o.cost_minor)::bigint AS cost_minor
    FROM orders o WHERE o.store_id = ${storeId} AND o.day BETWEEN ${first}::date AND ${last}::date AND o.event_kind_id IS NOT NULL
      AND o.link_id IS NOT NULL${creators}
    GROUP BY 1, 2
  ) c JOIN event_kinds k ON k.id = c.event_kind_id`;
}
