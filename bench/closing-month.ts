import type pg from 'pg';
import { CONSENT_VERSION } from '../src/modules/payouts/index.ts';
import { accountPlace } from '../src/modules/payouts/payout-accounts/save-account.ts';
import { addDays } from '../src/platform/calendar.ts';
import type { Vault } from '../src/platform/secrets/vault.ts';

/** The month that the benchmark of closings fills. */
export const MONTH = '2026-03';
const FIRST = `${MONTH}-01`;
const DAYS = 31;
const LAST = addDays(FIRST, DAYS - 1);
/** The creators of one agency; every tenth creator has an agency. */
const CREATORS_AN_AGENCY = 50;
const ACCOUNTS_A_STATEMENT = 5_000;

/** The size of a filled month. */
export interface MonthShape {
  clicks: number;
  orders: number;
  stores: number;
  creators: number;
  links: number;
}

/** What was filled, and how long it took. */
export interface FilledMonth extends MonthShape {
  linkDays: number;
  sizeMiB: number;
  fillSeconds: number;
}

/**
 * Fills an empty, migrated database with a month of clicks and orders, their totals, and payees with payout accounts, as the service would have
 * recorded them: the audit finds no fault. Nine of ten clicks count, eight of ten orders are approved. All stores have one currency and every creator
 * has links of several stores.
 * @param vault encrypts the payout accounts, as that of the payout runs
 */
export async function fillMonth(pool: pg.Pool, shape: MonthShape, vault: Vault): Promise<FilledMonth> {
  const began = Date.now();
  const client = await pool.connect();
  try {
    await fillMarket(client, shape);
    for (let index = 0; index < DAYS; index += 1) await fillDay(client, shape, index);
    await addUpClicks(client);
    await fillOrders(client, shape);
    await fillPayees(client, vault);
    // As the service does every day.
    while ((await client.query('SELECT close_days($1) AS more', [addDays(LAST, 4)])).rows[0].more);
    await client.query('VACUUM (ANALYZE)');
    const { rows } = await client.query(`
      SELECT (SELECT count(*) FROM clicks)::int AS clicks, (SELECT count(*) FROM orders)::int AS orders,
        (SELECT count(*) FROM link_days)::int AS "linkDays", (pg_database_size(current_database()) / 1048576)::int AS "sizeMiB"`);
    return { ...shape, ...rows[0], fillSeconds: Math.round((Date.now() - began) / 1000) };
  } finally {
    client.release();
  }
}

async function fillMarket(client: pg.PoolClient, { stores, creators, links }: MonthShape): Promise<void> {
  const agencies = Math.max(1, Math.floor(creators / 10 / CREATORS_AN_AGENCY));
  await client.query('SELECT setseed(0.42)');
  await client.query(`
    INSERT INTO store_groups (name, key, country, currency, locale, language) VALUES ('Sverige', 'se', 'SE', 'SEK', 'sv_SE', 'sv');
    INSERT INTO stores (store_group_id, name, country, currency, language, locale, tracking_key)
      SELECT 1, 'Store ' || n, 'SE', 'SEK', 'sv', 'sv_SE', 't' || n FROM generate_series(1, ${stores}) n;
    UPDATE store_credit SET own_limit_minor = 1000000000000, limit_minor = 1000000000000;
    INSERT INTO agencies (client_id, name, store_group_id) SELECT 'agency-' || n, 'Agency ' || n, 1 FROM generate_series(1, ${agencies}) n;
    INSERT INTO users (username, email, first_name, surname, store_group_id, agency_id)
      SELECT 'u' || n, 'u' || n || '@example.test', 'First ' || n, 'Last ' || n, 1, CASE WHEN n % 10 = 0 THEN 1 + n / 10 % ${agencies} END
      FROM generate_series(1, ${creators}) n;
    INSERT INTO users (username, email, is_admin) VALUES ('admin', 'admin@example.test', true);
    INSERT INTO store_members (store_id, user_id, role) SELECT s.id, u.id, 'owner' FROM stores s, users u WHERE u.username = 'admin';
    INSERT INTO store_domains (store_id, host) SELECT id, 'shop.example.test' FROM stores;
    INSERT INTO links (code, user_id, store_id, url, url_hash)
      SELECT 'l' || n, 1 + n % ${creators}, 1 + n / 7 % ${stores}, 'https://shop.example.test/' || n, sha256(n::text::bytea)
      FROM generate_series(1, ${links}) n;
    SELECT ensure_click_months('${FIRST}', '${LAST}');
    ANALYZE`);
}

/** The clicks of a day at equal distances, each on a random link; a tenth of them does not count. */
async function fillDay(client: pg.PoolClient, { clicks, links }: MonthShape, index: number): Promise<void> {
  const count = Math.floor((clicks * (index + 1)) / DAYS) - Math.floor((clicks * index) / DAYS);
  await client.query(
    `INSERT INTO clicks (id, link_id, user_id, store_id, agency_id, cost_minor, user_minor, agency_minor, cpc_minor, user_share_ppm,
       agency_share_ppm, currency, day, class, source, terms, cpa_ppm, invoice_cpa_ppm)
     SELECT overlay(click_floor($1::date::timestamp AT TIME ZONE 'UTC' + g.n * interval '1 day' / $2::int)::text
         PLACING '7' || substr(md5(g.n::text), 1, 3) || '-8' || substr(md5(g.n::text), 5, 3) || '-' || substr(md5(g.n::text), 8, 12) FROM 15)::uuid,
       l.id, l.user_id, l.store_id, u.agency_id, g.counted * 400, g.counted * 250, CASE WHEN u.agency_id IS NULL THEN 0 ELSE g.counted * 25 END, 400,
       625000, CASE WHEN u.agency_id IS NULL THEN 0 ELSE 62500 END, 'SEK', $1, 1 - g.counted, 0, 4, 80000, 100000
     FROM (SELECT n, (n % 10 <> 3)::int AS counted, 1 + floor(random() * $3::int)::int AS link FROM generate_series(0, $2::int - 1) n OFFSET 0) g
     JOIN links l ON l.id = g.link JOIN users u ON u.id = l.user_id`,
    [addDays(FIRST, index), count, links],
  );
}

async function addUpClicks(client: pg.PoolClient): Promise<void> {
  const columns = 'clicks, social_clicks, uncounted, cost_minor, user_minor, agency_minor';
  await client.query(`
    INSERT INTO link_days (link_id, day, campaign_id, agency_id, store_id, user_id, ${columns})
      SELECT link_id, day, 0, coalesce(agency_id, 0), store_id, user_id, count(*) FILTER (WHERE class = 0), 0, count(*) FILTER (WHERE class > 0),
        sum(cost_minor), sum(user_minor), sum(agency_minor)
      FROM clicks GROUP BY 1, 2, 4, 5, 6 ORDER BY 2, 1;
    INSERT INTO store_days (store_id, day, ${columns})
      SELECT store_id, day, sum(clicks), sum(social_clicks), sum(uncounted), sum(cost_minor), sum(user_minor), sum(agency_minor)
      FROM link_days GROUP BY 1, 2 ORDER BY 2;
    UPDATE store_credit c SET incurred_minor = d.minor
      FROM (SELECT store_id, sum(cost_minor) AS minor FROM store_days GROUP BY store_id) d WHERE d.store_id = c.store_id;
    ANALYZE`);
}

/** Orders of a part of the counted clicks, a minute after each. Triggers price them and update the totals. */
async function fillOrders(client: pg.PoolClient, { clicks, orders }: MonthShape): Promise<void> {
  const every = Math.max(1, Math.floor((clicks * 0.9) / orders));
  for (let index = 0; index < DAYS; index += 1)
    await client.query(
      `INSERT INTO orders (store_id, order_id, channel, status, order_at, day, original_minor, original_currency, value_minor, currency,
         attribution, click_id, link_id, user_id, agency_id, terms, cpa_ppm, invoice_cpa_ppm, user_share_ppm, agency_share_ppm, created_at, updated_at)
       SELECT store_id, id::text, 'server', CASE n / $2::int % 10 WHEN 0 THEN 'denied' WHEN 1 THEN 'pending' ELSE 'approved' END,
         click_time(id) + interval '1 minute', day, 10000 + n % 50000, 'SEK', 10000 + n % 50000, 'SEK', 'click', id, link_id, user_id, agency_id,
         4, cpa_ppm, invoice_cpa_ppm, user_share_ppm, agency_share_ppm, click_time(id) + interval '1 minute', click_time(id) + interval '1 minute'
       FROM (SELECT c.*, row_number() OVER (ORDER BY id) AS n FROM clicks c WHERE day = $1 AND class = 0) c WHERE n % $2::int = 0`,
      [addDays(FIRST, index), every],
    );
}

/** Every creator and agency is a payee with the consent and a bank account. */
async function fillPayees(client: pg.PoolClient, vault: Vault): Promise<void> {
  await client.query(
    `INSERT INTO payees (user_id, agency_id, kind, legal_name, street, postal_code, city, country, vat_status, created_at, updated_at)
     SELECT id, NULL, 'person', first_name || ' ' || surname, 'Storgatan 1', '111 22', 'Stockholm', 'SE', 'none', $1::date, $1::date
       FROM users WHERE NOT is_admin
     UNION ALL SELECT NULL, id, 'company', name || ' AB', 'Storgatan 2', '111 22', 'Stockholm', 'SE', 'exempt', $1::date, $1::date FROM agencies`,
    [FIRST],
  );
  await client.query(
    `INSERT INTO payee_consents (payee_id, version, given_by, given_at)
     SELECT p.id, $2, coalesce(p.user_id, (SELECT id FROM users WHERE is_admin)), $1::date FROM payees p`,
    [FIRST, CONSENT_VERSION],
  );
  const { rows } = await client.query<{ id: number; legal_name: string }>(
    'SELECT id, legal_name FROM payees ORDER BY id',
  );
  for (let from = 0; from < rows.length; from += ACCOUNTS_A_STATEMENT) {
    const accounts = rows.slice(from, from + ACCOUNTS_A_STATEMENT).map(({ id, legal_name: holder }) => {
      const iban = swedishIban(Number(id));
      const details = JSON.stringify({ method: 'iban', holder, iban, bic: null });
      const sealed = vault.seal(Buffer.from(details), accountPlace(Number(id))).toString('hex');
      return { id, sealed, fingerprint: vault.fingerprint(`iban ${iban}`).toString('hex') };
    });
    await client.query(
      `INSERT INTO payout_accounts (id, payee_id, method, currency, masked, sealed, fingerprint, created_by, created_at, usable_from)
       OVERRIDING SYSTEM VALUE
       SELECT a.id, a.id, 'iban', 'SEK', 'SE00', decode(a.sealed, 'hex'), decode(a.fingerprint, 'hex'), (SELECT id FROM users WHERE is_admin),
         $2::date, $2::date
       FROM jsonb_to_recordset($1::jsonb) AS a (id bigint, sealed text, fingerprint text)`,
      [JSON.stringify(accounts), FIRST],
    );
  }
}

/** A Swedish account number with valid check digits. */
function swedishIban(n: number): string {
  const number = `500000000${String(n).padStart(11, '0')}`;
  // `SE00` in digits, as ISO 13616 prescribes.
  const check = 98n - (BigInt(`${number}281400`) % 97n);
  return `SE${String(check).padStart(2, '0')}${number}`;
}
