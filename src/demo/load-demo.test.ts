import { stat } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createTestDatabase } from '../../tests/harness/database.ts';
import { demoDeps, readDemoFile } from '../../tests/harness/demo.ts';
import { orderFaults } from '../../tests/harness/order-totals.ts';
import { tokenAuthenticator } from '../modules/accounts/index.ts';
import { isPassword } from '../modules/accounts/password.ts';
import { ClickClass } from '../modules/clicks/click-classes.ts';
import { createLink } from '../modules/links/index.ts';
import { audit } from '../modules/payments/index.ts';
import { normaliseDomain } from '../modules/stores/urls/index.ts';
import type { Actor } from '../platform/auth/actor.ts';
import { type DemoRole, demoFilePath } from './demo-file.ts';
import { loadDemo } from './load-demo.ts';
import { DEMO_PEOPLE } from './personas.ts';

const database = await createTestDatabase();
const deps = await demoDeps(database);

// As in a new marketplace, administrators require a second factor.
await database.pool.query('UPDATE account_settings SET second_factor_for_administrators = true');
await loadDemo(deps);
const file = await readDemoFile(deps);

async function one<Row extends object>(sql: string, values: readonly unknown[] = []): Promise<Row> {
  const { rows } = await database.pool.query<Row>(sql, [...values]);
  expect(rows).toHaveLength(1);
  return rows[0]!;
}

describe('demo.json', () => {
  test('has the keys that scripts read, and no others', () => {
    expect(Object.keys(file).sort()).toEqual(
      [
        'base_url',
        'tokens',
        'service_api_key',
        'ids',
        'offer_token',
        'product_url',
        'other_product_url',
        'unknown_url',
        'blog_html',
        'emails',
        'password',
      ].sort(),
    );
    expect(Object.keys(file.tokens).sort()).toEqual(
      ['admin', 'advertiser', 'agency', 'creator', 'other_advertiser', 'other_creator'].sort(),
    );
    expect(Object.keys(file.ids).sort()).toEqual(
      [
        'store',
        'other_store',
        'user',
        'other_user',
        'client',
        'admin_user',
        'advertiser_user',
        'store_group',
        'store_category',
        'user_tag',
        'revenue_tier',
        'offer',
        'standard_offer',
        'other_offer',
        'material',
        'offer_user',
        'affiliate_link',
        'store_invoice',
        'client_invoice',
      ].sort(),
    );
    expect(Object.keys(file.emails).sort()).toEqual(['advertiser', 'creator']);
    expect(Object.values(file.ids).every(Number.isInteger)).toBe(true);
    expect(file.base_url).toBe('http://127.0.0.1:3000');
    expect(file.service_api_key).toBe('a-service-key-of-the-demo');
  });

  test('has administrators who sign in with the password alone', async () => {
    expect(await one('SELECT second_factor_for_administrators AS required FROM account_settings')).toEqual({
      required: false,
    });
  });

  test('has the password with which everybody signs in, and names of those who are tried out', async () => {
    const { rows } = await database.pool.query<{ password_hash: string | null }>(
      'SELECT DISTINCT password_hash FROM users',
    );
    expect(rows).toHaveLength(1);
    expect(await isPassword(file.password, rows[0]!.password_hash)).toBe(true);
    const emailOf = async (id: number) =>
      (await one<{ email: string }>('SELECT email FROM users WHERE id = $1', [id])).email;
    const { client: agency, admin_user, advertiser_user, user } = file.ids;
    expect(Object.fromEntries(DEMO_PEOPLE.map(({ role, email }) => [role, email]))).toEqual({
      admin: await emailOf(admin_user),
      advertiser: await emailOf(advertiser_user),
      creator: await emailOf(user),
      agency: await emailOf(
        (await one<{ id: number }>('SELECT user_id AS id FROM agency_members WHERE agency_id = $1', [agency])).id,
      ),
    });
  });

  test('is readable only by its owner, because it contains tokens', async () => {
    expect((await stat(demoFilePath(deps.config.dataDir))).mode & 0o777).toBe(0o600);
  });

  test('names a market, a category, a tag and a tier that exist', async () => {
    const { store_group, store_category, user_tag, revenue_tier } = file.ids;
    await one('SELECT FROM store_groups WHERE id = $1', [store_group]);
    await one('SELECT FROM categories WHERE id = $1', [store_category]);
    await one('SELECT FROM user_tags WHERE id = $1', [user_tag]);
    await one('SELECT FROM revenue_tiers WHERE id = $1', [revenue_tier]);
  });

  test('names a running store_accept campaign with seeding, to-do items and participants in many states', async () => {
    const { offer: campaign, store, offer_user, user } = file.ids;
    const row = await one<{ token: string; todo: string[] }>(
      `SELECT token, todo FROM campaigns WHERE id = $1 AND store_id = $2 AND type = 'store_accept' AND has_product_seeding
        AND active AND deleted_at IS NULL AND valid_from < now() AND valid_until > now() + interval '90 days'`,
      [campaign, store],
    );
    expect(row.todo.length).toBeGreaterThan(1);
    expect(row.token).toBe(file.offer_token);
    const { states } = await one<{ states: number }>(
      'SELECT count(DISTINCT status) AS states FROM participants WHERE campaign_id = $1',
      [campaign],
    );
    expect(states).toBeGreaterThan(6);
    const part = await one<{ status: string }>(
      'SELECT status FROM participants WHERE id = $1 AND campaign_id = $2 AND user_id = $3',
      [offer_user, campaign, user],
    );
    expect(part.status).toBe('accepted');
  });

  test('has a gift of that campaign: chosen with an address and on the way to one participant, and still to be chosen by the creator', async () => {
    const { rows } = await database.pool.query(
      `SELECT p.status, c.title IS NOT NULL AS is_chosen, x.number <> '' AS has_parcel, d.street IS NOT NULL AS has_address
       FROM participant_gifts x JOIN participants p ON p.id = x.participant_id JOIN campaign_gifts g ON g.id = x.gift_id
       LEFT JOIN participant_gift_products y ON y.participant_id = p.id LEFT JOIN campaign_gift_products c ON c.id = y.gift_product_id
       LEFT JOIN participant_deliveries d ON d.participant_id = p.id
       WHERE g.campaign_id = $1 AND g.kind = 'choice' AND p.status IN ('accepted', 'product_sent') ORDER BY p.status`,
      [file.ids.offer],
    );
    expect(rows).toEqual([
      { status: 'accepted', is_chosen: false, has_parcel: false, has_address: false },
      { status: 'product_sent', is_chosen: true, has_parcel: true, has_address: true },
    ]);
  });

  test('names a running standard offer of the store, and one of the other store', async () => {
    const running = 'active AND deleted_at IS NULL AND valid_from < now() AND valid_until > now()';
    await one(`SELECT FROM campaigns WHERE id = $1 AND store_id = $2 AND type = 'standard' AND ${running}`, [
      file.ids.standard_offer,
      file.ids.store,
    ]);
    await one(`SELECT FROM campaigns WHERE id = $1 AND store_id = $2 AND ${running}`, [
      file.ids.other_offer,
      file.ids.other_store,
    ]);
  });

  test('names a link of the creator on the store, clicked today', async () => {
    const { affiliate_link, user, store } = file.ids;
    await one('SELECT FROM links WHERE id = $1 AND user_id = $2 AND store_id = $3', [affiliate_link, user, store]);
    const { clicks } = await one<{ clicks: number }>(
      'SELECT sum(clicks)::bigint AS clicks FROM link_days WHERE link_id = $1 AND day = $2',
      [affiliate_link, deps.calendar.dayOf(deps.now().getTime())],
    );
    expect(clicks).toBeGreaterThan(0);
  });
});

describe('the demo’s people', () => {
  const whoIs = (role: DemoRole): Promise<Actor | null> =>
    tokenAuthenticator(database.pool, deps.now)(file.tokens[role]);

  test('carry tokens that prove their roles', async () => {
    const { ids } = file;
    expect(await whoIs('admin')).toMatchObject({ userId: ids.admin_user, isAdmin: true, storeIds: [], agencyIds: [] });
    expect(await whoIs('advertiser')).toMatchObject({ userId: ids.advertiser_user, isAdmin: false, agencyIds: [] });
    expect((await whoIs('advertiser'))!.storeIds).toEqual([ids.store]);
    expect(await whoIs('creator')).toMatchObject({ userId: ids.user, isAdmin: false, storeIds: [], agencyIds: [] });
    expect(await whoIs('agency')).toMatchObject({ isAdmin: false, storeIds: [], agencyIds: [ids.client] });
    const other = (await whoIs('other_advertiser'))!;
    expect(other.storeIds).toContain(ids.other_store);
    expect(other.storeIds).not.toContain(ids.store);
    expect(await whoIs('other_creator')).toMatchObject({ userId: ids.other_user, storeIds: [], agencyIds: [] });
  });

  test('belong to the requested agency or creator', async () => {
    expect((await whoIs('creator'))!.memberOfAgencyId).toBe(file.ids.client);
    expect((await whoIs('other_creator'))!.memberOfAgencyId).not.toBe(file.ids.client);
    await one('SELECT FROM agencies WHERE id = $1 AND is_default AND agency_share > 0', [file.ids.client]);
  });

  test('have the addresses that the file gives', async () => {
    await one('SELECT FROM users WHERE id = $1 AND email = $2', [file.ids.user, file.emails.creator]);
    await one('SELECT FROM users WHERE id = $1 AND email = $2', [file.ids.advertiser_user, file.emails.advertiser]);
  });
});

describe('the demo’s pages', () => {
  test('convert for the store, as new links of the creator', async () => {
    const actor = { userId: file.ids.user, isAdmin: false, storeIds: [], agencyIds: [], memberOfAgencyId: null };
    const ctx = {
      db: database.db,
      actor,
      now: deps.now,
      log: deps.log,
      publicUrl: deps.config.publicUrl,
      vault: deps.vault,
    };
    for (const url of [file.product_url, file.other_product_url]) {
      const made = await createLink(ctx, deps.live.index, { userId: file.ids.user, url });
      expect(made).toMatchObject({ kind: 'link', status: 'created', link: { store: { id: file.ids.store } } });
    }
  });

  test('are unattributed as designed', () => {
    expect(deps.live.index.inspect(file.unknown_url).result).toBe('no_advertiser');
  });

  test('of the blog post earn once', () => {
    const hrefs = [...file.blog_html.matchAll(/href=(?:'([^']*)'|"([^"]*)"|([^\s>]*))/gi)].map(
      ([, single, double, bare]) => (single ?? double ?? bare)!.replaceAll('&amp;', '&'),
    );
    expect(hrefs.map((href) => deps.live.index.inspect(href).result)).toEqual(['single_advertiser', 'no_advertiser']);
    expect(deps.live.index.inspect(hrefs[0]!).storeIds).toEqual([file.ids.store]);
  });

  test('of the shared store have two advertisers, of the hidden one none to see', () => {
    expect(deps.live.index.inspect('https://modehaus.example/x').result).toBe('multiple_advertisers');
    expect(deps.live.index.inspect('https://havsboden.example/x').result).toBe('not_visible');
  });

  test('lie under hosts in the form that stores own them', async () => {
    const { rows } = await database.pool.query<{ host: string }>('SELECT host FROM store_domains');
    for (const { host } of rows) expect(normaliseDomain(host)).toBe(host);
  });
});

describe('the demo’s publications', () => {
  test('are accepted, have figures and usage rights, of which some end within 14 days, and wait for no check', async () => {
    const { rows } = await database.pool.query(
      `SELECT d.status, b.platform, b.is_on_proven_channel, b.decision, b.next_check_at, (SELECT count(*)::int FROM publication_figures f WHERE f.publication_id = b.id) AS figures,
         r.status AS rights, r.last_day BETWEEN current_date AND current_date + 14 AS "endSoon"
       FROM publications b JOIN deliverables d ON d.id = b.deliverable_id JOIN usage_rights r ON r.deliverable_id = d.id ORDER BY b.id`,
    );
    const shared = { status: 'published', decision: 'accepted', next_check_at: null, figures: 2, rights: 'accepted' };
    expect(rows).toEqual([
      { ...shared, platform: 'other', is_on_proven_channel: false, endSoon: true },
      { ...shared, platform: 'instagram', is_on_proven_channel: true, endSoon: false },
    ]);
    await one(
      "SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE task_identifier = 'check_publication' HAVING count(*) = 0",
    );
  });
});

describe('the season', () => {
  test('agrees with its totals, to the minor unit', async () => {
    const sums = `count(*) FILTER (WHERE class = 0) AS clicks, count(*) FILTER (WHERE class = 0 AND source = 1) AS social,
      count(*) FILTER (WHERE class <> 0) AS uncounted, sum(cost_minor)::bigint AS cost, sum(user_minor)::bigint AS creators,
      sum(agency_minor)::bigint AS clients`;
    const kept = `sum(clicks)::bigint AS clicks, sum(social_clicks)::bigint AS social, sum(uncounted)::bigint AS uncounted,
      sum(cost_minor)::bigint AS cost, sum(user_minor)::bigint AS creators, sum(agency_minor)::bigint AS clients`;
    const raw = await database.pool.query(`SELECT store_id, day, ${sums} FROM clicks GROUP BY 1, 2 ORDER BY 1, 2`);
    const byStore = await database.pool.query(
      `SELECT store_id, day, ${kept} FROM store_days WHERE clicks + uncounted > 0 GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    const byLink = await database.pool.query(
      `SELECT store_id, day, ${kept} FROM link_days WHERE clicks + uncounted > 0 GROUP BY 1, 2 ORDER BY 1, 2`,
    );
    expect(raw.rows.length).toBeGreaterThan(400);
    expect(byStore.rows).toEqual(raw.rows);
    expect(byLink.rows).toEqual(raw.rows);
  });

  test('has clicks of every kind from both sources, none in the future and one of this moment', async () => {
    const { rows } = await database.pool.query<{ class: ClickClass; source: number }>(
      'SELECT DISTINCT class, source FROM clicks WHERE class = 0 OR source = 0 ORDER BY 1, 2',
    );
    expect(rows.map((row) => row.class)).toEqual([
      0,
      ...Object.values(ClickClass).filter((code) => code <= ClickClass.embedded),
      ClickClass.void,
    ]);
    const { last, stray } = await one<{ last: Date; stray: number }>(
      'SELECT max(click_time(id)) AS last, (SELECT count(*) FROM clicks_other) AS stray FROM clicks',
    );
    expect(last).toEqual(deps.now());
    expect(stray).toBe(0);
  });

  test('used every kind of terms, filled the capped campaign, and overran no cap', async () => {
    const { rows } = await database.pool.query<{ terms: number }>('SELECT DISTINCT terms FROM clicks ORDER BY 1');
    expect(rows.map(({ terms }) => terms)).toEqual([0, 1, 2, 3, 4]);
    await one(
      'SELECT FROM campaigns o JOIN campaign_spend s ON s.campaign_id = o.id AND s.user_id = 0 WHERE s.clicks = o.max_clicks',
    );
    const { over } = await one<{ over: number }>(
      `SELECT count(*) AS over FROM campaigns o JOIN campaign_spend s ON s.campaign_id = o.id
       WHERE (s.user_id = 0) <> o.per_user_limit AND (s.clicks > o.max_clicks OR s.spent_minor > o.max_money_minor)`,
    );
    expect(over).toBe(0);
    const { wrong } = await one<{ wrong: number }>(
      `SELECT count(*) AS wrong FROM campaign_spend s JOIN (SELECT campaign_id, count(*) AS clicks, sum(cost_minor) AS spent
         FROM clicks WHERE campaign_id IS NOT NULL AND class = 0 GROUP BY 1) c ON c.campaign_id = s.campaign_id
       WHERE s.user_id = 0 AND (s.clicks, s.spent_minor) <> (c.clicks, c.spent)`,
    );
    expect(wrong).toBe(0);
  });
});

describe('the season’s orders', () => {
  test('are several hundred, reported when they were placed, and agree with their totals', async () => {
    expect(await orderFaults(database.pool)).toEqual([]);
    const { all, early, late } = await one<Record<string, number>>(
      `SELECT count(*) AS all, count(*) FILTER (WHERE o.order_at < click_time(c.id)) AS early,
        count(*) FILTER (WHERE o.order_at > $1 OR o.created_at <> o.order_at) AS late
       FROM orders o LEFT JOIN clicks c ON c.id = o.click_id`,
      [deps.now()],
    );
    expect({ early, late }).toEqual({ early: 0, late: 0 });
    expect(all).toBeGreaterThan(150);
  });

  test('come from clicks and vouchers, or are unattributed for several reasons', async () => {
    const { rows } = await database.pool.query<{ attribution: string; n: number }>(
      'SELECT attribution, count(*) AS n FROM orders GROUP BY 1',
    );
    const count = Object.fromEntries(rows.map(({ attribution, n }) => [attribution, n]));
    expect(count.click).toBeGreaterThan(count.voucher! + count.none!);
    expect(Math.min(count.voucher!, count.none!)).toBeGreaterThan(10);
    const reasons = await database.pool.query<{ reason: string }>(
      'SELECT DISTINCT unattributed_reason AS reason FROM orders WHERE link_id IS NULL',
    );
    expect(reasons.rows.map(({ reason }) => reason)).toEqual(
      expect.arrayContaining(['no_click', 'unknown_voucher', 'click_too_old', 'bot']),
    );
  });

  test('are decided where they are old, pending where they are not; some are refunded, some were paid in other currencies', async () => {
    const { decided, open, denied, refunded, foreign } = await one<Record<string, number>>(
      `SELECT avg((status <> 'pending')::int) FILTER (WHERE order_at < $1::timestamptz - interval '14 days') AS decided,
        avg((status = 'pending')::int) FILTER (WHERE order_at > $1::timestamptz - interval '14 days') AS open,
        count(*) FILTER (WHERE status = 'denied') AS denied, count(*) FILTER (WHERE refunded_minor > 0) AS refunded,
        count(*) FILTER (WHERE original_currency <> currency AND value_minor <> original_minor) AS foreign FROM orders WHERE event_kind_id IS NULL`,
      [deps.now()],
    );
    expect(Number(decided)).toBeGreaterThan(0.8);
    expect(Number(open)).toBe(1);
    expect(Math.min(denied!, refunded!, foreign!)).toBeGreaterThan(2);
  });

  test('include payments of bound customers, of which the first follows a click and the others their creator', async () => {
    const { rows } = await database.pool.query(
      `SELECT o.attribution, o.status, count(*)::int AS orders, bool_and(o.cpa_ppm = 150000) AS has_rate, bool_and(o.user_id = b.user_id) AS is_bound
       FROM orders o JOIN stores s ON s.id = o.store_id
       JOIN customer_bindings b ON b.store_id = o.store_id AND b.customer_hash = o.customer_hash
       WHERE s.name = 'Kiezrad' AND o.user_minor > 0 GROUP BY o.attribution, o.status ORDER BY o.attribution`,
    );
    expect(rows).toEqual([
      { attribution: 'click', status: 'pending', orders: expect.any(Number), has_rate: true, is_bound: true },
      { attribution: 'customer', status: 'pending', orders: expect.any(Number), has_rate: true, is_bound: true },
    ]);
    expect(Math.min(...rows.map(({ orders }) => orders))).toBeGreaterThan(1);
  });

  test('include readers of a newsletter, which a store pays for and decides after some days', async () => {
    const { rows } = await database.pool.query<{ status: string; n: number }>(
      'SELECT status, count(*) AS n FROM orders WHERE event_kind_id IS NOT NULL AND link_id IS NOT NULL GROUP BY 1',
    );
    const count = Object.fromEntries(rows.map(({ status, n }) => [status, n]));
    expect(Math.min(count.pending!, count.approved!, count.denied!)).toBeGreaterThan(1);
  });

  test('of the creator exist in this month and the last, at the store', async () => {
    const { months } = await one<{ months: number }>(
      `SELECT count(DISTINCT date_trunc('month', day)) AS months FROM orders WHERE user_id = $1 AND store_id = $2
        AND day >= date_trunc('month', $3::date) - interval '1 month'`,
      [file.ids.user, file.ids.store, deps.calendar.dayOf(deps.now().getTime())],
    );
    expect(months).toBe(2);
  });
});

describe('the season’s first month', () => {
  test('is closed, with invoices that equal its clicks, orders and payments; the next one is open', async () => {
    const findings = await audit(deps.db);
    expect(findings.filter(({ faults }) => faults > 0)).toEqual([]);
    const { rows } = await deps.pool.query(
      `SELECT (SELECT array_agg(month::text ORDER BY month) FROM payment_periods WHERE closed_at IS NOT NULL) AS closed,
         (SELECT json_agg(json_build_object('kind', kind, 'mine', coalesce(store_id, agency_id), 'net', net_minor > 0)) FROM invoices
           WHERE id IN ($1, $2)) AS notified`,
      [file.ids.store_invoice, file.ids.client_invoice],
    );
    const today = deps.calendar.dayOf(deps.now().getTime());
    expect(rows[0].closed).toEqual([addMonths(today, -2)]);
    expect(rows[0].notified).toEqual(
      expect.arrayContaining([
        { kind: 'store', mine: file.ids.store, net: true },
        { kind: 'client', mine: file.ids.client, net: true },
      ]),
    );
  });
});

/** First day of the month that is this number of months after the day's month. */
function addMonths(day: string, count: number): string {
  const first = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() + count);
  return first.toISOString().slice(0, 10);
}
