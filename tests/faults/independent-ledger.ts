import type pg from 'pg';

/** Cost and earnings of one click, order or payment. */
export interface Entry {
  storeId: number;
  userId: number;
  agencyId: number | null;
  currency: string;
  day: string;
  costMinor: number;
  userMinor: number;
  agencyMinor: number;
}

/** Invoices by kind, party, currency and month. */
type Sums = Map<string, { net: number; vat: number }>;

/**
 * The expected invoices, added up from single clicks, orders and payments without reading the database: for each closing, the
 * amounts owed by the end of its month that were not stated before.
 */
export class IndependentLedger {
  readonly #invoices: Sums = new Map();
  readonly #rates = new Map<string, number>();
  readonly #stated = new Map<string, Entry>();
  #open: Entry[] = [];
  #orders = new Map<string, Entry>();

  /** The VAT of a store's invoices, or of a creator's or agency's statements, in millionths. */
  taxes(kind: 'store' | 'creator' | 'client', party: number, ratePpm: number): void {
    this.#rates.set(`${kind} ${party}`, ratePpm);
  }

  /** An amount that is owed once and does not change. */
  add(entry: Entry): void {
    this.#open.push(entry);
  }

  /** The amount owed for an item at this moment. The next closing books the difference. */
  restate(name: string, entry: Entry): void {
    this.#orders.set(name, entry);
  }

  /** @param month `YYYY-MM` */
  close(month: string): void {
    const isDue = ({ day }: Entry) => day.slice(0, 7) <= month;
    for (const entry of this.#open.filter(isDue)) this.#state(month, entry);
    this.#open = this.#open.filter((entry) => !isDue(entry));
    for (const [name, entry] of [...this.#orders].filter(([, one]) => isDue(one))) {
      const before = this.#stated.get(name);
      this.#stated.set(name, entry);
      this.#state(month, {
        ...entry,
        costMinor: entry.costMinor - (before?.costMinor ?? 0),
        userMinor: entry.userMinor - (before?.userMinor ?? 0),
        agencyMinor: entry.agencyMinor - (before?.agencyMinor ?? 0),
      });
    }
  }

  #state(month: string, { storeId, userId, agencyId, currency, costMinor, userMinor, agencyMinor }: Entry): void {
    this.#put(`store ${storeId} ${currency} ${month}`, costMinor);
    this.#put(`creator ${userId} ${currency} ${month}`, userMinor);
    if (agencyId !== null) this.#put(`client ${agencyId} ${currency} ${month}`, agencyMinor);
  }

  #put(key: string, minor: number): void {
    const sum = this.#invoices.get(key) ?? { net: 0, vat: 0 };
    sum.net += minor;
    const [kind, party] = key.split(' ');
    const rate = this.#rates.get(`${kind} ${party}`) ?? 0;
    sum.vat = Math.sign(sum.net) * Number((BigInt(Math.abs(sum.net)) * BigInt(rate) + 500_000n) / 1_000_000n) + 0;
    this.#invoices.set(key, sum);
  }

  /** The invoiced total of all stores, by currency, without VAT. */
  totals(): Record<string, number> {
    const totals: Record<string, number> = {};
    for (const [key, { net }] of this.#invoices) {
      const [kind, , currency] = key.split(' ') as [string, string, string];
      if (kind === 'store') totals[currency] = (totals[currency] ?? 0) + net;
    }
    return totals;
  }

  /** The differences of a database's invoices, one sentence each. */
  async findDifferences(pool: pg.Pool): Promise<string[]> {
    const { rows } = await pool.query<{ key: string; net: number; vat: number; lines: number }>(
      `SELECT kind || ' ' || coalesce(store_id, agency_id, user_id) || ' ' || currency || ' ' || to_char(month, 'YYYY-MM') AS key,
         sum(net_minor)::bigint AS net, sum(vat_minor)::bigint AS vat,
         sum((SELECT sum(amount_minor) FROM invoice_lines l WHERE l.invoice_id = i.id))::bigint AS lines
       FROM invoices i GROUP BY 1`,
    );
    const issued = new Map(rows.map(({ key, ...sums }) => [key, sums]));
    const none = { net: 0, vat: 0, lines: 0 };
    const differences: string[] = [];
    for (const key of new Set([...issued.keys(), ...this.#invoices.keys()])) {
      const { net, vat, lines } = issued.get(key) ?? none;
      const ours = this.#invoices.get(key) ?? none;
      if (net !== ours.net || vat !== ours.vat || lines !== ours.net)
        differences.push(
          `${key}: invoiced ${net} and VAT ${vat} in lines of ${lines}, owed ${ours.net} and ${ours.vat}`,
        );
    }
    return differences;
  }

  /** The total on the statements of a creator or an agency, with VAT: minor units of a currency. */
  statedTo(kind: 'creator' | 'client', party: number, currency: string): number {
    let total = 0;
    for (const [key, { net, vat }] of this.#invoices)
      if (key.startsWith(`${kind} ${party} ${currency} `)) total += net + vat;
    return total;
  }

  /** Net sums and VAT of all invoices and statements of a month, by kind and currency. @param month `YYYY-MM` */
  sumsOf(month: string): Map<string, { net: number; vat: number }> {
    const sums = new Map<string, { net: number; vat: number }>();
    for (const [key, { net, vat }] of this.#invoices) {
      const [kind, , currency, of] = key.split(' ');
      const sum = sums.get(`${kind} ${currency}`) ?? { net: 0, vat: 0 };
      if (of === month) sums.set(`${kind} ${currency}`, { net: sum.net + net, vat: sum.vat + vat });
    }
    return sums;
  }

  get invoices(): number {
    return this.#invoices.size;
  }
}
