import { pathToFileURL } from 'node:url';
import type pg from 'pg';
import { median, printTable, rounded } from './report.ts';
import { withDatabase } from './with-database.ts';

const ROUNDS = 5;
/**
 * Numbers of lines of an order, rules of its campaign, and names in each rule. A campaign has at most 50 rules with 1,000 names in
 * total.
 */
const SHAPES = [
  [0, 0, 0],
  [3, 0, 0],
  [3, 5, 5],
  [20, 5, 20],
  [200, 50, 20],
] as const;

/**
 * The cost of the trigger `orders_price` for each written order, by its lines and the rules of its campaign. Lines match only the last
 * name of a rule, which is the worst case. The trigger is compared with the same insert without it, and `priced_lines` is called
 * alone.
 */
export async function runOrderPricesBench(orders = 1_000): Promise<void> {
  return withDatabase(
    async ({ pool }) => {
      const rows: Record<string, string | number>[] = [];
      for (const [lines, rules, names] of SHAPES) {
        // Long orders are fewer, so that a run takes seconds.
        const count = Math.max(Math.round(orders / Math.max(1, (lines * rules * names) / 100)), 20);
        const [on, off, alone]: [number[], number[], number[]] = [[], [], []];
        for (let round = 0; round < ROUNDS; round += 1) {
          on.push(await insert(pool, { lines, rules, names, count, trigger: 'ENABLE' }));
          off.push(await insert(pool, { lines, rules, names, count, trigger: 'DISABLE' }));
          if (lines > 0) alone.push(await price(pool, { lines, rules, names, count }));
        }
        const [withIt, without] = [median(on), median(off)];
        rows.push({
          lines,
          'rules × names': `${rules} × ${names}`,
          'insert µs': rounded(withIt),
          'without trigger µs': rounded(without),
          'trigger µs': rounded(withIt - without),
          'priced_lines µs': lines === 0 ? '' : rounded(median(alone)),
        });
      }
      printTable(`The price of an order, median of ${ROUNDS} runs`, rows);
    },
    { withoutFsync: true },
  );
}

interface Shape {
  lines: number;
  rules: number;
  names: number;
  count: number;
}

/** The lines of an order, and the rules of its campaign. Each line matches the last name of the last rule. */
function valuesOf({ lines, rules, names }: Shape): [lines: string | null, rules: string | null] {
  const sku = `SKU-${rules}-${names}`;
  const line = { sku, category: 'Shoes', quantity: 1, value_minor: 9_900, refunded_minor: 0, refunded_quantity: null };
  const rule = (n: number) => ({
    skus: Array.from({ length: names }, (_, name) => `SKU-${n + 1}-${name + 1}`),
    categories: null,
    customer: null,
    cpa_ppm: 50_000,
  });
  return [
    lines === 0 ? null : JSON.stringify(Array.from({ length: lines }, () => line)),
    rules === 0 ? null : JSON.stringify(Array.from({ length: rules }, (_, n) => rule(n))),
  ];
}

/** Inserts orders in a transaction that is rolled back. @returns microseconds for each */
async function insert(
  pool: pg.Pool,
  { trigger, ...shape }: Shape & { trigger: 'ENABLE' | 'DISABLE' },
): Promise<number> {
  const [lines, rules] = valuesOf(shape);
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query(`ALTER TABLE orders ${trigger} TRIGGER orders_price`);
    await client.query(`
      INSERT INTO store_groups (name, key, country, currency, locale, language) VALUES ('Bench', 'bench', 'SE', 'SEK', 'sv_SE', 'sv');
      INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key)
        SELECT id, 'Bench', 'SE', 'SEK', 'sv', 'sv_SE', 'bench' FROM store_groups WHERE key = 'bench';
      INSERT INTO users (username, email) VALUES ('bench', 'bench@bench.example')`);
    const { rows: made } = await client.query(
      `INSERT INTO campaigns (store_id, token, type, name) SELECT id, 'bench', 'standard', 'Bench' FROM stores WHERE tracking_key = 'bench'
       RETURNING id, store_id, (SELECT u.id FROM users u WHERE u.username = 'bench') AS user_id`,
    );
    const { id: campaignId, store_id: storeId, user_id: userId } = made[0];
    const { rows: versions } =
      rules === null
        ? { rows: [{ id: null }] }
        : await client.query(
            'INSERT INTO commission_rules (campaign_id, version, rules, created_by, created_at) VALUES ($1, 1, $2, $3, now()) RETURNING id',
            [campaignId, rules, userId],
          );
    const began = performance.now();
    await client.query(
      `INSERT INTO orders (store_id, order_id, channel, order_at, day, original_minor, original_currency, value_minor, currency, attribution,
         unattributed_reason, cpa_ppm, invoice_cpa_ppm, lines, commission_rules_id, cost_minor, user_minor, agency_minor)
       SELECT $1, n::text, 'server', now(), current_date, 9900, 'SEK', 9900, 'SEK', 'none', 'no_click', 100000, 120000, $3, $4, 0, 0, 0
       FROM generate_series(1, $2::int) n`,
      [storeId, shape.count, lines, versions[0].id],
    );
    return ((performance.now() - began) * 1_000) / shape.count;
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
}

/** Calls `priced_lines` alone. @returns microseconds for each call */
async function price(pool: pg.Pool, shape: Shape): Promise<number> {
  const [lines, rules] = valuesOf(shape);
  const began = performance.now();
  await pool.query(
    'SELECT count(priced_lines($1::jsonb, $2::jsonb, NULL, NULL, 100000 + n % 2, 120000)) FROM generate_series(1, $3::int) n',
    [lines, rules, shape.count],
  );
  return ((performance.now() - began) * 1_000) / shape.count;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await runOrderPricesBench(Number(process.argv[2] ?? 1_000));
