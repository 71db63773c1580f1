import { type SQL, sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { PayeeTax } from '../vat/payee-vat.ts';
import type { Month } from './month.ts';

/**
 * Creates the temporary table `differences`: the owed and not booked amounts for the days up to the end of the month, by origin,
 * each with the number of its booking. One statement reads one consistent state; later changes belong to the next closing.
 * Leaves the temporary tables `former` and `agency_payers` beside it.
 * @returns the number of differences
 */
export async function findDifferences(tx: Database, { first, last }: Month): Promise<number> {
  await tx.execute(sql`
    CREATE TEMPORARY TABLE differences ON COMMIT DROP AS
    SELECT nextval('bookings') AS booking, d.* FROM (
      SELECT o.origin_kind, o.origin_id, o.store_id, o.user_id, o.agency_id, o.campaign_id, o.currency,
        o.quantity - coalesce(b.quantity, 0) AS quantity, o.cost_minor - coalesce(b.cost_minor, 0) AS cost_minor,
        o.user_minor - coalesce(b.user_minor, 0) AS user_minor, o.agency_minor - coalesce(b.agency_minor, 0) AS agency_minor,
        CASE WHEN date_trunc('month', o.day) < ${first}::date THEN date_trunc('month', o.day)::date END AS adjusts,
        b.origin_id IS NOT NULL AS is_booked
      FROM owed o LEFT JOIN booked b USING (origin_kind, origin_id)
      WHERE o.day <= ${last}::date AND (o.cost_minor, o.user_minor, o.agency_minor)
        IS DISTINCT FROM (coalesce(b.cost_minor, 0), coalesce(b.user_minor, 0), coalesce(b.agency_minor, 0))
      ORDER BY o.origin_kind, o.day, o.origin_id
    ) d`);
  await tx.execute(sql`ANALYZE differences`);
  await findFormer(tx);
  // MATERIALIZED: otherwise the function would be called for each difference instead of once for each creator of an agency.
  await tx.execute(sql`
    CREATE TEMPORARY TABLE agency_payers ON COMMIT DROP AS
    WITH creators AS MATERIALIZED (SELECT DISTINCT user_id, agency_id FROM differences WHERE agency_id IS NOT NULL)
    SELECT c.user_id, c.agency_id FROM creators c WHERE payment_system_of(c.user_id, c.agency_id, ${last}::date) = 2`);
  await tx.execute(sql`ANALYZE agency_payers`);
  const { rows } = await tx.execute<{ count: number }>(sql`SELECT count(*) AS count FROM differences`);
  return rows[0]!.count;
}

/**
 * Creates the temporary table `former`: the account and the VAT of each part that was booked before. A change of a booked part is booked to the same
 * account as before, and an amount that was invoiced or stated before keeps its VAT.
 */
async function findFormer(tx: Database): Promise<void> {
  await tx.execute(sql`
    CREATE TEMPORARY TABLE former ON COMMIT DROP AS
    SELECT DISTINCT ON (d.booking, e.part) d.booking, e.part, e.account, i.vat_rate_ppm, i.vat_note
    FROM differences d JOIN ledger_entries e ON e.origin_kind = d.origin_kind AND e.origin_id = d.origin_id
    JOIN invoice_lines l ON l.id = e.invoice_line_id JOIN invoices i ON i.id = l.invoice_id
    WHERE d.is_booked ORDER BY d.booking, e.part, e.id`);
  await tx.execute(sql`ANALYZE former`);
}

/**
 * A query for the parts of the differences: the amounts for the store, the creator, the agency and the platform, with the key of the line that states each
 * of the first three. A store's lines are by campaign, the others' by store. A one-time payment has its own line, and so has a creator whom the agency
 * pays. `former_rate_ppm` and `former_note` are the VAT of amounts that were stated before; -1 and '' for the others.
 */
export const PARTS = sql`
  SELECT d.booking, d.store_id, d.agency_id, d.user_id, d.currency, d.origin_kind, d.origin_id, p.part, x.account, p.amount_minor, p.quantity,
    CASE x.account WHEN 'store' THEN d.store_id WHEN 'client' THEN d.agency_id WHEN 'creator' THEN d.user_id END AS party,
    CASE WHEN p.part = 'user' AND x.account = 'client' THEN 'earnings' ELSE d.origin_kind END AS kind,
    coalesce(d.adjusts, 'infinity') AS adjusts, k.about, CASE k.about WHEN 'payment' THEN d.origin_id::bigint WHEN 'offer' THEN coalesce(d.campaign_id, 0)
      WHEN 'user' THEN d.user_id ELSE d.store_id END AS about_id,
    coalesce(f.vat_rate_ppm, -1) AS former_rate_ppm, coalesce(f.vat_note, '') AS former_note
  FROM differences d CROSS JOIN LATERAL (VALUES ('cost', -d.cost_minor, d.quantity), ('user', d.user_minor, d.quantity), ('client', d.agency_minor, d.quantity),
    ('platform', d.cost_minor - d.user_minor - d.agency_minor, 0)) AS p (part, amount_minor, quantity)
  LEFT JOIN former f ON f.booking = d.booking AND f.part = p.part
  LEFT JOIN agency_payers a ON a.user_id = d.user_id AND a.agency_id = d.agency_id
  CROSS JOIN LATERAL (SELECT CASE p.part WHEN 'cost' THEN 'store' WHEN 'client' THEN 'client' WHEN 'platform' THEN 'platform'
    ELSE CASE WHEN d.agency_id IS NOT NULL AND coalesce(f.account = 'client', a.agency_id IS NOT NULL) THEN 'client' ELSE 'creator' END END AS account) x
  CROSS JOIN LATERAL (SELECT CASE WHEN p.part = 'client' THEN 'store' WHEN p.part = 'user' AND x.account = 'client' THEN 'user'
    WHEN d.origin_kind = 'one_time' THEN 'payment' WHEN p.part = 'cost' THEN 'offer' ELSE 'store' END AS about) k
  WHERE p.amount_minor <> 0`;

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

/** Joins parts `p` to their line `l`. */
export const OF_LINE: SQL = sql.raw(LINE_KEY.map((column) => `l.${column} = p.${column}`).join(' AND '));

/**
 * Creates the temporary table `lines`: the sums of the parts that are stated on an invoice, by line. A null `vat_note` is the current VAT, which
 * `taxLines` fills in. Lines that differ only in their former VAT become one when it is the current one.
 */
export async function addUpLines(tx: Database): Promise<void> {
  const key = sql.raw(LINE_KEY.join(', '));
  await planForSets(tx, true);
  await tx.execute(sql`
    CREATE TEMPORARY TABLE lines ON COMMIT DROP AS
    SELECT ${key}, nullif(former_rate_ppm, -1) AS vat_rate_ppm, nullif(former_note, '') AS vat_note, sum(quantity)::bigint AS quantity,
      sum(CASE account WHEN 'store' THEN -amount_minor ELSE amount_minor END)::bigint AS amount_minor, NULL::bigint AS invoice_line_id
    FROM (${PARTS}) p WHERE part <> 'platform' GROUP BY ${key}`);
  await planForSets(tx, false);
  await tx.execute(sql`ANALYZE lines`);
}

/**
 * Makes PostgreSQL group and join the parts by hashing until it is switched off. It has no statistics of the expressions of their keys, expects as many
 * lines as parts, and would sort all parts on disk. Sorted by party, the entries would also be inserted in an order that each index has to be searched for.
 * Hashing needs at most twice the given memory, and files beyond it.
 */
export async function planForSets(tx: Database, isOn: boolean): Promise<void> {
  const settings = isOn
    ? ["work_mem TO '64MB'", 'enable_sort TO off', 'enable_mergejoin TO off']
    : ['work_mem TO DEFAULT', 'enable_sort TO DEFAULT', 'enable_mergejoin TO DEFAULT'];
  for (const setting of settings) await tx.execute(sql.raw(`SET LOCAL ${setting}`));
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
