import { sql } from 'drizzle-orm';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import type { Channel } from '../reports/read-report.ts';
import { reportFields } from '../reports/schemas.ts';
import { findStoreByActivationKey, findStoreByTrackingKey } from './find-store.ts';
import { pixelQuery } from './schemas.ts';

/** Number of reports that are counted for one field, way and day. A flood does not write more often. */
const MAX_COUNTED = 10_000;
/** Characters of a reason that are kept. */
const MAX_REASON = 200;

/** The fields that are counted by their names. A caller can invent any number of others, which are counted together. */
const FIELDS = new Set(Object.keys({ ...pixelQuery, ...reportFields }));
/** Stands for reports that were refused as a whole, and for unknown fields. */
const WHOLE_REPORT = 'report';

/** A route by which orders are reported. */
interface Way {
  channel: Channel;
  /** The statuses of refusals that the store can remedy. */
  statuses: readonly number[];
  /** The store of the request; null: there is none. */
  storeOf(ctx: Pick<Context, 'db'>, request: FastifyRequest): Promise<number | null>;
}

const byPage: Way = {
  channel: 'sales_pixel',
  statuses: [403, 422],
  storeOf: async (ctx, { params }) =>
    (await findStoreByTrackingKey(ctx, String((params as { key: string }).key)))?.id ?? null,
};

const WAYS: Record<string, Way> = {
  'GET /px/:key.gif': byPage,
  'GET /trb/:key.gif': byPage,
  'POST /v2/order-collectors/shop-plugin/orders': {
    channel: 'shop_plugin',
    statuses: [400, 422],
    storeOf: async (ctx, { body }) => {
      const key = (body as { service_activation_key?: unknown } | null)?.service_activation_key;
      return typeof key === 'string' ? ((await findStoreByActivationKey(ctx, key))?.id ?? null) : null;
    },
  },
  'POST /v2/stores/:store/orders': {
    channel: 'server',
    statuses: [400, 422],
    storeOf: async (_, { params }) => Number((params as { store: string }).store),
  },
};

/**
 * Counts the refused reports of the routes in a scope, so that their stores learn of them. A failure to count is logged and does not change the reply.
 * Requests of unknown stores are not counted.
 */
export function countRefusals(scope: FastifyInstance): void {
  scope.addHook('onSend', async (request, reply, payload) => {
    const way = WAYS[`${request.method} ${request.routeOptions.url}`];
    if (way?.statuses.includes(reply.statusCode) !== true || typeof payload !== 'string') return payload;
    const ctx = scope.contextFor(request, null);
    try {
      const storeId = await way.storeOf(ctx, request);
      if (storeId !== null) await noteRefusal(ctx, { storeId, channel: way.channel, refusal: JSON.parse(payload) });
    } catch (error) {
      request.log.warn({ err: error }, 'a refused report was not counted');
    }
    return payload;
  });
}

interface Refusal {
  /** The code of a refusal that names no field. */
  error?: string;
  errors?: Record<string, readonly string[]>;
}

async function noteRefusal(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { storeId, channel, refusal }: { storeId: number; channel: Channel; refusal: Refusal },
): Promise<void> {
  const at = now().toISOString();
  const reasons = reasonsOf(refusal);
  await db.execute(sql`
    INSERT INTO refused_reports AS r (store_id, day, channel, field, reports, reason, refused_at)
    SELECT ${storeId}, ${at.slice(0, 10)}::date, ${channel}, f.field, 1, f.reason, ${at}
    FROM unnest(${sql.param([...reasons.keys()])}::text[], ${sql.param([...reasons.values()])}::text[]) AS f (field, reason) ORDER BY f.field
    ON CONFLICT (store_id, channel, day, field) DO UPDATE SET reports = r.reports + 1, reason = excluded.reason, refused_at = excluded.refused_at
    WHERE r.reports < ${MAX_COUNTED}`);
}

/** The reason for each field: `lines.3.price` is the field `lines`. */
function reasonsOf({ error = WHOLE_REPORT, errors = {} }: Refusal): Map<string, string> {
  const reasons = new Map<string, string>();
  for (const [path, [reason = '']] of Object.entries(errors)) {
    const name = path.split('.')[0]!;
    const field = FIELDS.has(name) ? name : WHOLE_REPORT;
    if (!reasons.has(field)) reasons.set(field, reason.slice(0, MAX_REASON) || 'is wrong');
  }
  if (reasons.size === 0) reasons.set(WHOLE_REPORT, error.slice(0, MAX_REASON) || WHOLE_REPORT);
  return reasons;
}
