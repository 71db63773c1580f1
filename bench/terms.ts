import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { median, printTable, rounded } from './report.ts';
import { withDatabase } from './with-database.ts';

const ORDERS = 5_000;
const PARTICIPANTS = 2_000;
/** A tenth of each, with which the times are compared. */
const FRACTION = 10;
/** The number of orders that are approved, and of changes of a price. */
const ROUNDS = 100;
/** The goal: ten times the orders make an approval at most so much slower, because it reads sums and no orders; what is done for all, so much more than ten times. */
const MAX_RATIO = 2;

const MAKE_STORE = `
  INSERT INTO store_groups (key, name, country, currency, locale, language) VALUES ('bench-t', 'Bench', 'SE', 'SEK', 'sv_SE', 'sv');
  INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key, approval)
    SELECT id, 'Bench', 'SE', 'SEK', 'sv', 'sv_SE', 'bench-t', 'approved' FROM store_groups WHERE key = 'bench-t';
  UPDATE store_credit SET limit_minor = 1000000000000;
  INSERT INTO users (username, email) SELECT 'bench-t' || n, 'bench-t' || n || '@bench.example' FROM generate_series(0, 1) n;
  INSERT INTO links (code, user_id, store_id, url, url_hash) SELECT 'bench-t', u.id, s.id, 'https://bench.example/', sha256('bench')
    FROM users u, stores s WHERE u.username = 'bench-t1' AND s.tracking_key = 'bench-t';`;

/**
 * The cost of the approval of an order whose rates rise, with and without steps, by the number of orders that the creator has; and of the change of a price that
 * is promised, by the number of participants with prices of their own. Each at a size and at a tenth of it.
 * @returns whether all reach the goal
 */
export async function runTermsBench(orders = ORDERS): Promise<boolean> {
  return withDatabase(
    async ({ pool }) => {
      await pool.query(MAKE_STORE);
      let isMet = true;
      const approvals: Record<string, string | number>[] = [];
      for (const applies of ['none', 'later', 'whole']) {
        const few = await approve(pool, { orders: Math.floor(orders / FRACTION), applies });
        const many = await approve(pool, { orders, applies });
        const ratio = rounded(many.approvalMs / few.approvalMs);
        isMet &&= ratio <= MAX_RATIO && many.togetherMs <= few.togetherMs * FRACTION * MAX_RATIO;
        approvals.push({
          steps: applies,
          orders,
          'approval ms': rounded(many.approvalMs),
          'at a tenth': rounded(few.approvalMs),
          ratio,
          'together ms': rounded(many.togetherMs),
          'together at a tenth': rounded(few.togetherMs),
          'settling ms': applies === 'whole' ? rounded(many.settlingMs) : '',
          'settling at a tenth': applies === 'whole' ? rounded(few.settlingMs) : '',
        });
      }
      printTable(`The approval of an order, median of ${ROUNDS} (goal: ratio at most ${MAX_RATIO})`, approvals);
      const [few, many] = [Math.floor(PARTICIPANTS / FRACTION), PARTICIPANTS];
      const [before, after] = [await changePrice(pool, few), await changePrice(pool, many)];
      printTable('The change of a price that is promised', [
        {
          participants: many,
          'ms each': rounded(after / many),
          ms: rounded(after),
          'ms at a tenth': rounded(before),
          ratio: rounded(after / before),
        },
      ]);
      return isMet && after <= before * FRACTION * MAX_RATIO;
    },
    { withoutFsync: true },
  );
}

/** Makes a campaign of the store, in the transaction of the caller. */
async function makeCampaign(client: pg.PoolClient): Promise<{ id: number; storeId: number; creatorId: number }> {
  const { rows } = await client.query(
    `INSERT INTO campaigns (store_id, token, type, name) SELECT id, 'bench-t', 'standard', 'Bench' FROM stores WHERE tracking_key = 'bench-t'
     RETURNING id, store_id, (SELECT id FROM users WHERE username = 'bench-t1') AS creator_id`,
  );
  return { id: rows[0].id, storeId: rows[0].store_id, creatorId: rows[0].creator_id };
}

/**
 * Approves orders of a creator who has some already, in a transaction that is rolled back.
 * @param applies of the steps; `none`: rates do not rise
 * @returns milliseconds for one approval, for the orders before them in one statement, and for settling all orders of the period
 */
async function approve(
  pool: pg.Pool,
  { orders, applies }: { orders: number; applies: string },
): Promise<{ approvalMs: number; togetherMs: number; settlingMs: number }> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { id, storeId, creatorId } = await makeCampaign(client);
    if (applies !== 'none')
      await client.query(
        `INSERT INTO rate_steps (campaign_id, version, counts, period, applies, steps, created_by, created_at)
         VALUES ($1, 1, 'orders', 'month', $2, $3, $4, now() - interval '1 day')`,
        [
          id,
          applies,
          JSON.stringify([10, orders + ROUNDS].map((from) => ({ orders: from, cpa_ppm: 110_000 + from }))),
          creatorId,
        ],
      );
    const begun = performance.now();
    await client.query(
      `INSERT INTO orders (store_id, order_id, channel, order_at, day, original_minor, original_currency, value_minor, currency, attribution, status,
         link_id, user_id, campaign_id, cpa_ppm, invoice_cpa_ppm, terms_cpa_ppm, terms_invoice_cpa_ppm, user_share_ppm, agency_share_ppm, cost_minor, user_minor, agency_minor)
       SELECT $1, n::text, 'server', now(), current_date, 9900, 'SEK', 9900, 'SEK', 'voucher', CASE WHEN n <= $4::int THEN 'approved' ELSE 'pending' END,
         l.id, l.user_id, $2, 100000, 120000, 100000, 120000, 700000, 0, 0, 0, 0
       FROM generate_series(1, $4::int + $5::int) n, links l WHERE l.user_id = $3`,
      [storeId, id, creatorId, orders, ROUNDS],
    );
    const togetherMs = performance.now() - begun;
    await client.query('ANALYZE orders, rate_step_sums');
    const times: number[] = [];
    for (let n = 1; n <= ROUNDS; n += 1) {
      const began = performance.now();
      await client.query(`UPDATE orders SET status = 'approved' WHERE store_id = $1 AND order_id = $2`, [
        storeId,
        String(orders + n),
      ]);
      times.push(performance.now() - began);
    }
    const began = performance.now();
    await client.query('SELECT periods FROM settle_rate_steps(now(), 20)');
    return { approvalMs: median(times), togetherMs, settlingMs: performance.now() - began };
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Raises the price of a campaign that has promised its terms, in a transaction that is rolled back. @returns milliseconds for one change */
async function changePrice(pool: pg.Pool, participants: number): Promise<number> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { id, storeId } = await fillPromise(client, participants);
    const times: number[] = [];
    for (let cpc = 101; cpc <= 105; cpc += 1) {
      await client.query('UPDATE prices SET cpc_minor = $2 WHERE campaign_id = $1 AND participant_id IS NULL', [
        id,
        cpc,
      ]);
      const began = performance.now();
      await client.query('SELECT keep_promised_terms($1, NULL, now(), NULL)', [storeId]);
      times.push(performance.now() - began);
    }
    return median(times);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** A campaign that has promised its terms, with participants who have prices of their own. */
async function fillPromise(client: pg.PoolClient, participants: number): Promise<{ id: number; storeId: number }> {
  const { id, storeId, creatorId } = await makeCampaign(client);
  await client.query(
    `INSERT INTO users (username, email) SELECT 'bench-p' || n, 'bench-p' || n || '@bench.example' FROM generate_series(1, $1::int) n`,
    [participants],
  );
  await client.query(
    `INSERT INTO participants (campaign_id, user_id, status) SELECT $1, id, 'accepted' FROM users WHERE username LIKE 'bench-p%'`,
    [id],
  );
  const price =
    'INSERT INTO prices (store_id, campaign_id, participant_id, cpc_minor, cpa, invoice_cpa, user_share, agency_share, source)';
  await client.query(`${price} VALUES ($1, $2, NULL, 100, 0.1, 0.12, 0.7, 0, 0)`, [storeId, id]);
  await client.query(`${price} SELECT $1, $2, id, 150, 0.1, 0.12, 0.7, 0, 0 FROM participants WHERE campaign_id = $2`, [
    storeId,
    id,
  ]);
  await client.query(
    `INSERT INTO vouchers (store_id, code, user_id, link_id) SELECT $1, 'BENCH' || p.user_id, p.user_id, l.id FROM participants p, links l
     WHERE p.campaign_id = $2 AND l.code = 'bench-t'`,
    [storeId, id],
  );
  await client.query(
    `INSERT INTO terms_promises (campaign_id, store_id, version, until, begins_on, time_zone, created_by, created_at)
     VALUES ($1, $2, 1, current_date + 30, current_date, 'UTC', $3, now())`,
    [id, storeId, creatorId],
  );
  await client.query('SELECT keep_promised_terms($1, NULL, now(), NULL)', [storeId]);
  await client.query('ANALYZE participants, prices, vouchers, recorded_terms');
  return { id, storeId };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = (await runTermsBench(Number(process.argv[2] ?? ORDERS))) ? 0 : 1;
