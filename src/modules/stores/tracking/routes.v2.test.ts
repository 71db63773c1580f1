import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Cast, createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { ACTIVATION_KEY_MASK } from './present.ts';

let now = new Date('2026-03-15T12:00:00Z');
/** While true, each call of the clock returns a different time. */
let isTicking = false;
const clock = () => {
  if (isTicking) now = new Date(now.getTime() + 1_000);
  return now;
};
/** The store's keys, as members read them. */
let trackingKey: string;
let activationKey: string;
const { application, cast } = await createPopulatedApplication({ now: clock });
beforeEach(async () => {
  now = new Date('2026-03-15T12:00:00Z');
  await query(
    'UPDATE stores SET plugin_activated_at = NULL, deactivated_at = NULL, deleted_at = NULL, hidden = false',
    [],
  );
  const { body } = await ask(`${cast.storeId}/order-collectors/shop_plugin`);
  trackingKey = body.tracking_key;
  activationKey = await application.market.activationKey(cast.storeId);
});

const query = (text: string, values: unknown[]) => application.database.pool.query(text, values);
const setStore = (what: string) => query(`UPDATE stores SET ${what} WHERE id = $1`, [cast.storeId]);

async function ask(path: string, as: keyof Cast['tokens'] | null = 'advertiser', method: 'GET' | 'POST' = 'GET') {
  return application.call({ method, url: `/v2/advertisers/${path}`, ...(as === null ? {} : { as: cast.tokens[as] }) });
}
const activate = (body: unknown) => application.call({ method: 'POST', url: '/v2/activate-tracking-plugin', body });
const activated = async (key = activationKey) => activate({ service_activation_key: key });
const rotate = () => ask(`${cast.storeId}/order-collectors/shop_plugin/rotate-key`, 'advertiser', 'POST');
const addresses = () => ({
  script_url: `http://tributary.test/t/${trackingKey}.js`,
  pixel_url: `http://tributary.test/px/${trackingKey}.gif`,
  snippet: expect.stringMatching(
    new RegExp(
      `^<script>window\\.tributary=.+</script>\n<script async src="http://tributary\\.test/t/${trackingKey}\\.js"></script>$`,
    ),
  ),
  first_party: {
    path: '/trb/',
    forward_to: 'http://tributary.test/trb/',
    snippet: expect.stringMatching(new RegExp(`\n<script async src="/trb/${trackingKey}\\.js"></script>$`)),
  },
});
const PLUGIN_ENDPOINT = 'http://tributary.test/v2/order-collectors/shop-plugin/orders';
const namesOf = (parameters: { name: string }[]) => parameters.map(({ name }) => name);
const requiredOf = (parameters: { name: string; required: boolean }[]) =>
  namesOf(parameters.filter(({ required }) => required));

describe('the sales pixel of a store', () => {
  it('consists of its key, its currency and window, and the data of an order', async () => {
    await setStore('attribution_window_days = 14');
    const { status, body } = await ask(`${trackingKey}/order-collectors/sales-pixel`);
    const { parameters, ...facts } = body;
    expect([status, facts]).toEqual([
      200,
      {
        collector: 'sales_pixel',
        store_id: cast.storeId,
        tracking_key: trackingKey,
        currency: 'SEK',
        attribution_window_days: 14,
        click_parameter: 'tclid',
        ...addresses(),
        last_seen_at: null,
        refused: { reports: 0, latest: [] },
        script_seen_at: null,
      },
    ]);
    expect(namesOf(parameters)).toEqual([
      'tracking_key',
      'order_id',
      'order_value',
      'currency',
      'tclid',
      'voucher_code',
      'signature',
    ]);
    expect(requiredOf(parameters)).toEqual(['tracking_key', 'order_id', 'order_value']);
    await setStore('attribution_window_days = 30');
  });

  it('is found by the key, by the id, and as one of the ways', async () => {
    const byKey = await ask(`${trackingKey}/order-collectors/sales-pixel`, 'admin');
    for (const path of [
      `${cast.storeId}/order-collectors/sales-pixel`,
      `${cast.storeId}/order-collectors/sales_pixel`,
    ]) {
      expect((await ask(path)).body).toEqual(byKey.body);
    }
  });

  it('is found by a key that is all digits, unless that is the id of a store', async () => {
    const digits = '9876543210';
    await query('UPDATE stores SET tracking_key = $2 WHERE id = $1', [cast.storeId, digits]);
    expect((await ask(`${digits}/order-collectors/sales-pixel`)).body.store_id).toBe(cast.storeId);
    await query('UPDATE stores SET tracking_key = $2 WHERE id = $1', [cast.storeId, String(cast.otherStoreId)]);
    expect((await ask(`${cast.otherStoreId}/order-collectors/sales-pixel`)).status).toBe(403);
    await query('UPDATE stores SET tracking_key = $2 WHERE id = $1', [cast.storeId, trackingKey]);
  });

  it('is not found if no store has the key, or the path cannot be a key', async () => {
    for (const key of ['nothing', '999999', '0', `${trackingKey}x`, 'a%00b', `${trackingKey}%20`]) {
      const reply = await ask(`${key}/order-collectors/sales-pixel`, 'admin');
      expect([reply.status, reply.body.message]).toEqual([404, 'No query results for store.']);
    }
    const longest = await ask(`${'k'.repeat(256)}/order-collectors/sales-pixel`, 'admin');
    expect(longest.status).toBe(404);
  });
});

describe('the ways to report orders', () => {
  it('are three, and an unknown one is not found', async () => {
    for (const collector of ['sales_pixel', 'shop_plugin', 'server']) {
      const { status, body } = await ask(`${cast.storeId}/order-collectors/${collector}`, 'admin');
      expect([status, body.collector, body.store_id]).toEqual([200, collector, cast.storeId]);
      expect('service_activation_key' in body).toBe(collector === 'shop_plugin');
      expect('snippet' in body).toBe(collector === 'sales_pixel');
    }
    for (const collector of ['pixel', 'SERVER', 'server%20', '%00', 'x'.repeat(64)]) {
      const reply = await ask(`${cast.storeId}/order-collectors/${collector}`);
      expect([404, 422]).toContain(reply.status);
    }
    expect((await ask(`${cast.storeId}/order-collectors/pixel`)).body.message).toBe(
      'No query results for order collector.',
    );
    expect((await ask(`${cast.storeId}/order-collectors/${'x'.repeat(65)}`)).status).toBe(422);
  });

  it('a server sends one of our tokens and no key of the store', async () => {
    const { body } = await ask(`${cast.storeId}/order-collectors/server`);
    expect(requiredOf(body.parameters)).toEqual(['order_id', 'order_value']);
    expect(body.endpoint).toBe(`http://tributary.test/v2/stores/${cast.storeId}/orders`);
  });

  it('a plugin shows its activation key', async () => {
    const { body } = await ask(`${cast.storeId}/order-collectors/shop_plugin`);
    expect(requiredOf(body.parameters)).toEqual(['service_activation_key', 'order_id', 'order_value']);
    expect(namesOf(body.parameters)).not.toContain('tracking_key');
    expect(body.endpoint).toBe(PLUGIN_ENDPOINT);
  });

  it('accept orders at their addresses, as documented', async () => {
    const plugin = (await ask(`${cast.storeId}/order-collectors/shop_plugin`)).body;
    const server = (await ask(`${cast.storeId}/order-collectors/server`)).body;
    const pixel = (await ask(`${cast.storeId}/order-collectors/sales_pixel`)).body;
    const order = { order_id: 'S-1', order_value: 5, currency: 'SEK', tclid: 'x', voucher_code: 'y' };
    const order_at = now.toISOString();
    const post = (url: string, body: object, as?: string) =>
      application.call({ method: 'POST', url: new URL(url).pathname, body, ...(as === undefined ? {} : { as }) });
    const fits = (parameters: { name: string }[], body: object) =>
      expect(Object.keys(body).sort()).toEqual(namesOf(parameters).sort());
    const byPlugin = { ...order, order_at, service_activation_key: activationKey };
    fits(plugin.parameters, byPlugin);
    expect((await post(plugin.endpoint, byPlugin)).status).toBe(200);
    fits(server.parameters, { ...order, order_at });
    expect((await post(server.endpoint, { ...order, order_at }, cast.tokens.advertiser)).status).toBe(200);
    fits(pixel.parameters, { ...order, tracking_key: trackingKey, signature: '' });
    const report = new URLSearchParams({ ...order, order_value: '5' });
    const image = await application.app.inject(`${new URL(pixel.pixel_url).pathname}?${report}`);
    const script = await application.app.inject(new URL(pixel.script_url).pathname);
    expect([image.statusCode, script.statusCode]).toEqual([200, 200]);
    // The request is recorded asynchronously to the reply with the script.
    await expect
      .poll(async () => (await ask(`${cast.storeId}/order-collectors/sales_pixel`)).body.script_seen_at)
      .not.toBeNull();
    for (const table of ['order_events', 'order_reports', 'orders', 'order_collectors'])
      await query(`DELETE FROM ${table}`, []);
  });

  it('show when a page requested the script, which only pages have', async () => {
    const insert = `INSERT INTO order_collectors (store_id, collector, script_seen_at) VALUES ($1, 'sales_pixel', '2026-03-01T10:00:00Z')`;
    await query(insert, [cast.storeId]);
    const of = async (collector: string) => (await ask(`${cast.storeId}/order-collectors/${collector}`)).body;
    expect(await of('sales_pixel')).toMatchObject({ last_seen_at: null, script_seen_at: '2026-03-01T10:00:00.000Z' });
    expect('script_seen_at' in (await of('server'))).toBe(false);
    await query('DELETE FROM order_collectors', []);
  });

  it('show when the last order arrived', async () => {
    const insert = `INSERT INTO order_collectors (store_id, collector, last_seen_at) VALUES ($1, 'server', '2026-03-01T10:00:00Z')`;
    await query(insert, [cast.storeId]);
    const seen = async (collector: string) =>
      (await ask(`${cast.storeId}/order-collectors/${collector}`)).body.last_seen_at;
    expect([await seen('server'), await seen('sales_pixel')]).toEqual(['2026-03-01T10:00:00.000Z', null]);
  });
});

describe('how long a click counts', () => {
  const set = (days: unknown, as: keyof Cast['tokens'] | null = 'advertiser', storeId = cast.storeId) =>
    application.call({
      method: 'PUT',
      url: `/v2/advertisers/${storeId}/attribution-window`,
      body: { attribution_window_days: days },
      ...(as === null ? {} : { as: cast.tokens[as] }),
    });
  const audited = async () =>
    (await query(`SELECT details FROM audit_log WHERE action = 'store.attribution_window_set' ORDER BY id`, [])).rows;

  it('is set by the store’s members, and recorded once', async () => {
    await setStore('attribution_window_days = 30');
    const { status, body } = await set(45);
    expect([status, body.collector, body.attribution_window_days]).toEqual([200, 'sales_pixel', 45]);
    expect((await set(45, 'admin')).status).toBe(200);
    expect((await ask(`${cast.storeId}/order-collectors/server`)).body.attribution_window_days).toBe(45);
    expect(await audited()).toEqual([{ details: { before: 30, days: 45 } }]);
    await setStore('attribution_window_days = 30');
  });

  it('is a number of days from 1 to 365', async () => {
    for (const days of [0, 366, -1, 1.5, '30', null, undefined]) {
      const { status, body } = await set(days);
      expect([days, status, Object.keys(body.errors)]).toEqual([days, 422, ['attribution_window_days']]);
    }
    for (const days of [1, 365]) expect((await set(days)).status).toBe(200);
    await setStore('attribution_window_days = 30');
  });

  it('is refused to everybody else', async () => {
    for (const as of ['otherAdvertiser', 'creator', 'agency'] as const) expect((await set(5, as)).status).toBe(403);
    expect((await set(5, null)).status).toBe(401);
    expect((await set(5, 'admin', 999_999)).status).toBe(404);
    const { body } = await ask(`${cast.storeId}/order-collectors/server`);
    expect(body.attribution_window_days).toBe(30);
  });
});

describe('a store’s plugin', () => {
  it('is activated with the key of the store, without a user, and logged once', async () => {
    const first = await activated();
    const { parameters, ...facts } = first.body;
    expect([first.status, facts]).toEqual([
      200,
      {
        store_id: cast.storeId,
        tracking_key: trackingKey,
        currency: 'SEK',
        attribution_window_days: 30,
        click_parameter: 'tclid',
        ...addresses(),
        endpoint: PLUGIN_ENDPOINT,
        activated_at: '2026-03-15T12:00:00.000Z',
      },
    ]);
    expect(requiredOf(parameters)).toEqual(['tracking_key', 'order_id', 'order_value']);
    now = new Date('2026-03-16T12:00:00Z');
    expect((await activated()).body).toEqual(first.body);
    const { body } = await ask(`${cast.storeId}/order-collectors/shop_plugin`);
    expect([body.service_activation_key, body.activated_at]).toEqual([ACTIVATION_KEY_MASK, '2026-03-15T12:00:00.000Z']);
    const { rows } = await query(
      `SELECT actor_id, subject_id FROM audit_log WHERE action = 'store.plugin_activated'`,
      [],
    );
    expect(rows).toEqual([{ actor_id: null, subject_id: cast.storeId }]);
  });

  it('is activated once with concurrent requests', async () => {
    isTicking = true;
    const replies = await Promise.all(Array.from({ length: 10 }, () => activated()));
    isTicking = false;
    expect(new Set(replies.map(({ body }) => body.activated_at)).size).toBe(1);
  });

  it('is not activated by another key, or for a deleted or deactivated store', async () => {
    const unknown = await activated('0'.repeat(32));
    expect([unknown.status, unknown.body.message]).toEqual([404, 'No query results for store.']);
    expect((await activated(trackingKey)).status).toBe(404);
    expect((await activated(activationKey.toUpperCase())).status).toBe(404);
    await setStore('deactivated_at = now()');
    expect((await activated()).body).toEqual({
      status: 400,
      error: 'store_inactive',
      message: 'The store is deactivated, so its keys are invalid.',
    });
    await setStore('deactivated_at = NULL, deleted_at = now()');
    expect((await activated()).status).toBe(404);
    await setStore('deleted_at = NULL');
    expect((await ask(`${cast.storeId}/order-collectors/shop_plugin`)).body.activated_at).toBeNull();
  });

  it('is activated for a store that is not open to creators yet', async () => {
    await setStore('hidden = true');
    expect((await activated()).status).toBe(200);
  });

  it.each([
    [{}, ['is required']],
    [{ service_activation_key: 5 }, ['must be a text']],
    [{ service_activation_key: null }, ['must be a text']],
    [{ service_activation_key: '' }, ['must not be empty']],
    [{ service_activation_key: 'x'.repeat(256) }, ['must be at most 255 characters']],
    [{ service_activation_key: 'a\0' }, ['must not contain the NUL character']],
  ])('is refused: %j', async (body, sentences) => {
    expect(await activate(body)).toMatchObject({
      status: 422,
      body: { errors: { service_activation_key: sentences } },
    });
  });

  it('does not accept a key of 255 characters', async () => {
    expect((await activated('x'.repeat(255))).status).toBe(404);
  });

  it('needs the new key when the key is replaced', async () => {
    await activated();
    const { status, body } = await rotate();
    expect([status, body.collector, body.activated_at]).toEqual([200, 'shop_plugin', null]);
    expect(body.service_activation_key).toMatch(/^[0-9a-f]{32}$/);
    expect(body.service_activation_key).not.toBe(activationKey);
    expect(body.tracking_key).toBe(trackingKey);
    const { rows: kept } = await query('SELECT activation_key_hash FROM stores WHERE id = $1', [cast.storeId]);
    expect(kept[0].activation_key_hash).toEqual(createHash('sha256').update(body.service_activation_key).digest());
    const masked = { ...body, service_activation_key: ACTIVATION_KEY_MASK };
    expect((await ask(`${cast.storeId}/order-collectors/shop_plugin`)).body).toEqual(masked);
    expect((await activated()).status).toBe(404);
    expect((await activated(body.service_activation_key)).body.activated_at).toBe('2026-03-15T12:00:00.000Z');
    const { rows } = await query(
      `SELECT actor_id, subject_id, details FROM audit_log WHERE action = 'store.activation_key_rotated'`,
      [],
    );
    expect(rows).toEqual([{ actor_id: cast.ids.advertiser, subject_id: cast.storeId, details: {} }]);
  });
});

describe.each([
  ['GET', 'order-collectors/sales-pixel'],
  ['GET', 'order-collectors/shop_plugin'],
  ['POST', 'order-collectors/shop_plugin/rotate-key'],
] as const)('%s %s', (method, what) => {
  it('is for members of the store and administrators', async () => {
    const path = `${cast.storeId}/${what}`;
    for (const as of ['advertiser', 'admin'] as const) expect((await ask(path, as, method)).status).toBe(200);
    expect((await ask(path, null, method)).status).toBe(401);
    for (const as of ['creator', 'agency', 'otherAdvertiser', 'otherCreator', 'otherAgency'] as const) {
      expect((await ask(path, as, method)).status).toBe(403);
    }
    for (const storeId of ['999999', 'x']) expect((await ask(`${storeId}/${what}`, 'admin', method)).status).toBe(404);
    await setStore('hidden = true');
    expect((await ask(path, 'otherAdvertiser', method)).status).toBe(404);
    expect((await ask(path, 'advertiser', method)).status).toBe(200);
  });
});
