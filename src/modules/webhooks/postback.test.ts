import { afterEach, describe, expect, it } from 'vitest';
import { openHttpPeer } from '../../../tests/harness/peers/http-peer.ts';
import { createWebhookScene } from '../../../tests/harness/webhook-scene.ts';
import { fillTemplate } from './postback-template.ts';

const scene = await createWebhookScene();
afterEach(() => scene.query('UPDATE webhooks SET deleted_at = now()'));

const make = (url: string, role: 'creator' | 'agency' = 'creator', body = {}) =>
  scene.call(role, 'POST', '/v2/postbacks', { url, ...body });

describe('a postback', () => {
  it('is requested for each order and each change of it, with the macros filled', async () => {
    const peer = await openHttpPeer(() => ({ status: 200, body: 'ok' }));
    const macros = 'c={click_id}&p={payout}&k={currency}&s={order_status}&o={order}&l={link}&e={event}&x={sub1}';
    const { status, body: postback } = await make(`${peer.url}/in?${macros}`);
    expect([status, postback.user_id, postback.events]).toEqual([201, scene.cast.ids.creator, ['order.*']]);
    expect(postback).not.toHaveProperty('secret');
    const order = await scene.order();
    await scene.call('advertiser', 'PATCH', `/v2/stores/${scene.cast.storeId}/orders/${order.id}`, {
      status: 'approved',
    });
    await scene.deliver();
    const queries = peer.requests.map(({ target }) => Object.fromEntries(new URL(target, peer.url).searchParams));
    const both = { c: scene.clickId, p: '7.00', k: 'SEK', o: String(order.id), l: String(scene.link.id), x: '' };
    expect(queries).toEqual([
      { ...both, s: 'pending', e: 'order.created' },
      { ...both, s: 'approved', e: 'order.updated' },
    ]);
    expect(peer.requests[0]).toMatchObject({ method: 'GET', body: Buffer.alloc(0) });
    const log = await scene.call('creator', 'GET', `/v2/postbacks/${postback.id}/deliveries`);
    expect(log.body.data.map(({ status: is }: { status: string }) => is)).toEqual(['delivered', 'delivered']);
    expect(log.body.data[1].attempts[0].request).toEqual({
      method: 'GET',
      url: `${peer.url}${peer.requests[0]!.target}`,
    });
  });

  it('of another creator receives nothing, and is readable only by its owner', async () => {
    const peer = await openHttpPeer(() => ({ status: 200 }));
    const other = await scene.call('otherCreator', 'POST', '/v2/postbacks', { url: peer.url });
    await scene.order();
    await scene.deliver();
    expect(peer.requests).toEqual([]);
    expect((await scene.call('creator', 'GET', `/v2/postbacks/${other.body.id}`)).status).toBe(404);
    // One kind is not the other.
    expect((await scene.call('otherCreator', 'GET', `/v2/webhooks/${other.body.id}`)).status).toBe(404);
  });

  it.each<[string, string]>([
    ['an unknown macro', 'https://n.example/?a={password}'],
    ['a macro in its host', 'https://{sub1}.example/'],
    ['a macro in place of its host', 'https://{sub1}/'],
    ['a private address', 'http://192.168.0.1/?c={click_id}'],
    ['no scheme', 'n.example/?c={click_id}'],
  ])('with %s is a 422', async (_what, url) => {
    const { status, body } = await make(url);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, ['url']]);
  });

  it('refuses events without its macros', async () => {
    const { status, body } = await make('https://n.example/', 'creator', { events: ['link.created'] });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['events.0']]);
  });
});

describe('a template', () => {
  it('leads to the stated address, for any values', () => {
    const data = { sub1: '../@evil.example/?x=1&y#z', sub2: null };
    const url = fillTemplate('https://n.example/p/{sub1}?b={sub2}', { type: 't', timestamp: '', data });
    expect(url).toBe('https://n.example/p/..%2F%40evil.example%2F%3Fx%3D1%26y%23z?b=');
    expect(new URL(url).host).toBe('n.example');
  });
});
