import type pg from 'pg';
import {
  changeOrder,
  decideOrders,
  type OrderDecision,
  type OrderReport,
  recordOrder,
} from '../modules/orders/index.ts';
import type { Calendar } from '../platform/calendar.ts';
import { toDecimalString } from '../platform/money.ts';
import { openTransaction } from './open-transaction.ts';
import { type OrderClick, seasonOrders } from './order-book.ts';
import type { People } from './people.ts';
import type { DemoStoreName } from './store-facts.ts';
import { type Stores, spokesman } from './stores.ts';
import type { Timeline } from './timeline.ts';

interface Stage {
  calendar: Calendar;
  time: Timeline;
  people: People;
  stores: Stores['stores'];
  /** The link in demo.json. */
  link: { id: number };
}

/** The channel through which each store reports its orders. */
const CHANNELS: Record<DemoStoreName, OrderReport['channel']> = {
  fjallOchFunkis: 'shop_plugin',
  lumi: 'sales_pixel',
  nordicRunner: 'server',
  havsboden: 'sales_pixel',
  blattwerk: 'shop_plugin',
  kiezrad: 'sales_pixel',
  thistleAndRye: 'server',
  modehausSverige: 'server',
  modehausDeutschland: 'server',
};

/** Why stores deny orders, in turn. */
const DENIALS: readonly OrderDecision['denial'][] = [
  { reason: 'returned', note: null },
  { reason: 'cancelled', note: 'Köparen ångrade sig innan varan skickades.' },
  { reason: 'not_paid', note: null },
  { reason: 'other', note: 'Paketet hämtades aldrig ut.' },
];

/** Later events of the orders. */
interface Later {
  at: Date;
  happen: () => Promise<unknown>;
}

// Click ids are random, but their order is chronological.
const CLICKS_SQL = `
  SELECT id, store_id, link_id, day, class, (extract(epoch FROM click_time(id)) * 1000)::bigint AS at_ms FROM clicks
  WHERE class IN (0, 1, 4, 5) ORDER BY at_ms, link_id, class, source`;

/** Creates the season's orders with the regular use cases in chronological order. Returns their number. */
export async function playOrders(
  client: pg.PoolClient,
  { calendar, time, people, stores, link }: Stage,
): Promise<number> {
  const { rows } = await client.query<{
    id: string;
    store_id: number;
    link_id: number;
    day: string;
    class: number;
    at_ms: number;
  }>(CLICKS_SQL);
  const nameOfStore = new Map(Object.entries(stores).map(([name, id]) => [id, name as DemoStoreName]));
  const clicks = rows.map(
    (row): OrderClick => ({
      id: row.id,
      store: nameOfStore.get(row.store_id)!,
      atMs: row.at_ms,
      day: row.day,
      isCounted: row.class === 0,
      isReported: row.link_id === link.id,
    }),
  );
  const orders = seasonOrders(clicks, time);
  const db = openTransaction(client);
  const later: Later[] = [];
  const decisions = new Map<string, { store: DemoStoreName; at: Date; orders: OrderDecision[] }>();
  let denied = 0;
  for (const { store, placedAt, decided, refund, number, value, ...traces } of orders) {
    const fields = { orderId: number, value: toDecimalString(value), currency: value.currency, orderAt: placedAt };
    const actorId = CHANNELS[store] === 'server' ? spokesman(store, people) : null;
    const report = { storeId: stores[store], channel: CHANNELS[store], actorId, ...fields, ...traces };
    const { id } = await recordOrder({ db, now: () => placedAt }, { calendar }, report);
    if (refund) {
      const change = { refundedMinor: refund.minor, actorId: spokesman(store, people) };
      later.push({ at: refund.at, happen: () => changeOrder({ db, now: () => refund.at }, { id }, change) });
    }
    if (decided) {
      const key = `${store} ${decided.at.getTime()}`;
      const batch = decisions.get(key) ?? { store, at: decided.at, orders: [] };
      const denial = decided.status === 'denied' ? DENIALS[denied++ % DENIALS.length]! : null;
      batch.orders.push({ orderId: number, status: decided.status, denial });
      decisions.set(key, batch);
    }
  }
  for (const { store, at, orders: decided } of decisions.values()) {
    const ctx = { db, actor: { userId: spokesman(store, people) }, now: () => at };
    later.push({ at, happen: () => decideOrders(ctx, { storeId: stores[store], decisions: decided }) });
  }
  for (const { happen } of later.sort((a, b) => a.at.getTime() - b.at.getTime())) await happen();
  return orders.length;
}
