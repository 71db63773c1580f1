import { afterEach, describe, expect, it } from 'vitest';
import { storeKey } from '../../../tests/harness/store-key.ts';
import { createWebhookScene } from '../../../tests/harness/webhook-scene.ts';
import type { StoreKeyScope } from '../../platform/auth/store-keys.ts';

const scene = await createWebhookScene();
const { application, cast } = scene;
afterEach(() => scene.query('UPDATE webhooks SET deleted_at = now()'));

const keyOf = (storeId: number, ...scopes: StoreKeyScope[]) => storeKey(application, { storeId, scopes });
const own = await keyOf(cast.storeId, 'read', 'webhooks');
const reader = await keyOf(cast.storeId, 'read');
const other = await keyOf(cast.otherStoreId, 'read', 'webhooks');
const writer = await keyOf(cast.storeId, 'orders', 'campaigns');

const send = (as: string, method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, body?: unknown) =>
  application.call({ method, url, as, body });
const make = (as: string, body: object = {}) =>
  send(as, 'POST', '/v2/webhooks', { url: 'http://127.0.0.1:9/', events: ['*'], ...body });
const changesOf = (id: number): ['POST' | 'PATCH' | 'DELETE', string, object?][] => [
  ['PATCH', `/v2/webhooks/${id}`, { url: 'https://attacker.example/' }],
  ['PATCH', `/v2/webhooks/${id}`, { status: 'paused' }],
  ['POST', `/v2/webhooks/${id}/rotate-secret`],
  ['POST', `/v2/webhooks/${id}/test`],
  ['POST', `/v2/webhooks/${id}/replay`, { since: '2026-01-01T00:00:00Z' }],
  ['POST', `/v2/webhooks/${id}/deliveries/1/replay`],
  ['DELETE', `/v2/webhooks/${id}`],
];
/** An event about an invoice of the store. */
const publishInvoice = () =>
  scene.query(
    `INSERT INTO event_outbox (type, version, subject, occurred_at, store_id, for_platform, data, private_data, message_id)
     SELECT 'invoice.issued', 1, 'invoice/1', now(), $1, true, '{"id": 1}', '{}', gen_random_uuid()`,
    [cast.storeId],
  );
const typesOf = async (url: string, as: string) =>
  (await send(as, 'GET', url)).body.data.map(
    (one: { type?: string; event?: { type: string } }) => one.type ?? one.event!.type,
  );

describe('the API key of a store', () => {
  it('is named by /v2/me with its store and scopes, whatever its scopes are', async () => {
    const { status, body } = await send(writer, 'GET', '/v2/me');
    expect([status, body]).toEqual([
      200,
      {
        store: { id: cast.storeId, name: expect.any(String) },
        key: {
          id: expect.any(Number),
          hint: writer.slice(0, 11),
          name: 'Test',
          scopes: ['orders', 'campaigns'],
          expires_at: null,
        },
      },
    ]);
  });

  it('reads the events of its store, without payments, and of nobody else', async () => {
    const start = (await send(own, 'GET', '/v2/events')).body.after;
    await scene.order();
    await publishInvoice();
    await scene.deliver();
    const url = `/v2/events?after=${start}`;
    expect(await typesOf(url, reader)).toEqual(['order.created']);
    expect(await typesOf(url, cast.tokens.advertiser)).toEqual(['order.created', 'invoice.issued']);
    expect(await typesOf(`${url}&store_id=${cast.storeId}`, reader)).toEqual(['order.created']);
    expect(await typesOf(url, other)).toEqual([]);
    const owners = [`store_id=${cast.otherStoreId}`, `client_id=${cast.agencyId}`, `user_id=${cast.ids.creator}`];
    for (const owner of [...owners, `user_id=${cast.ids.advertiser}`]) {
      const { status } = await send(reader, 'GET', `${url}&${owner}`);
      expect([owner, [403, 404].includes(status)]).toEqual([owner, true]);
    }
  });

  it('without the scope `read` reads nothing, and without `webhooks` changes nothing', async () => {
    const { id } = (await make(own)).body;
    for (const url of ['/v2/events', '/v2/webhooks', `/v2/webhooks/${id}`, `/v2/webhooks/${id}/deliveries`])
      expect([url, (await send(writer, 'GET', url)).body.error]).toEqual([url, 'insufficient_scope']);
    for (const as of [reader, writer]) {
      expect((await make(as)).body.error).toBe('insufficient_scope');
      for (const [method, url, body] of changesOf(id))
        expect([url, (await send(as, method, url, body)).body.error]).toEqual([url, 'insufficient_scope']);
    }
  });

  it('sets up webhooks of its store only', async () => {
    const { status, body } = await make(own);
    expect([status, body.store_id, body.client_id, body.user_id]).toEqual([201, cast.storeId, null, null]);
    expect(body.store_key_id).toBe((await send(own, 'GET', '/v2/me')).body.key.id);
    const owners = [{ store_id: cast.otherStoreId }, { client_id: cast.agencyId }, { user_id: cast.ids.advertiser }];
    for (const owner of owners) expect([403, 404]).toContain((await make(own, owner)).status);
    expect((await send(own, 'GET', '/v2/webhooks')).body.data).toHaveLength(1);
    expect((await send(own, 'GET', '/v2/webhooks')).body.data[0].id).toBe(body.id);
    expect((await send(other, 'GET', '/v2/webhooks')).body.data).toEqual([]);
    for (const [method, url, change] of [['GET', `/v2/webhooks/${body.id}`] as const, ...changesOf(body.id)])
      expect([url, (await send(other, method, url, change)).status]).toEqual([url, 404]);
    const [created] = await scene.query(
      `SELECT actor_id, store_key_id FROM audit_log WHERE action = 'webhook.created' ORDER BY id DESC`,
    );
    expect(created).toEqual({ actor_id: null, store_key_id: body.store_key_id });
  });

  it('reads the webhooks of people, and can neither redirect, silence nor imitate them', async () => {
    const { id } = await scene.hook('advertiser', { url: 'http://127.0.0.1:9/' });
    expect((await send(own, 'GET', `/v2/webhooks/${id}`)).body).toMatchObject({ id, store_key_id: null });
    for (const [method, url, body] of changesOf(id)) {
      const reply = await send(own, method, url, body);
      expect([method, url, reply.status, reply.body.error]).toEqual([method, url, 403, 'forbidden']);
    }
    await publishInvoice();
    await scene.order();
    await scene.deliver();
    const deliveries = `/v2/webhooks/${id}/deliveries`;
    expect(await typesOf(deliveries, cast.tokens.advertiser)).toEqual(['order.created', 'invoice.issued']);
    expect(await typesOf(deliveries, reader)).toEqual(['order.created']);
  });

  it('subscribes to no payments, and is sent none', async () => {
    for (const events of [['invoice.*'], ['order.*', 'invoice.paid'], ['payout.paid'], ['statement.*']]) {
      const { status, body } = await make(own, { events });
      expect([status, Object.keys(body.errors)]).toEqual([422, [`events.${events.length - 1}`]]);
    }
    const { id } = (await make(own)).body;
    expect((await send(own, 'PATCH', `/v2/webhooks/${id}`, { events: ['invoice.*'] })).status).toBe(422);
    await publishInvoice();
    await scene.order();
    await scene.deliver();
    expect(await typesOf(`/v2/webhooks/${id}/deliveries`, cast.tokens.advertiser)).toEqual(['order.created']);
    await send(own, 'POST', `/v2/webhooks/${id}/replay`, { since: new Date(Date.now() - 60_000).toISOString() });
    expect(await typesOf(`/v2/webhooks/${id}/deliveries`, cast.tokens.advertiser)).not.toContain('invoice.issued');
  });

  it('sends nothing after it has ended, unless a person or another key takes its webhook over', async () => {
    const temporary = await keyOf(cast.storeId, 'read', 'webhooks');
    const [first, second] = [(await make(temporary)).body.id, (await make(temporary)).body.id];
    const keyId = (await send(temporary, 'GET', '/v2/me')).body.key.id;
    await scene.query('UPDATE store_keys SET expires_at = now() WHERE id = $1', [keyId]);
    await scene.order();
    await scene.deliver();
    const stateOf = async (id: number) => (await send(own, 'GET', `/v2/webhooks/${id}`)).body;
    const deliveries = async (id: number) => (await send(own, 'GET', `/v2/webhooks/${id}/deliveries`)).body.data;
    for (const id of [first, second]) {
      expect(await stateOf(id)).toMatchObject({ status: 'paused', pause_reason: 'key_ended', store_key_id: keyId });
      expect(await deliveries(id)).toEqual([]);
    }
    await send(cast.tokens.advertiser, 'PATCH', `/v2/webhooks/${first}`, { description: 'Of the warehouse' });
    expect(await stateOf(first)).toMatchObject({ status: 'paused', store_key_id: keyId });
    await send(cast.tokens.advertiser, 'PATCH', `/v2/webhooks/${first}`, { status: 'active' });
    await send(own, 'PATCH', `/v2/webhooks/${second}`, { status: 'active' });
    await scene.order();
    await scene.deliver();
    expect(await stateOf(first)).toMatchObject({ status: 'active', store_key_id: null });
    expect(await stateOf(second)).toMatchObject({ status: 'active', pause_reason: null });
    expect([(await deliveries(first)).length, (await deliveries(second)).length]).toEqual([1, 1]);
  });
});
