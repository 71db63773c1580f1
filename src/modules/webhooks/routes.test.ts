import { afterEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../tests/harness/application.ts';
import { ROLES, type Role } from '../../../tests/harness/cast.ts';
import { createWebhookScene } from '../../../tests/harness/webhook-scene.ts';
import { resolveReferences } from '../../platform/http/resolve-references.ts';
import { createOutbound } from '../../platform/outbound/outbound.ts';

const scene = await createWebhookScene();
afterEach(() => scene.query('UPDATE webhooks SET deleted_at = now()'));

const URL_OF_HOOK = 'https://receiver.example/events';
const make = (role: Role | null, body: object) =>
  scene.call(role, 'POST', '/v2/webhooks', { url: URL_OF_HOOK, events: ['order.created'], ...body });
const fields = ({ body }: { body: { errors: object } }) => Object.keys(body.errors).sort();

describe('a new webhook', () => {
  it('belongs to the caller, unless another owner is named', async () => {
    const { cast } = scene;
    const ownerOf = async (role: Role, body = {}) => {
      const { status, body: made } = await make(role, body);
      return [status, made.store_id, made.client_id, made.user_id];
    };
    expect(await ownerOf('advertiser')).toEqual([201, cast.storeId, null, null]);
    expect(await ownerOf('agency')).toEqual([201, null, cast.agencyId, null]);
    expect(await ownerOf('creator')).toEqual([201, null, null, cast.ids.creator]);
    expect(await ownerOf('admin')).toEqual([201, null, null, null]);
    expect(await ownerOf('admin', { store_id: cast.otherStoreId })).toEqual([201, cast.otherStoreId, null, null]);
    expect(await ownerOf('advertiser', { user_id: cast.ids.advertiser })).toEqual([
      201,
      null,
      null,
      cast.ids.advertiser,
    ]);
  });

  it('refuses an owner that the caller cannot act for', async () => {
    const { cast } = scene;
    const statusOf = async (role: Role | null, body: object) => (await make(role, body)).status;
    expect(await statusOf(null, {})).toBe(401);
    expect(await statusOf('advertiser', { store_id: cast.otherStoreId })).toBe(403);
    expect(await statusOf('creator', { store_id: cast.storeId })).toBe(403);
    expect(await statusOf('agency', { client_id: cast.otherAgencyId })).toBe(404);
    expect(await statusOf('agency', { user_id: cast.ids.creator })).toBe(403);
    expect(await statusOf('creator', { user_id: cast.ids.otherCreator })).toBe(404);
    expect(await statusOf('admin', { client_id: 999_999 })).toBe(404);
    const several = await make('admin', { store_id: cast.storeId, user_id: cast.ids.creator });
    expect([several.status, fields(several)]).toEqual([422, ['store_id', 'user_id']]);
  });

  it('requires a member of several stores to name one', async () => {
    const { market, tokenOf, call } = scene.application;
    const userId = await market.user();
    for (const storeId of [scene.cast.storeId, scene.cast.otherStoreId]) await market.member(storeId, userId);
    const body = { url: URL_OF_HOOK, events: ['*'] };
    const reply = await call({ method: 'POST', url: '/v2/webhooks', as: await tokenOf(userId), body });
    expect([reply.status, fields(reply)]).toEqual([422, ['store_id']]);
  });

  it.each<[string, object, string]>([
    ['no URL', { url: undefined }, 'url'],
    ['no web address', { url: 'nowhere' }, 'url'],
    ['another scheme', { url: 'ftp://receiver.example/' }, 'url'],
    ['a password', { url: 'https://user:pw@receiver.example/' }, 'url'],
    ['a private address', { url: 'http://10.0.0.1/' }, 'url'],
    ['the metadata service', { url: 'http://169.254.169.254/latest' }, 'url'],
    ['an IPv4-mapped address', { url: 'http://[::ffff:10.0.0.1]/' }, 'url'],
    ['no events', { events: [] }, 'events'],
    ['an unknown event', { events: ['order.exploded'] }, 'events.0'],
    ['a test event', { events: ['webhook.test'] }, 'events.0'],
    ['a long description', { description: 'x'.repeat(501) }, 'description'],
  ])('with %s is a 422 that names the field', async (_what, change, field) => {
    const reply = await make('advertiser', change);
    expect([reply.status, fields(reply)]).toEqual([422, [field]]);
  });

  it('at loopback is refused unless the installation allows it', async () => {
    const { database } = scene.application;
    const strict = await createTestApplication({ database, outbound: createOutbound({ allow: [] }) });
    const body = { url: 'http://127.0.0.1:4000/', events: ['*'] };
    const reply = await strict.call({ method: 'POST', url: '/v2/webhooks', as: scene.cast.tokens.admin, body });
    expect([reply.status, reply.body.errors]).toEqual([422, { url: ['must lead to a public address'] }]);
    expect((await make('admin', body)).status).toBe(201);
  });

  it('is one of at most 20 of its owner, also when many are made at once', async () => {
    const replies = await Promise.all(Array.from({ length: 25 }, () => make('creator', {})));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(replies.find(({ status }) => status === 400)?.body.error).toBe('too_many_webhooks');
    // Others have their own.
    expect((await make('otherCreator', {})).status).toBe(201);
  });
});

describe('a webhook', () => {
  it('is listed, read, changed and deleted by those who manage its owner', async () => {
    const { body: hook } = await make('advertiser', { description: 'Ours' });
    const url = `/v2/webhooks/${hook.id}`;
    const idsOf = async (role: Role) =>
      (await scene.call(role, 'GET', '/v2/webhooks')).body.data.map(({ id }: { id: number }) => id);
    for (const role of ROLES) {
      const isOurs = role === 'advertiser' || role === 'admin';
      expect([role, (await scene.call(role, 'GET', url)).status]).toEqual([role, isOurs ? 200 : 404]);
      expect([role, (await idsOf(role)).includes(hook.id)]).toEqual([role, isOurs]);
    }
    expect((await scene.call(null, 'GET', url)).status).toBe(401);
    const change = {
      url: 'https://receiver.example/new',
      events: ['order.*', 'order.*'],
      description: '',
      status: 'paused',
    };
    const changed = await scene.call('advertiser', 'PATCH', url, change);
    expect(changed.body).toMatchObject({ ...change, events: ['order.*'], pause_reason: 'owner' });
    expect(changed.body).not.toHaveProperty('secret');
    expect((await scene.call('advertiser', 'PATCH', url, { status: 'active' })).body).toMatchObject({
      status: 'active',
      paused_at: null,
      pause_reason: null,
      url: change.url,
    });
    const refused = await scene.call('advertiser', 'PATCH', url, { url: 'http://10.0.0.1/', status: 'off' });
    expect([refused.status, fields(refused)]).toEqual([422, ['status']]);
    expect((await scene.call('otherAdvertiser', 'DELETE', url)).status).toBe(404);
    expect((await scene.call('advertiser', 'DELETE', url)).status).toBe(204);
    expect((await scene.call('advertiser', 'GET', url)).status).toBe(404);
  });

  it('that is paused sends nothing, and the reply states it', async () => {
    const { body: hook } = await make('advertiser', {});
    const url = `/v2/webhooks/${hook.id}`;
    await scene.call('advertiser', 'PATCH', url, { status: 'paused' });
    const since = scene.now().toISOString();
    for (const [path, body] of [
      ['/test', undefined],
      ['/replay', { since }],
    ] as const) {
      const reply = await scene.call('advertiser', 'POST', url + path, body);
      expect([path, reply.status, reply.body.error]).toEqual([path, 400, 'webhook_paused']);
    }
  });

  it.each<[string, object, string]>([
    ['no instant', {}, 'since'],
    ['no time', { since: 'yesterday' }, 'since'],
    ['in the future', { since: '2999-01-01T00:00:00Z' }, 'since'],
  ])('is replayed since an instant: %s is a 422', async (_what, body, field) => {
    const { body: hook } = await make('advertiser', {});
    const reply = await scene.call('advertiser', 'POST', `/v2/webhooks/${hook.id}/replay`, body);
    expect([reply.status, fields(reply)]).toEqual([422, [field]]);
  });

  it('has no deliveries of another one', async () => {
    const { body: one } = await make('advertiser', {});
    const { body: other } = await make('otherAdvertiser', {});
    const { body: test } = await scene.call('otherAdvertiser', 'POST', `/v2/webhooks/${other.id}/test`);
    const replay = (id: number) => scene.call('advertiser', 'POST', `/v2/webhooks/${id}/deliveries/${test.id}/replay`);
    expect([(await replay(one.id)).status, (await replay(other.id)).status]).toEqual([404, 404]);
    expect((await scene.call('advertiser', 'GET', `/v2/webhooks/${one.id}/deliveries`)).body.data).toEqual([]);
  });
});

describe('the reference', () => {
  it('has a webhook with a schema for every event', async () => {
    const document = resolveReferences((await scene.application.app.inject('/openapi.json')).json());
    const { schema } = document.webhooks['order.created'].post.requestBody.content['application/json'];
    expect(schema.properties.type).toEqual({ const: 'order.created', type: 'string' });
    expect(schema.properties.data.properties.status.enum).toEqual(['pending', 'approved', 'denied']);
    expect(Object.keys(document.webhooks)).toEqual(
      expect.arrayContaining([
        'participant.accepted',
        'order.updated',
        'statement.issued',
        'link.created',
        'click.recorded',
        'limit.reached',
      ]),
    );
    expect(JSON.stringify(document.webhooks)).not.toContain('x-says');
  });
});
