import type pg from 'pg';

// Sums come from the totals, so that an invoice says what the month's clicks cost or earned, to the minor unit. Swedish parties pay
// Swedish VAT; the others are charged in reverse.
const STORE_INVOICES_SQL = `
  WITH parts AS (
    SELECT d.store_id, d.offer_id, sum(d.clicks)::bigint AS clicks, sum(d.cost_minor)::bigint AS minor
    FROM link_days d WHERE d.day >= $1 AND d.day < $1::date + interval '1 month'
    GROUP BY d.store_id, d.offer_id HAVING sum(d.cost_minor) > 0
  ), sums AS (
    SELECT s.*, p.net, CASE WHEN s.country = 'SE' THEN round(p.net * 0.25)::bigint ELSE 0 END AS vat
    FROM (SELECT store_id, sum(minor)::bigint AS net FROM parts GROUP BY store_id) p JOIN stores s ON s.id = p.store_id
  ), issued AS (
    INSERT INTO invoices
      (kind, number, store_id, month, currency, net_minor, vat_minor, total_minor, parties, payment_date, created_at, updated_at)
    SELECT 'store', 'S' || to_char($1::date, 'YYYYMM') || '-' || id, id, $1, currency, net, vat, net + vat,
      jsonb_build_object('issuer', $2::jsonb, 'recipient', jsonb_build_object('company_name', company_name, 'street', street,
        'postal_code', postal_code, 'city', city, 'country', country, 'vat_number', vat_number)),
      $1::date + interval '2 months' - interval '1 day', $3, $3
    FROM sums ORDER BY id RETURNING id, store_id
  )
  INSERT INTO invoice_lines (invoice_id, position, kind, description, quantity, amount_minor, origin)
  SELECT i.id, row_number() OVER (PARTITION BY i.id ORDER BY p.offer_id), 'clicks',
    coalesce('Clicks, ' || o.campaign_title, 'Clicks at the store''s prices'), p.clicks, p.minor,
    jsonb_build_object('month', to_char($1::date, 'YYYY-MM'), 'offer_id', nullif(p.offer_id, 0))
  FROM issued i JOIN parts p ON p.store_id = i.store_id LEFT JOIN offers o ON o.id = p.offer_id
  ORDER BY i.id, p.offer_id`;

const CLIENT_INVOICES_SQL = `
  WITH parts AS (
    SELECT u.client_id, s.currency, s.id AS store_id, s.name, sum(d.clicks)::bigint AS clicks, sum(d.client_minor)::bigint AS minor
    FROM link_days d JOIN users u ON u.id = d.user_id JOIN stores s ON s.id = d.store_id
    WHERE d.day >= $1 AND d.day < $1::date + interval '1 month' AND u.client_id IS NOT NULL
    GROUP BY u.client_id, s.id HAVING sum(d.client_minor) > 0
  ), sums AS (
    SELECT c.*, g.country, p.currency, p.net, CASE WHEN g.country = 'SE' THEN round(p.net * 0.25)::bigint ELSE 0 END AS vat
    FROM (SELECT client_id, currency, sum(minor)::bigint AS net FROM parts GROUP BY client_id, currency) p
    JOIN clients c ON c.id = p.client_id JOIN store_groups g ON g.id = c.store_group_id
  ), issued AS (
    INSERT INTO invoices
      (kind, number, client_id, month, currency, net_minor, vat_minor, total_minor, parties, payment_date, created_at, updated_at)
    SELECT 'client', 'C' || to_char($1::date, 'YYYYMM') || '-' || id || '-' || currency, id, $1, currency, net, vat, net + vat,
      jsonb_build_object('recipient', $2::jsonb, 'issuer', jsonb_build_object('company_name', company_name, 'street', street,
        'postal_code', postal_code, 'city', city, 'country', country, 'vat_number', vat_number)),
      $1::date + interval '2 months' - interval '1 day', $3, $3
    FROM sums ORDER BY id, currency RETURNING id, client_id, currency
  )
  INSERT INTO invoice_lines (invoice_id, position, kind, description, quantity, amount_minor, origin)
  SELECT i.id, row_number() OVER (PARTITION BY i.id ORDER BY p.store_id), 'clicks', 'Share of clicks, ' || p.name, p.clicks, p.minor,
    jsonb_build_object('month', to_char($1::date, 'YYYY-MM'), 'store_id', p.store_id)
  FROM issued i JOIN parts p ON p.client_id = i.client_id AND p.currency = i.currency ORDER BY i.id, p.store_id`;

const PLATFORM = {
  company_name: 'Tributary Demo AB',
  street: 'Skeppsbron 2',
  postal_code: '111 30',
  city: 'Stockholm',
  country: 'SE',
  vat_number: 'SE559000000001',
};

/**
 * Issues last month's invoices, of every store that had clicks to pay and every client that earned, in each currency. The period
 * stays open. Closing a period is a verb of a later issue, which will take this one's place.
 * @param month first day of the month, `YYYY-MM-DD`
 */
export async function issueInvoices(client: pg.ClientBase, month: string, issuedAt: Date): Promise<void> {
  await client.query('INSERT INTO payment_periods (month) VALUES ($1)', [month]);
  const values = [month, JSON.stringify(PLATFORM), issuedAt];
  await client.query(STORE_INVOICES_SQL, values);
  await client.query(CLIENT_INVOICES_SQL, values);
}
