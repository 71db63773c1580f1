import type pg from 'pg';

interface RawOrder {
  link_id: number | null;
  store_id: number;
  user_id: number;
  agency_id: number | null;
  campaign_id: number | null;
  day: string;
  status: string;
  value_minor: number;
  refunded_minor: number;
  cpa_ppm: number;
  invoice_cpa_ppm: number;
  user_share_ppm: number;
  agency_share_ppm: number;
  cost_minor: number;
  user_minor: number;
  agency_minor: number;
  fixed: {
    cpo_minor?: number;
    invoice_cpo_minor?: number;
    cpo_mode?: string;
    minimum_order_minor?: number;
    event?: boolean;
  } | null;
  event_kind_id: number | null;
  lines: { value_minor: number; refunded_minor: number; cpa_ppm: number; invoice_cpa_ppm: number }[] | null;
}

const MILLION = 1_000_000n;
const SUMS = ['orders', 'order_minor', 'order_cost_minor', 'order_user_minor', 'order_agency_minor'] as const;
const OF_LINK = `link_id || ' ' || day || ' ' || campaign_id || ' ' || agency_id || ' ' || store_id || ' ' || user_id`;

/**
 * Recomputes the totals of orders from their values, refunds, states and terms, and compares them with the stored ones: in their
 * own columns, in link_days and in store_days. Returns the differences.
 */
export async function orderFaults(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<RawOrder>('SELECT * FROM orders WHERE link_id IS NOT NULL');
  const links = new Map<string, bigint[]>();
  const stores = new Map<string, bigint[]>();
  const faults: string[] = [];
  for (const order of rows) {
    const left = order.status === 'denied' ? 0n : BigInt(order.value_minor - order.refunded_minor);
    const [cpa, whole] = rateOf(order, 'cpa_ppm');
    const [invoiceCpa] = rateOf(order, 'invoice_cpa_ppm');
    const isOver = order.status === 'denied' || (order.value_minor > 0 && order.refunded_minor === order.value_minor);
    const [shared, billed] = withFixed(isOver ? null : order.fixed, {
      left,
      whole,
      shared: left * cpa,
      billed: left * invoiceCpa,
    });
    const cost = billed / (whole * MILLION);
    const user = (shared * BigInt(order.user_share_ppm)) / (whole * MILLION ** 2n);
    const agency = (shared * BigInt(order.agency_share_ppm)) / (whole * MILLION ** 2n);
    const kept = [order.cost_minor, order.user_minor, order.agency_minor].map(BigInt);
    if (kept.join() !== [cost, user, agency].join())
      faults.push(`an order keeps ${kept} and earns ${[cost, user, agency]}`);
    if (isOver) continue;
    const { link_id, day, campaign_id, agency_id, store_id, user_id } = order;
    // An event is in the money, and not in the number and value of orders.
    const figures = order.event_kind_id === null ? [1n, left, cost, user, agency] : [0n, 0n, cost, user, agency];
    add(links, [link_id, day, campaign_id ?? 0, agency_id ?? 0, store_id, user_id], figures);
    add(stores, [store_id, day], figures);
  }
  return [
    ...faults,
    ...(await differences(pool, 'link_days', OF_LINK, links)),
    ...(await differences(pool, 'store_days', `store_id || ' ' || day`, stores)),
  ];
}

/** What is shared and billed of an order, in millionths of the whole, with its fixed amount. */
function withFixed(
  fixed: RawOrder['fixed'],
  { left, whole, shared, billed }: { left: bigint; whole: bigint; shared: bigint; billed: bigint },
): [bigint, bigint] {
  if (left < BigInt(fixed?.minimum_order_minor ?? 0)) return [0n, 0n];
  if (left === 0n && !fixed?.event) return [shared, billed];
  const amount = BigInt(fixed?.cpo_minor ?? 0) * whole * MILLION;
  const cost = BigInt(fixed?.invoice_cpo_minor ?? 0) * whole * MILLION;
  if (fixed?.cpo_mode === 'larger') return amount > shared ? [amount, cost] : [shared, billed];
  return [shared + amount, billed + cost];
}

/**
 * The rate of an order in millionths, as a fraction: its own rate, or the average of its lines' rates, weighted by the remaining
 * values.
 */
function rateOf(order: RawOrder, rate: 'cpa_ppm' | 'invoice_cpa_ppm'): [bigint, bigint] {
  if (order.lines === null) return [BigInt(order[rate]), 1n];
  const left = order.lines.map((line) => BigInt(line.value_minor - line.refunded_minor));
  const sum = (terms: bigint[]) => terms.reduce((total, term) => total + term, 0n);
  return [sum(order.lines.map((line, index) => left[index]! * BigInt(line[rate]))), sum(left) || 1n];
}

function add(sums: Map<string, bigint[]>, key: unknown[], figures: bigint[]): void {
  const known = sums.get(key.join(' '));
  sums.set(key.join(' '), known === undefined ? figures : known.map((sum, place) => sum + figures[place]!));
}

async function differences(
  pool: pg.Pool,
  table: string,
  key: string,
  raw: ReadonlyMap<string, bigint[]>,
): Promise<string[]> {
  const { rows } = await pool.query<{ key: string } & Record<(typeof SUMS)[number], number>>(
    `SELECT ${key} AS key, ${SUMS.join(', ')} FROM ${table} WHERE (${SUMS.join(', ')}) <> (0, 0, 0, 0, 0)`,
  );
  const kept = new Map(rows.map((row) => [row.key, SUMS.map((sum) => row[sum]).join()]));
  return [...new Set([...kept.keys(), ...raw.keys()])].flatMap((one) => {
    const [is, should] = [kept.get(one) ?? '0,0,0,0,0', raw.get(one)?.join() ?? '0,0,0,0,0'];
    return is === should ? [] : [`${table} ${one}: ${is}, and orders add up to ${should}`];
  });
}
