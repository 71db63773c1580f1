import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { PayeeTax } from '../vat/payee-vat.ts';
import type { Month } from './month.ts';

/**
 * Creates the temporary table `differences`: the owed and not booked amounts for the days up to the end of the month, by origin,
 * each with the number of its booking. One statement reads one consistent state; later changes belong to the next closing.
 */
export async function findDifferences(tx: Database, { first, last }: Month): Promise<void> {
  await tx.execute(sql`
    CREATE TEMPORARY TABLE differences ON COMMIT DROP AS
    SELECT nextval('bookings') AS booking, d.* FROM (
      SELECT o.origin_kind, o.origin_id, o.store_id, o.user_id, o.agency_id, o.campaign_id, o.currency,
        o.quantity - coalesce(b.quantity, 0) AS quantity, o.cost_minor - coalesce(b.cost_minor, 0) AS cost_minor,
        o.user_minor - coalesce(b.user_minor, 0) AS user_minor, o.agency_minor - coalesce(b.agency_minor, 0) AS agency_minor,
        CASE WHEN date_trunc('month', o.day) < ${first}::date THEN date_trunc('month', o.day)::date END AS adjusts,
        -- A change of a booked part is booked to the same account as before.
        o.agency_id IS NOT NULL AND coalesce((SELECT e.account = 'client' FROM ledger_entries e WHERE e.origin_kind = o.origin_kind
            AND e.origin_id = o.origin_id AND e.part = 'user' ORDER BY e.id LIMIT 1),
          payment_system_of(o.user_id, o.agency_id, ${last}::date) = 2) AS by_agency
      FROM owed o LEFT JOIN booked b USING (origin_kind, origin_id)
      WHERE o.day <= ${last}::date AND (o.cost_minor, o.user_minor, o.agency_minor)
        IS DISTINCT FROM (coalesce(b.cost_minor, 0), coalesce(b.user_minor, 0), coalesce(b.agency_minor, 0))
      ORDER BY o.origin_kind, o.day, o.origin_id
    ) d`);
  await tx.execute(sql`ANALYZE differences`);
}

/**
 * Creates the temporary table `parts`: the amounts of each difference for the store, the creator and the agency, with the key of
 * the invoice line. A store's lines are by campaign, the others' by store. A one-time payment has its own line, and so has a
 * creator whom the agency pays. An amount that was invoiced or stated before keeps its original VAT; null is the current VAT,
 * which `taxParts` fills in.
 */
export async function splitIntoParts(tx: Database): Promise<void> {
  await tx.execute(sql`
    CREATE TEMPORARY TABLE parts ON COMMIT DROP AS
    SELECT p.*, before.vat_rate_ppm, before.vat_note FROM (
      SELECT booking, 'store' AS account, 'cost' AS part, store_id AS party, -cost_minor AS amount_minor, cost_minor AS stated_minor, quantity,
        currency, origin_kind AS kind, adjusts,
        CASE origin_kind WHEN 'one_time' THEN 'payment:' || origin_id ELSE 'offer:' || coalesce(campaign_id, 0) END AS about, origin_kind, origin_id
      FROM differences WHERE cost_minor <> 0
      UNION ALL
      SELECT booking, CASE WHEN by_agency THEN 'client' ELSE 'creator' END, 'user', CASE WHEN by_agency THEN agency_id ELSE user_id END, user_minor,
        user_minor, quantity, currency, CASE WHEN by_agency THEN 'earnings' ELSE origin_kind END, adjusts,
        CASE WHEN by_agency THEN 'user:' || user_id WHEN origin_kind = 'one_time' THEN 'payment:' || origin_id ELSE 'store:' || store_id END,
        origin_kind, origin_id
      FROM differences WHERE user_minor <> 0
      UNION ALL
      SELECT booking, 'client', 'client', agency_id, agency_minor, agency_minor, quantity, currency, origin_kind, adjusts, 'store:' || store_id,
        origin_kind, origin_id
      FROM differences WHERE agency_minor <> 0
    ) p LEFT JOIN LATERAL (
      SELECT i.vat_rate_ppm, i.vat_note FROM ledger_entries e JOIN invoice_lines l ON l.id = e.invoice_line_id JOIN invoices i ON i.id = l.invoice_id
      WHERE e.origin_kind = p.origin_kind AND e.origin_id = p.origin_id AND e.part = p.part ORDER BY e.id LIMIT 1
    ) before ON true`);
  await tx.execute(sql`ANALYZE parts`);
}

/** The current VAT treatment of a party, for amounts that are invoiced or stated for the first time. */
export interface PartyVat {
  account: 'store' | 'client' | 'creator';
  party: number;
  ratePpm: number;
  note: string;
}

/** The stores among the parts, with the data that determine their VAT. */
export async function readTaxedStores(
  tx: Database,
): Promise<{ party: number; country: string; vatNumber: string | null }[]> {
  const { rows } = await tx.execute<{ party: number; country: string; vatNumber: string | null }>(sql`
    SELECT id AS party, country, nullif(vat_number, '') AS "vatNumber" FROM stores WHERE id IN (SELECT party FROM parts WHERE account = 'store')`);
  return rows;
}

/**
 * The creators and agencies among the parts. `tax` is null for those without a legal identity or without consent to self-billing.
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
    FROM (SELECT DISTINCT account, party FROM parts WHERE account <> 'store') a
    LEFT JOIN payees p ON p.id = self_billed_payee(a.account, a.party) ORDER BY a.account, a.party`);
  return rows.map(({ account, party, country, vatStatus, ...rest }) => ({
    ...{ account, party },
    tax: country === null || vatStatus === null ? null : { country, vatStatus, ...rest },
  }));
}

/** Writes the current VAT treatment to the parts that had none before. */
export async function taxParts(tx: Database, parties: readonly PartyVat[]): Promise<void> {
  await tx.execute(sql`
    UPDATE parts p SET vat_rate_ppm = v."ratePpm", vat_note = v.note
    FROM jsonb_to_recordset(${JSON.stringify(parties)}::jsonb) AS v (account text, party bigint, "ratePpm" int, note text)
    WHERE p.account = v.account AND p.party = v.party AND p.vat_note IS NULL`);
}
