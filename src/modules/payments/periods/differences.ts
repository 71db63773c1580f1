import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { PayeeTax } from '../vat/payee-vat.ts';
import type { Month } from './month.ts';

/**
 * Creates the temporary table `differences`: the owed and not booked amounts for the days up to the end of the month, by origin,
 * each with a number. One statement reads one consistent state; later changes belong to the next closing. They are ordered by origin, whose id distinguishes
 * more than its kind, so that bookings of one link, whose creator and lines are the same, are inserted together: each index of the ledger then changes the
 * same pages. A second process reads and sorts half of them where PostgreSQL may start one: the query calls nothing that prevents that, such as a sequence.
 * Leaves the temporary tables `former`, `agency_payers` and `alike` beside it.
 * @returns the number of differences
 */
export async function findDifferences(tx: Database, { first, last }: Month): Promise<number> {
  await tx.execute(sql`SET LOCAL work_mem TO '64MB'`);
  await shareReading(tx, true);
  const { rowCount: count } = await tx.execute(sql`
    CREATE TEMPORARY TABLE differences ON COMMIT DROP AS
    SELECT row_number() OVER () AS id, d.* FROM (
      SELECT o.origin_kind, o.origin_id, o.store_id, o.user_id, o.agency_id, o.campaign_id, o.currency,
        o.quantity - coalesce(b.quantity, 0) AS quantity, o.cost_minor - coalesce(b.cost_minor, 0) AS cost_minor,
        o.user_minor - coalesce(b.user_minor, 0) AS user_minor, o.agency_minor - coalesce(b.agency_minor, 0) AS agency_minor,
        CASE WHEN date_trunc('month', o.day) < ${first}::date THEN date_trunc('month', o.day)::date END AS adjusts,
        b.origin_id IS NOT NULL AS is_booked
      FROM owed o LEFT JOIN booked b USING (origin_kind, origin_id)
      WHERE o.day <= ${last}::date AND (o.cost_minor, o.user_minor, o.agency_minor)
        IS DISTINCT FROM (coalesce(b.cost_minor, 0), coalesce(b.user_minor, 0), coalesce(b.agency_minor, 0))
      ORDER BY o.origin_id, o.origin_kind
    ) d`);
  await shareReading(tx, false);
  await tx.execute(sql`ANALYZE differences`);
  await findFormer(tx);
  // MATERIALIZED: otherwise the function would be called for each difference instead of once for each creator of an agency.
  await tx.execute(sql`
    CREATE TEMPORARY TABLE agency_payers ON COMMIT DROP AS
    WITH creators AS MATERIALIZED (SELECT DISTINCT user_id, agency_id FROM differences WHERE agency_id IS NOT NULL)
    SELECT c.user_id, c.agency_id FROM creators c WHERE payment_system_of(c.user_id, c.agency_id, ${last}::date) = 2`);
  await tx.execute(sql`ANALYZE agency_payers`);
  await groupAlike(tx);
  return count ?? 0;
}

/**
 * Makes PostgreSQL read with one process more until it is switched off. It expects that passing a row between processes costs more than computing it, which
 * is not true of rows whose origin is composed and compared as text.
 */
async function shareReading(tx: Database, isOn: boolean): Promise<void> {
  await tx.execute(sql.raw(`SET LOCAL max_parallel_workers_per_gather TO ${isOn ? '1' : 'DEFAULT'}`));
  await tx.execute(sql.raw(`SET LOCAL parallel_tuple_cost TO ${isOn ? '0.01' : 'DEFAULT'}`));
}

/**
 * What differences have in common whose parts are on the same accounts and lines, as columns of `differences` d. A difference whose origin was booked
 * before and a one-time payment are like no other: `own_id` is theirs, 0 for the others. All columns have a value, so that a join by them can be hashed.
 */
const ALIKE = {
  store_id: 'd.store_id',
  user_id: 'd.user_id',
  agency_id: 'coalesce(d.agency_id, 0)',
  campaign_id: 'coalesce(d.campaign_id, 0)',
  currency: 'd.currency',
  origin_kind: 'd.origin_kind',
  adjusts: "coalesce(d.adjusts, 'infinity')",
  own_id: "CASE WHEN d.is_booked OR d.origin_kind = 'one_time' THEN d.id ELSE 0 END",
};

/**
 * Creates the temporary table `alike`: the sums of the differences whose parts are on the same accounts and lines. The lines follow from a few thousand of
 * them instead of from each entry. The quantity of a part counts the differences that change it.
 */
async function groupAlike(tx: Database): Promise<void> {
  const columns = sql.raw(
    Object.entries(ALIKE)
      .map(([column, value]) => `${value} AS ${column}`)
      .join(', '),
  );
  const changed = (part: string) =>
    sql.raw(`count(*) FILTER (WHERE d.${part}_minor <> 0) AS ${part}_changes, sum(d.${part}_minor)::bigint AS ${part}_minor,
      coalesce(sum(d.quantity) FILTER (WHERE d.${part}_minor <> 0), 0)::bigint AS ${part}_quantity`);
  await planForSets(tx, true);
  await tx.execute(sql`
    CREATE TEMPORARY TABLE alike ON COMMIT DROP AS
    SELECT row_number() OVER () AS id, d.* FROM (
      SELECT ${columns}, min(d.origin_id) AS origin_id, ${changed('cost')}, ${changed('user')}, ${changed('agency')}
      FROM differences d GROUP BY ${sql.raw(Object.values(ALIKE).join(', '))}
    ) d`);
  await planForSets(tx, false);
  await tx.execute(sql`ANALYZE alike`);
}

/**
 * Creates the temporary table `former`: the account and the VAT of each part that was booked before. A change of a booked part is booked to the same
 * account as before, and an amount that was invoiced or stated before keeps its VAT.
 */
async function findFormer(tx: Database): Promise<void> {
  await tx.execute(sql`
    CREATE TEMPORARY TABLE former ON COMMIT DROP AS
    SELECT DISTINCT ON (d.id, e.part) d.id, e.part, e.account, i.vat_rate_ppm, i.vat_note
    FROM differences d JOIN ledger_entries e ON e.origin_kind = d.origin_kind AND e.origin_id = d.origin_id AND e.part <> 'platform'
    JOIN invoice_lines l ON l.id = e.invoice_line_id JOIN invoices i ON i.id = l.invoice_id
    WHERE d.is_booked ORDER BY d.id, e.part, e.id`);
  await tx.execute(sql`ANALYZE former`);
}

/**
 * A query for the parts of the differences that are alike `g`: the sums for the store, the creator and the agency, with the key of the line that states
 * each. A store's lines are by campaign, the others' by store. A one-time payment has its own line, and so has a creator whom the agency
 * pays. `former_rate_ppm` and `former_note` are the VAT of amounts that were stated before; -1 and '' for the others.
 */
const PARTS = sql`
  SELECT g.id, p.part, x.account, p.amount_minor, p.quantity, g.currency,
    CASE x.account WHEN 'store' THEN g.store_id WHEN 'client' THEN g.agency_id WHEN 'creator' THEN g.user_id END AS party,
    CASE WHEN p.part = 'user' AND x.account = 'client' THEN 'earnings' ELSE g.origin_kind END AS kind, g.adjusts, k.about,
    CASE k.about WHEN 'payment' THEN g.origin_id::bigint WHEN 'offer' THEN g.campaign_id WHEN 'user' THEN g.user_id ELSE g.store_id END AS about_id,
    coalesce(f.vat_rate_ppm, -1) AS former_rate_ppm, coalesce(f.vat_note, '') AS former_note
  FROM alike g CROSS JOIN LATERAL (VALUES ('cost', g.cost_changes, -g.cost_minor, g.cost_quantity), ('user', g.user_changes, g.user_minor, g.user_quantity),
    ('client', g.agency_changes, g.agency_minor, g.agency_quantity)) AS p (part, changes, amount_minor, quantity)
  LEFT JOIN former f ON f.id = g.own_id AND f.part = p.part
  LEFT JOIN agency_payers a ON a.user_id = g.user_id AND a.agency_id = g.agency_id
  CROSS JOIN LATERAL (SELECT CASE p.part WHEN 'cost' THEN 'store' WHEN 'client' THEN 'client'
    ELSE CASE WHEN g.agency_id <> 0 AND coalesce(f.account = 'client', a.agency_id IS NOT NULL) THEN 'client' ELSE 'creator' END END AS account) x
  CROSS JOIN LATERAL (SELECT CASE WHEN p.part = 'client' THEN 'store' WHEN p.part = 'user' AND x.account = 'client' THEN 'user'
    WHEN g.origin_kind = 'one_time' THEN 'payment' WHEN p.part = 'cost' THEN 'offer' ELSE 'store' END AS about) k
  WHERE p.changes > 0`;

/** The columns that identify a line before the current VAT is known. All have a value, so that a join by them can be hashed. */
const LINE_KEY = [
  'account',
  'party',
  'currency',
  'kind',
  'adjusts',
  'about',
  'about_id',
  'former_rate_ppm',
  'former_note',
];

/**
 * Creates the temporary tables `parts` (`PARTS`) and `lines`: the sums of the parts that are stated on an invoice, by line. A null `vat_note` is the current
 * VAT, which `taxLines` fills in. Lines that differ only in their former VAT become one when it is the current one.
 */
export async function addUpLines(tx: Database): Promise<void> {
  const key = sql.raw(LINE_KEY.join(', '));
  await tx.execute(sql`CREATE TEMPORARY TABLE parts ON COMMIT DROP AS ${PARTS}`);
  // Without the number of parts, the join of `placeParts` would compare each part with each line.
  await tx.execute(sql`ANALYZE parts`);
  await planForSets(tx, true);
  await tx.execute(sql`
    CREATE TEMPORARY TABLE lines ON COMMIT DROP AS
    SELECT ${key}, nullif(former_rate_ppm, -1) AS vat_rate_ppm, nullif(former_note, '') AS vat_note, sum(quantity)::bigint AS quantity,
      sum(CASE account WHEN 'store' THEN -amount_minor ELSE amount_minor END)::bigint AS amount_minor, NULL::bigint AS invoice_line_id
    FROM parts GROUP BY ${key}`);
  await planForSets(tx, false);
  await tx.execute(sql`ANALYZE lines`);
}

/**
 * Creates the temporary table `placed`: for differences that are alike, the line of the invoice for each part, and the account of the
 * creator's part. Call it when the lines have their ids.
 */
export async function placeParts(tx: Database): Promise<void> {
  const alike = sql.raw(
    Object.keys(ALIKE)
      .map((column) => `g.${column}`)
      .join(', '),
  );
  const ofLine = sql.raw(LINE_KEY.map((column) => `l.${column} = p.${column}`).join(' AND '));
  const lineOf = (part: string) =>
    sql.raw(`max(l.invoice_line_id) FILTER (WHERE p.part = '${part}') AS ${part}_line_id`);
  await planForSets(tx, true);
  await tx.execute(sql`
    CREATE TEMPORARY TABLE placed ON COMMIT DROP AS
    SELECT ${alike}, x.* FROM alike g JOIN (
      SELECT p.id, ${lineOf('cost')}, ${lineOf('user')}, ${lineOf('client')}, max(p.account) FILTER (WHERE p.part = 'user') AS user_account
      FROM parts p JOIN lines l ON ${ofLine} GROUP BY p.id
    ) x ON x.id = g.id`);
  await planForSets(tx, false);
  await tx.execute(sql`ANALYZE placed`);
}

/**
 * A query for the bookings of the differences: the cost of the store and the parts of the creator and the agency, with the lines that state them. Call
 * `placeParts` first.
 */
export const BOOKINGS = sql`
  SELECT d.origin_kind, d.origin_id, d.store_id, d.user_id, d.agency_id, d.currency, d.quantity, d.cost_minor, d.user_minor, d.agency_minor,
    g.user_account, g.cost_line_id, g.user_line_id, g.client_line_id
  FROM differences d JOIN placed g ON ${sql.raw(
    Object.entries(ALIKE)
      .map(([column, value]) => `g.${column} = ${value}`)
      .join(' AND '),
  )}`;

/**
 * Makes PostgreSQL group and join by hashing until it is switched off. It has no statistics of the expressions of the keys, expects as many
 * groups as rows, and would sort all rows on disk. Hashing needs at most twice the memory that `findDifferences` allows, and files beyond it.
 */
export async function planForSets(tx: Database, isOn: boolean): Promise<void> {
  const value = isOn ? 'off' : 'DEFAULT';
  for (const setting of ['enable_sort', 'enable_mergejoin'])
    await tx.execute(sql.raw(`SET LOCAL ${setting} TO ${value}`));
}

/** The current VAT treatment of a party, for amounts that are invoiced or stated for the first time. */
export interface PartyVat {
  account: 'store' | 'client' | 'creator';
  party: number;
  ratePpm: number;
  note: string;
}

/** The stores with lines, with the data that determine their VAT. */
export async function readTaxedStores(
  tx: Database,
): Promise<{ party: number; country: string; vatNumber: string | null }[]> {
  const { rows } = await tx.execute<{ party: number; country: string; vatNumber: string | null }>(sql`
    SELECT id AS party, country, nullif(vat_number, '') AS "vatNumber" FROM stores WHERE id IN (SELECT party FROM lines WHERE account = 'store')`);
  return rows;
}

/**
 * The creators and agencies with lines. `tax` is null for those without a legal identity or without consent to self-billing.
 */
export async function readTaxedPayees(
  tx: Database,
): Promise<{ account: 'client' | 'creator'; party: number; tax: PayeeTax | null }[]> {
  const { rows } = await tx.execute<{
    account: 'client' | 'creator';
    party: number;
    country: string | null;
    vatStatus: PayeeTax['vatStatus'] | null;
    vatNumber: string | null;
    isNumberInvalid: boolean;
    isNumberConfirmed: boolean;
  }>(sql`
    SELECT a.account, a.party, p.country, p.vat_status AS "vatStatus", p.vat_number AS "vatNumber", coalesce((
        SELECT c.outcome = 'invalid' FROM vat_number_checks c WHERE c.payee_id = p.id AND c.vat_number = p.vat_number AND c.outcome <> 'unavailable'
        ORDER BY c.id DESC LIMIT 1), false) AS "isNumberInvalid",
      p.vat_confirmed_at IS NOT NULL AS "isNumberConfirmed"
    FROM (SELECT DISTINCT account, party FROM lines WHERE account <> 'store') a
    LEFT JOIN self_billed_payees p USING (account, party) ORDER BY a.account, a.party`);
  return rows.map(({ account, party, country, vatStatus, ...rest }) => ({
    account,
    party,
    tax: country === null || vatStatus === null ? null : { country, vatStatus, ...rest },
  }));
}

/** Writes the current VAT treatment to the lines that had none before. */
export async function taxLines(tx: Database, parties: readonly PartyVat[]): Promise<void> {
  await tx.execute(sql`
    UPDATE lines l SET vat_rate_ppm = v."ratePpm", vat_note = v.note
    FROM jsonb_to_recordset(${JSON.stringify(parties)}::jsonb) AS v (account text, party bigint, "ratePpm" int, note text)
    WHERE l.account = v.account AND l.party = v.party AND l.vat_note IS NULL`);
}
