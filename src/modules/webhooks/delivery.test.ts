import { Webhook as Verifier } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { takeMails } from '../../../tests/harness/mailbox.ts';
import { type HttpPeer, openHttpPeer, type PeerRequest } from '../../../tests/harness/peers/http-peer.ts';
import { createWebhookScene } from '../../../tests/harness/webhook-scene.ts';
import { replyValidator } from '../../platform/http/validation.ts';
import { EVENT_KINDS } from './catalog.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

const scene = await createWebhookScene();

// A test's receiver ends with it.
afterEach(() => scene.query('UPDATE webhooks SET deleted_at = now()'));

const open = (status = 200) => openHttpPeer(() => ({ status, body: 'taken' }));
const payloadOf = ({ body }: PeerRequest) => JSON.parse(body.toString());
const typesAt = ({ requests }: HttpPeer) => requests.map((request) => payloadOf(request).type);
const verify = (secret: string, { body, headers }: PeerRequest) =>
  new Verifier(secret).verify(body.toString(), headers as Record<string, string>);
const deliveries = async (id: number, query = '') =>
  (await scene.call('admin', 'GET', `/v2/webhooks/${id}/deliveries${query}`)).body.data;
const recordOf = async (id: number) => (await scene.call('admin', 'GET', `/v2/webhooks/${id}`)).body;

describe('an event', () => {
  it('is posted with a signature that the library of Standard Webhooks accepts, and with a payload as documented', async () => {
    const peer = await open();
    const hook = await scene.hook('advertiser', { url: `${peer.url}/events`, events: ['order.created'] });
    const { id, order_id } = await scene.order();
    await scene.deliver();
    expect(peer.requests).toHaveLength(1);
    const [request] = peer.requests as [PeerRequest];
    expect(verify(hook.secret, request)).toEqual(payloadOf(request));
    expect(request).toMatchObject({
      method: 'POST',
      target: '/events',
      headers: { 'content-type': expect.stringContaining('application/json') },
    });
    expect(payloadOf(request)).toMatchObject({
      id: request.headers['webhook-id'],
      type: 'order.created',
      version: 1,
      timestamp: expect.any(String),
      data: {
        id,
        order_id,
        status: 'pending',
        net_value: { minor: 10_000, currency: 'SEK' },
        cost: { minor: 1_200, currency: 'SEK' },
      },
    });
    // The control: a changed body does not verify.
    const forged = { ...request, body: Buffer.from(request.body.toString().replace('pending', 'approved')) };
    expect(() => verify(hook.secret, forged)).toThrow();
  });

  it('of every kind that occurred here matches its schema', async () => {
    const peer = await open();
    await scene.hook('admin', { url: peer.url });
    const { cast } = scene;
    const order = await scene.order();
    await scene.call('advertiser', 'PATCH', `/v2/stores/${cast.storeId}/orders/${order.id}`, { status: 'approved' });
    await scene.call('creator', 'POST', '/v2/affiliate-links', { url: `https://${cast.domain}/a-new-page` });
    await scene.call('admin', 'POST', `/v2/stores/${cast.storeId}/deactivation`).catch(() => undefined);
    await scene.deliver();
    const kinds = new Map(EVENT_KINDS.map((kind) => [kind.type, kind]));
    const faults = peer.requests
      .map(payloadOf)
      .map(({ type, data }) => [type, replyValidator(kinds.get(type)!.data)(data)]);
    expect(faults.filter(([, fault]) => fault !== null)).toEqual([]);
    expect(typesAt(peer)).toEqual(expect.arrayContaining(['order.created', 'order.updated', 'link.created']));
  });

  it('of a transaction that is rolled back is never sent', async () => {
    const peer = await open();
    await scene.hook('advertiser', { url: peer.url });
    // Refused after the order was locked: nothing is published.
    const order = await scene.order();
    const url = `/v2/stores/${scene.cast.storeId}/orders/${order.id}`;
    await scene.call('advertiser', 'PATCH', url, { status: 'approved' });
    expect((await scene.call('advertiser', 'PATCH', url, { status: 'denied' })).status).toBe(400);
    await scene.deliver();
    expect(typesAt(peer)).toEqual(['order.created', 'order.updated']);
  });

  it('of many concurrent orders arrives once for each that was decided', async () => {
    const peer = await open();
    const orders = [await scene.order(), await scene.order(), await scene.order()];
    await scene.deliver();
    await scene.hook('advertiser', { url: peer.url, events: ['order.updated'] });
    const decisions = orders.map(({ order_id }) => ({ order_id, status: 'denied' }));
    const url = `/v2/stores/${scene.cast.storeId}/order-decisions`;
    await scene.call('advertiser', 'POST', url, { orders: decisions });
    await scene.call('advertiser', 'POST', url, { orders: decisions });
    await scene.deliver();
    expect(peer.requests.map((request) => payloadOf(request).data.id).sort()).toEqual(
      orders.map(({ id }) => id).sort(),
    );
  });
});

describe('the receivers of events', () => {
  it('contains only data that the owner may know, and no other party’s figures', async () => {
    const owners = [
      'advertiser',
      'creator',
      'agency',
      'admin',
      'otherAdvertiser',
      'otherCreator',
      'otherAgency',
    ] as const;
    const peers = Object.fromEntries(await Promise.all(owners.map(async (role) => [role, await open()] as const)));
    for (const role of owners) await scene.hook(role, { url: peers[role]!.url, events: ['order.*'] });
    await scene.order();
    await scene.deliver();
    const fieldsOf = (role: (typeof owners)[number]) =>
      peers[role]!.requests.map((request) => Object.keys(payloadOf(request).data).sort());
    const ofStore = [
      'channel',
      'cost',
      'customer',
      'lines',
      'order_id',
      'refunded',
      'unattributed_reason',
      'value',
      'voucher_code',
    ];
    const [[creator]] = [fieldsOf('creator')] as [string[][]];
    expect(creator).toEqual(expect.arrayContaining(['earnings', 'id', 'net_value', 'status']));
    expect(creator!.filter((field) => [...ofStore, 'client_earnings'].includes(field))).toEqual([]);
    expect(fieldsOf('agency')[0]).toEqual([...creator!, 'client_earnings'].sort());
    // Sub-ids are the creator's.
    const shared = creator!.filter((field) => !/^sub\d$/.test(field));
    expect(fieldsOf('advertiser')[0]).toEqual([...shared, ...ofStore].sort());
    expect(fieldsOf('admin')[0]).toEqual([...creator!, ...ofStore, 'client_earnings'].sort());
    for (const role of ['otherAdvertiser', 'otherCreator', 'otherAgency'] as const) expect(fieldsOf(role)).toEqual([]);
  });

  it('omits internal decisions of a store', async () => {
    const { cast, application } = scene;
    const [store, creator] = [await open(), await open()];
    await scene.hook('advertiser', { url: store.url, events: ['participant.*'] });
    await scene.hook('creator', { url: creator.url, events: ['participant.*'] });
    const campaignId = await application.market.campaign({ storeId: cast.storeId, type: 'store_accept' });
    const id = await application.market.participant({ campaignId, userId: cast.ids.creator, status: 'applied' });
    const move = (status: string) =>
      scene.call('advertiser', 'PATCH', `/v2/offers/${campaignId}/participants/${id}/update-status`, { status });
    expect((await move('second_prio')).status).toBe(200);
    expect((await move('accepted')).status).toBe(200);
    await scene.deliver();
    expect(typesAt(store)).toEqual(['participant.second_prio', 'participant.accepted']);
    expect(typesAt(creator)).toEqual(['participant.accepted']);
    expect(payloadOf(store.requests[1]!).data.previous_status).toBe('second_prio');
    expect(payloadOf(creator.requests[0]!).data.previous_status).toBe('applied');
  });
});

describe('a receiver that fails', () => {
  it('is tried again with the same id, and gets a subject’s events in order', async () => {
    const peer = await open();
    await scene.hook('advertiser', { url: peer.url, events: ['order.*'] });
    peer.failNext({ status: 500, body: 'not now' });
    const order = await scene.order();
    await scene.call('advertiser', 'PATCH', `/v2/stores/${scene.cast.storeId}/orders/${order.id}`, {
      status: 'approved',
    });
    const other = await scene.order();
    await scene.deliver();
    // Another order does not wait for the failed one.
    expect(peer.requests.map((request) => payloadOf(request).data.id)).toEqual([order.id, other.id]);
    scene.wait(MINUTE);
    await scene.deliver();
    const ofOrder = peer.requests.filter((request) => payloadOf(request).data.id === order.id);
    expect(ofOrder.map((request) => payloadOf(request).type)).toEqual([
      'order.created',
      'order.created',
      'order.updated',
    ]);
    expect(new Set(ofOrder.slice(0, 2).map(({ headers }) => headers['webhook-id'])).size).toBe(1);
  });

  it('is retried with growing delays for three days, then paused, and its owner is notified', async () => {
    await takeMails(scene.application.database);
    const peer = await open(503);
    const hook = await scene.hook('advertiser', { url: peer.url, events: ['order.created'] });
    await scene.order();
    const begun = scene.now().getTime();
    let count = 0;
    let last = begun;
    while ((await recordOf(hook.id)).status === 'active') {
      last = scene.now().getTime();
      await scene.deliver();
      count += 1;
      expect(peer.requests).toHaveLength(count);
      const [{ due }] = await scene.query(
        `SELECT greatest(d.next_attempt_at, w.retry_at) AS due FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook_id WHERE w.id = $1`,
        [hook.id],
      );
      scene.wait(Math.max(0, new Date(due).getTime() - scene.now().getTime()) + 1);
    }
    expect(await recordOf(hook.id)).toMatchObject({ status: 'paused', pause_reason: 'failing', last_success_at: null });
    expect(last - begun).toBeGreaterThanOrEqual(3 * DAY - MINUTE);
    expect(last - begun).toBeLessThan(3 * DAY + 2 * 60 * MINUTE);
    expect(count).toBeGreaterThan(10);
    expect(count).toBeLessThan(40);
    const [delivery] = await deliveries(hook.id);
    expect(delivery).toMatchObject({ status: 'failed', next_attempt_at: null });
    expect(delivery.attempts).toHaveLength(count);
    expect(delivery.attempts[0]).toMatchObject({
      reply: { status: 503, body: 'taken' },
      request: { method: 'POST', url: peer.url },
    });
    const mails = await takeMails(scene.application.database);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.text).toContain(peer.url);
    // Nothing is sent to it any more.
    await scene.order();
    await scene.deliver();
    expect(peer.requests).toHaveLength(count);
  });

  it('with 410 Gone is paused at once', async () => {
    const peer = await open(410);
    const hook = await scene.hook('advertiser', { url: peer.url, events: ['order.created'] });
    await scene.order();
    await scene.deliver();
    expect(await recordOf(hook.id)).toMatchObject({ status: 'paused', pause_reason: 'gone' });
  });

  it('completely gets one request at a time', async () => {
    const peer = await open(500);
    const hook = await scene.hook('advertiser', { url: peer.url, events: ['order.created'] });
    for (let n = 0; n < 8; n += 1) await scene.order();
    const counts: number[] = [];
    for (let round = 0; round < 5; round += 1) {
      const before = peer.requests.length;
      await scene.deliver();
      counts.push(peer.requests.length - before);
      scene.wait(5 * MINUTE);
    }
    expect(counts).toEqual([8, 8, 8, 1, 1]);
    expect((await recordOf(hook.id)).failing_since).not.toBeNull();
  });

  it('by a redirect is not followed', async () => {
    const target = await open();
    const peer = await openHttpPeer(() => ({ status: 307, headers: { location: target.url } }));
    const hook = await scene.hook('advertiser', { url: peer.url, events: ['order.created'] });
    await scene.order();
    await scene.deliver();
    expect([peer.requests.length, target.requests.length]).toEqual([1, 0]);
    expect((await deliveries(hook.id))[0]).toMatchObject({ status: 'pending', attempts: [{ reply: { status: 307 } }] });
  });
});

describe('events that were sent', () => {
  it('can be sent again: one delivery, or all events since an instant, even from before the webhook was created', async () => {
    const since = scene.now().toISOString();
    const before = await scene.order();
    await scene.deliver();
    const peer = await open();
    const hook = await scene.hook('advertiser', { url: peer.url, events: ['order.created'] });
    const after = await scene.order();
    await scene.deliver();
    expect(peer.requests).toHaveLength(1);
    const [delivery] = await deliveries(hook.id);
    const one = await scene.call('advertiser', 'POST', `/v2/webhooks/${hook.id}/deliveries/${delivery.id}/replay`);
    expect([one.status, one.body.status]).toEqual([202, 'pending']);
    await scene.deliver();
    expect(new Set(peer.requests.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(peer.requests).toHaveLength(2);
    const all = await scene.call('advertiser', 'POST', `/v2/webhooks/${hook.id}/replay`, { since });
    expect([all.status, all.body]).toEqual([202, { replayed: 2 }]);
    await scene.deliver();
    expect(
      peer.requests
        .slice(2)
        .map((request) => payloadOf(request).data.id)
        .sort(),
    ).toEqual([before.id, after.id].sort());
    const none = await scene.call('advertiser', 'POST', `/v2/webhooks/${hook.id}/replay`, {
      since,
      until: new Date(Date.parse(since) + 1).toISOString(),
    });
    expect(none.body).toEqual({ replayed: 0 });
  });

  it('can be followed by id', async () => {
    const peer = await open();
    const hook = await scene.hook('advertiser', { url: peer.url, events: ['order.created'] });
    await scene.order();
    await scene.deliver();
    const [first] = await deliveries(hook.id, '?after=0');
    await scene.order();
    await scene.deliver();
    expect(await deliveries(hook.id, `?after=${first.id}`)).toHaveLength(1);
    expect(await deliveries(hook.id, '?status=failed')).toEqual([]);
  });
});

describe('secrets', () => {
  it('are shown once, and after a rotation both sign for a day', async () => {
    const peer = await open();
    const hook = await scene.hook('advertiser', { url: peer.url, events: ['order.created'] });
    expect(hook.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = await recordOf(hook.id);
    expect(JSON.stringify(read)).not.toContain(hook.secret);
    const rotated = await scene.call('advertiser', 'POST', `/v2/webhooks/${hook.id}/rotate-secret`);
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).not.toBe(hook.secret);
    await scene.call('advertiser', 'POST', `/v2/webhooks/${hook.id}/test`);
    await scene.deliver();
    const [request] = peer.requests as [PeerRequest];
    const headers = { ...request.headers, 'webhook-timestamp': request.headers['webhook-timestamp'] as string };
    const signs = (secret: string, { body }: PeerRequest, given: Record<string, unknown>) => {
      const at = new Date(Number(given['webhook-timestamp']) * 1000);
      const signature = new Verifier(secret).sign(String(given['webhook-id']), at, body.toString());
      return String(given['webhook-signature']).split(' ').includes(signature);
    };
    expect(payloadOf(request).type).toBe('webhook.test');
    expect([signs(hook.secret, request, headers), signs(rotated.body.secret, request, headers)]).toEqual([true, true]);
    scene.wait(DAY + MINUTE);
    await scene.call('advertiser', 'POST', `/v2/webhooks/${hook.id}/test`);
    await scene.deliver();
    const last = peer.requests.at(-1)!;
    expect([signs(hook.secret, last, last.headers), signs(rotated.body.secret, last, last.headers)]).toEqual([
      false,
      true,
    ]);
  });
});
