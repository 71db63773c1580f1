import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/harness/database.ts';
import { createMarket } from '../../../tests/harness/market.ts';

const { pool } = await createTestDatabase();

interface Limits {
  store: number;
  creator: number;
  minute: number;
  /** Of the store that has limits of its own. */
  own: { daily: number; minute: number };
}

const LOW: Limits = { store: 4, creator: 6, minute: 2, own: { daily: 2, minute: 1 } };
const HIGH: Limits = { store: 20, creator: 25, minute: 12, own: { daily: 15, minute: 8 } };
const OWN_STORE = await createMarket(pool).store();

interface GivenClick {
  day: string;
  minute: number;
  network: string | null;
  storeId: number;
  userId: number;
  class: number;
}

interface Counter {
  clicks: number;
  minute: number;
  minuteClicks: number;
}

/** Limits clicks one counter after another, as docs/clicks.md describes it. @returns the new classes */
function limitNaively(counters: Map<string, Counter>, batch: readonly GivenClick[], limits: Limits): number[] {
  const counted = batch.flatMap((click, n) => (click.class === 0 && click.network !== null ? [{ ...click, n }] : []));
  const keysOf = (click: GivenClick) => [`1:${click.storeId}`, `2:${click.userId}`].map((id) => keyOf(click, id));
  const refused = new Set<number>();
  for (const key of new Set(counted.flatMap(keysOf))) {
    const clicks = counted.filter((click) => keysOf(click).includes(key));
    const latest = Math.max(...clicks.map(({ minute }) => minute));
    const inLatest = clicks.filter(({ minute }) => minute === latest).length;
    const counter = counters.get(key) ?? { clicks: 0, minute: -1, minuteClicks: 0 };
    counter.clicks += clicks.length;
    if (counter.minute < latest) Object.assign(counter, { minute: latest, minuteClicks: inLatest });
    else if (counter.minute === latest) counter.minuteClicks += inLatest;
    counters.set(key, counter);
    const [daily, minutely] = limitsOf(key, limits);
    const lastOf = (some: typeof clicks, count: number) => (count > 0 ? some.slice(-count) : []);
    const sameMinute = clicks.filter(({ minute }) => minute === counter.minute);
    for (const { n } of lastOf(clicks, counter.clicks - daily)) refused.add(n);
    for (const { n } of lastOf(sameMinute, counter.minuteClicks - minutely)) refused.add(n);
  }
  for (const n of refused) {
    for (const key of keysOf(batch[n]!)) {
      const counter = counters.get(key)!;
      counter.clicks -= 1;
      if (counter.minute === batch[n]!.minute) counter.minuteClicks -= 1;
    }
  }
  return batch.map((click, n) => (refused.has(n) ? 9 : click.class));
}

const keyOf = ({ network, day }: GivenClick, id: string) => `${network} ${day} ${id}`;

function limitsOf(key: string, { store, creator, minute, own }: Limits): [number, number] {
  if (key.endsWith(` 1:${OWN_STORE}`)) return [own.daily, own.minute];
  return [key.includes(' 1:') ? store : creator, minute];
}

const networks = [1, 2, 3].map((n) => `00000000-0000-4000-8000-00000000000${n}`);
const givenClick = fc.record<GivenClick>({
  day: fc.constantFrom('2025-06-01', '2025-06-02'),
  minute: fc.integer({ min: 100, max: 103 }),
  network: fc.constantFrom(...networks, null),
  storeId: fc.constantFrom(1_000_001, 1_000_002, OWN_STORE),
  userId: fc.constantFrom(11, 12),
  class: fc.constantFrom(0, 0, 0, 3),
});

/** A batch, and the limits that hold when it is recorded. */
const givenBatch = fc.record({
  limits: fc.constantFrom(LOW, HIGH),
  // In short batches, a network comes to a limit over several of them.
  clicks: fc.oneof(
    fc.array(givenClick, { minLength: 1, maxLength: 5 }),
    fc.array(givenClick, { minLength: 1, maxLength: 60 }),
  ),
});

test('networks are limited as one click after another would be, over any batches, and when limits change between them', async () => {
  const client = await pool.connect();
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(givenBatch, { maxLength: 8 }), async (batches) => {
        await client.query('BEGIN');
        try {
          const counters = new Map<string, Counter>();
          for (const { limits, clicks } of batches) {
            await setLimits(limits);
            const { rows } = await client.query<{ classes: number[] }>(
              'SELECT limit_networks($1::date[], $2::int[], $3::uuid[], $4::bigint[], $5::bigint[], $6::smallint[]) AS classes',
              (['day', 'minute', 'network', 'storeId', 'userId', 'class'] as const).map((field) =>
                clicks.map((click) => click[field]),
              ),
            );
            expect(rows[0]!.classes).toEqual(limitNaively(counters, clicks, limits));
          }
          expect(await kept()).toEqual(new Map([...counters].sort()));
        } finally {
          await client.query('ROLLBACK');
        }
      }),
      { numRuns: 200 },
    );
  } finally {
    client.release();
  }

  async function setLimits({ store, creator, minute, own }: Limits): Promise<void> {
    await client.query(
      'UPDATE marketplace_settings SET network_store_daily = $1, network_creator_daily = $2, network_minute = $3',
      [store, creator, minute],
    );
    await client.query('UPDATE store_credit SET network_daily = $2, network_minute = $3 WHERE store_id = $1', [
      OWN_STORE,
      own.daily,
      own.minute,
    ]);
  }

  /** The counters as they are written, and as they follow from listed clicks. */
  async function kept(): Promise<Map<string, Counter>> {
    const { rows } = await client.query(
      `SELECT network, day, scope, id, clicks, minute, minute_clicks FROM click_networks
       UNION ALL SELECT network, day, scope, id, sum(clicks)::int, max(minute), (array_agg(clicks ORDER BY minute DESC))[1]
         FROM (SELECT l.network, l.day, k.scope, k.id, g.minute, count(*)::int AS clicks FROM click_network_days l
           CROSS JOIN unnest(l.stores, l.users, l.minutes) AS g (store_id, user_id, minute)
           CROSS JOIN LATERAL (VALUES (1, g.store_id), (2, g.user_id)) AS k (scope, id)
           WHERE NOT l.is_counted GROUP BY 1, 2, 3, 4, 5) m
         GROUP BY network, day, scope, id`,
    );
    const entries = rows.map((row): [string, Counter] => [
      `${row.network} ${row.day} ${row.scope}:${row.id}`,
      { clicks: row.clicks, minute: row.minute, minuteClicks: row.minute_clicks },
    ]);
    return new Map(entries.sort());
  }
});
