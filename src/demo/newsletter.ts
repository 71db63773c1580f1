import type pg from 'pg';
import { createKind, decideOrders, type OrderDecision, recordOrder } from '../modules/orders/index.ts';
import type { Calendar } from '../platform/calendar.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { openTransaction } from './open-transaction.ts';
import type { People } from './people.ts';
import type { DemoStoreName } from './store-facts.ts';
import { type Stores, spokesman } from './stores.ts';
import type { Timeline } from './timeline.ts';

const STORE: DemoStoreName = 'nordicRunner';
/** The store counts the newsletter's readers of this many days, from so many clicks each day. */
const DAYS = 30;
const CLICKS_A_DAY = 1;
/** After a click, a reader registers; the store decides after some days. */
const REGISTERS_AFTER_MS = 4 * 60_000;
const DECIDES_AFTER_MS = 5 * 86_400_000;
/** Each so manieth registration is denied. */
const DENIED_EACH = 7;

interface Stage {
  calendar: Calendar;
  time: Timeline;
  people: People;
  stores: Stores['stores'];
  vault: Vault;
}

/** The store pays for readers of its newsletter beside orders. Some clicks of the last weeks led to one, reported and decided by the regular use cases. */
export async function playNewsletter(
  client: pg.PoolClient,
  { calendar, time, people, stores, vault }: Stage,
): Promise<void> {
  const storeId = stores[STORE];
  const actor = {
    userId: spokesman(STORE, people),
    isAdmin: false,
    storeIds: [storeId],
    agencyIds: [],
    memberOfAgencyId: null,
  };
  const at = (ms: number) => ({ db: openTransaction(client), actor, now: () => new Date(ms), vault });
  const kind = await createKind(
    at(time.seasonFromMs - 7 * 86_400_000),
    { maxApprovalDays: null },
    { storeId, code: 'newsletter', name: 'Newsletter', cplMinor: 500, onceDays: 366 },
  );
  const { rows } = await client.query<{ id: string; at_ms: number }>(
    `SELECT id, (extract(epoch FROM click_time(id)) * 1000)::bigint AS at_ms
     FROM (SELECT id, row_number() OVER (PARTITION BY day ORDER BY (link_id + (day - '2000-01-01'::date)) % 5, link_id, id) AS place FROM clicks
       WHERE store_id = $1 AND class = 0 AND day > $2::date - $3::int) c
     WHERE place <= $4 ORDER BY at_ms`,
    [storeId, time.today, DAYS, CLICKS_A_DAY],
  );
  const placed = rows
    .map(({ id, at_ms: clickedMs }, index) => ({
      clickId: id,
      orderId: `N-${1001 + index}`,
      atMs: clickedMs + REGISTERS_AFTER_MS,
    }))
    .filter(({ atMs }) => atMs < time.nowMs);
  for (const { clickId, orderId, atMs } of placed) {
    await recordOrder(
      at(atMs),
      { calendar },
      {
        storeId,
        channel: 'server',
        actorId: actor.userId,
        orderId,
        clickId,
        voucherCode: null,
        value: '0',
        currency: null,
        orderAt: new Date(atMs),
        event: { kind, followsId: null },
      },
    );
  }
  const decisions = placed
    .filter(({ atMs }) => atMs + DECIDES_AFTER_MS < time.nowMs)
    .map(
      ({ orderId }, index): OrderDecision =>
        index % DENIED_EACH === DENIED_EACH - 1
          ? { orderId, status: 'denied', denial: { reason: 'duplicate', note: null } }
          : { orderId, status: 'approved', denial: null },
    );
  await decideOrders(at(time.nowMs), { storeId, decisions, eventKindId: kind.id });
}
