import type pg from 'pg';
import { customerHasher, recordOrder, setProgramme } from '../modules/orders/index.ts';
import type { Calendar } from '../platform/calendar.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { openTransaction } from './open-transaction.ts';
import type { People } from './people.ts';
import type { DemoStoreName } from './store-facts.ts';
import { type Stores, spokesman } from './stores.ts';
import type { Timeline } from './timeline.ts';

const STORE: DemoStoreName = 'kiezrad';
/** The programme is in force since this many days, and customers are won by clicks of the days since then. */
const DAYS = 28;
/** At most so many, by clicks on different links. */
const CUSTOMERS = 4;
/** A customer rents a bicycle: the first payment follows the click, the next ones come without a click, every nine days. */
const PAYS_AFTER_MS = 12 * 60_000;
const EVERY_MS = 9 * 86_400_000;
const VALUE = '29.00';

interface Stage {
  calendar: Calendar;
  time: Timeline;
  people: People;
  stores: Stores['stores'];
  vault: Vault;
}

/** The store rents bicycles by subscription and pays for repeated orders of customers, reported by the regular use cases. The orders are undecided. */
export async function playCustomers(
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
  const beginsMs = time.at(-DAYS, 8).getTime();
  const steps = [
    { months: 12, cpa_ppm: 150_000 },
    { months: null, cpa_ppm: 50_000 },
  ];
  await setProgramme(at(beginsMs), { storeId, steps, paysFirst: true });
  const { rows } = await client.query<{ id: string; at_ms: number }>(
    `SELECT DISTINCT ON (link_id) id, (extract(epoch FROM click_time(id)) * 1000)::bigint AS at_ms FROM clicks
     WHERE store_id = $1 AND class = 0 AND click_time(id) > $2
       AND NOT EXISTS (SELECT FROM orders o WHERE o.click_id = clicks.id) ORDER BY link_id, click_time(id) LIMIT $3`,
    [storeId, new Date(beginsMs), CUSTOMERS],
  );
  const payments = rows
    .flatMap(({ id, at_ms: clickedMs }, index) =>
      [0, 1, 2].map((payment) => ({
        reference: `${7001 + index}`,
        orderId: `ABO-${7001 + index}-${payment + 1}`,
        clickId: payment === 0 ? id : null,
        atMs: clickedMs + PAYS_AFTER_MS + payment * EVERY_MS,
      })),
    )
    .filter(({ atMs }) => atMs < time.nowMs)
    .sort((a, b) => a.atMs - b.atMs);
  const hash = customerHasher(at(beginsMs), storeId);
  for (const { reference, orderId, clickId, atMs } of payments) {
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
        value: VALUE,
        currency: null,
        orderAt: new Date(atMs),
        customerHash: await hash(reference),
      },
    );
  }
}
