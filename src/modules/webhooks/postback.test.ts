import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { openHttpPeer } from '../../../tests/harness/peers/http-peer.ts';
import { createWebhookScene } from '../../../tests/harness/webhook-scene.ts';
import { PRESETS } from './postback-presets.ts';
import { fillRequest, fillUrl } from './postback-template.ts';

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
      body: null,
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
  const filling = (data: Record<string, unknown>, values = {}) => ({
    event: { id: 'msg_1', type: 'order.created', timestamp: '2026-03-30T12:00:00.000Z', data },
    values,
  });
  const posted = { method: 'POST', url: 'https://n.example/', headers: {} } as const;

  it('leads to the stated address, for any values', () => {
    const data = { sub1: '../@evil.example/?x=1&y#z', sub2: null };
    const url = fillUrl('https://n.example/p/{sub1}?b={sub2}', filling(data));
    expect(url).toBe('https://n.example/p/..%2F%40evil.example%2F%3Fx%3D1%26y%23z?b=');
    expect(new URL(url).host).toBe('n.example');
  });

  it('keeps any value at its place in JSON, in a form and in a header', () => {
    const body = JSON.stringify({ a: '{sub1}', nested: [{ b: 'x{sub1}y' }], n: 1 });
    const text = fc.string({ unit: 'binary', minLength: 1 });
    fc.assert(
      fc.property(text, (sub1) => {
        const given = filling({ sub1 });
        const json = fillRequest({ ...posted, contentType: 'json', body }, given);
        expect(JSON.parse(json.body!)).toEqual({ a: sub1, nested: [{ b: `x${sub1}y` }], n: 1 });
        const form = fillRequest({ ...posted, contentType: 'form', body: 'a={sub1}&b=2' }, given);
        expect([...new URLSearchParams(form.body!).keys()]).toEqual(['a', 'b']);
        const { headers } = fillRequest(
          { ...posted, headers: { 'x-a': '<{sub1}>' }, contentType: null, body: null },
          given,
        );
        expect(headers['x-a']).toMatch(/^<[\x20-\x7e]*>$/);
      }),
    );
  });

  it('leaves out what lacks a value, and writes amounts and times as numbers', () => {
    const data = { sub1: '', ordered_at: '2026-03-30T10:00:00.000Z', net_value: { minor: 12_345, currency: 'SEK' } };
    const body = JSON.stringify({
      v: '{value}',
      text: '{value} {value_currency}',
      at: '{ordered_seconds}',
      gone: 'a.{sub1}',
    });
    const json = fillRequest({ ...posted, headers: { 'x-a': '{sub1}' }, contentType: 'json', body }, filling(data));
    expect(JSON.parse(json.body!)).toEqual({ v: 123.45, text: '123.45 SEK', at: 1_774_864_800 });
    expect(json.headers).toEqual({ 'content-type': 'application/json' });
    const form = fillRequest({ ...posted, contentType: 'form', body: 'v={value}&gone={sub1}' }, filling(data));
    expect(form.body).toBe('v=123.45');
  });
});

describe('a postback with a body', () => {
  const SECRETS: Record<string, string> = {
    measurement_id: 'G-TEST1234',
    api_secret: 'ga-secret-1',
    pixel_id: '1234567890',
    access_token: 'token-of-the-owner',
    pixel_code: 'C4TESTCODE',
  };

  /** The rules that each provider documents for the bodies of its requests. */
  const shapes = {
    ga4: {
      client_id: expect.any(String),
      timestamp_micros: expect.any(Number),
      events: [
        {
          name: 'purchase',
          params: {
            transaction_id: expect.any(String),
            value: expect.any(Number),
            currency: expect.stringMatching(/^[A-Z]{3}$/),
          },
        },
      ],
    },
    meta: {
      data: [
        {
          event_name: 'Purchase',
          event_time: expect.any(Number),
          event_id: expect.any(String),
          action_source: 'system_generated',
          user_data: {
            fbc: expect.stringMatching(/^fb\.1\.\d{13}\..+$/),
            external_id: [expect.stringMatching(/^[0-9a-f]{64}$/)],
          },
          custom_data: {
            value: expect.any(Number),
            currency: expect.stringMatching(/^[A-Z]{3}$/),
            order_id: expect.any(String),
          },
        },
      ],
      access_token: SECRETS['access_token'],
    },
    tiktok: {
      event_source: 'web',
      event_source_id: SECRETS['pixel_code'],
      data: [
        {
          event: 'CompletePayment',
          event_time: expect.any(Number),
          event_id: expect.any(String),
          user: { ttclid: 'visit-1', external_id: expect.stringMatching(/^[0-9a-f]{64}$/) },
          properties: { value: expect.any(Number), currency: expect.any(String), order_id: expect.any(String) },
        },
      ],
    },
  };

  it.each(PRESETS.map((preset) => [preset.id, preset] as const))(
    'of the preset %s has the documented form',
    async (id, preset) => {
      await scene.query(
        `INSERT INTO click_subs (click_id, user_id, day, sub5) VALUES ($1, $2, current_date, 'visit-1') ON CONFLICT DO NOTHING`,
        [scene.clickId, scene.cast.ids.creator],
      );
      const peer = await openHttpPeer(() => ({ status: 200, body: `seen ${SECRETS['access_token']}` }));
      const listed = (await scene.call('creator', 'GET', '/v2/postback-presets')).body.data.find(
        (one: { id: string }) => one.id === id,
      );
      const { id: _, name: __, secret_names: names, ...request } = listed;
      const secrets = Object.fromEntries(names.map((name: string) => [name, SECRETS[name]]));
      const path = new URL(preset.url.replaceAll(/[{}]/g, '')).pathname;
      const url = preset.url.replace(/^https:\/\/[^/]+/, peer.url);
      const made = await make(url, 'creator', { ...request, url, secrets });
      expect([made.status, made.body.secret_names]).toEqual([201, names]);
      await scene.order();
      await scene.deliver();
      const [sent] = peer.requests;
      expect([sent!.method, sent!.headers['content-type']]).toEqual(['POST', 'application/json']);
      expect(JSON.parse(sent!.body.toString())).toEqual(shapes[id]);
      expect(decodeURIComponent(sent!.target)).toContain(path.replace('secret.pixel_id', SECRETS['pixel_id']!));
      if (id === 'tiktok') expect(sent!.headers['access-token']).toBe(SECRETS['access_token']);
      // Nothing of what the owner has entered is shown.
      const log = await scene.call('creator', 'GET', `/v2/postbacks/${made.body.id}/deliveries`);
      for (const reply of [made, log, await scene.call('creator', 'GET', `/v2/postbacks/${made.body.id}`)])
        for (const value of Object.values(secrets)) expect(JSON.stringify(reply.body)).not.toContain(value);
      expect(log.body.data[0].attempts[0]).toMatchObject({ request: { method: 'POST' }, reply: { status: 200 } });
      const [row] = await scene.query('SELECT sealed_values FROM webhooks WHERE id = $1', [made.body.id]);
      for (const value of Object.values(secrets)) expect(row.sealed_values.toString('latin1')).not.toContain(value);
    },
  );

  it('is tested with a sample order, and the request and its reply are shown', async () => {
    const peer = await openHttpPeer(() => ({ status: 400, body: 'no such pixel' }));
    const body = JSON.stringify({ event: '{event}', value: '{value}', key: '{secret.key}' });
    const { body: postback } = await make(peer.url, 'creator', {
      method: 'POST',
      content_type: 'json',
      body,
      secrets: { key: 'abcdef' },
    });
    expect((await scene.call('creator', 'POST', `/v2/postbacks/${postback.id}/test`)).status).toBe(202);
    await scene.deliver();
    expect(JSON.parse(peer.requests[0]!.body.toString())).toEqual({ event: 'webhook.test', value: 100, key: 'abcdef' });
    const { body: log } = await scene.call('creator', 'GET', `/v2/postbacks/${postback.id}/deliveries`);
    expect(log.data[0].attempts[0]).toMatchObject({
      request: { method: 'POST', body: '{"event":"webhook.test","value":100,"key":"•••"}' },
      reply: { status: 400, body: 'no such pixel' },
    });
    expect(log.data[0].status).toBe('pending');
  });

  it.each<[string, object, string]>([
    ['a body for a GET', { body: '{}', content_type: 'json' }, 'body'],
    ['a body without its type', { method: 'POST', body: 'a=1' }, 'content_type'],
    ['text that is no JSON', { method: 'POST', content_type: 'json', body: '{"v": {value}}' }, 'body'],
    ['a macro as a name', { method: 'POST', content_type: 'json', body: '{"{sub1}": 1}' }, 'body'],
    ['an unknown macro in a form', { method: 'POST', content_type: 'form', body: 'a={password}' }, 'body'],
    ['the header Host', { headers: { Host: 'internal.example' } }, 'headers.Host'],
    ['a header of the connection', { headers: { 'Transfer-Encoding': 'chunked' } }, 'headers.Transfer-Encoding'],
    ['a header that proxies trust', { headers: { 'X-Forwarded-For': '{sub1}' } }, 'headers.X-Forwarded-For'],
    ['a header with a line break', { headers: { 'x-a': 'a\r\nb: c' } }, 'headers.x-a'],
    ['a value that was not entered', { headers: { 'x-a': '{secret.key}' } }, 'secrets'],
  ])('is refused: %s', async (_what, given, field) => {
    const { status, body } = await make('https://n.example/', 'creator', given);
    expect([status, Object.keys(body.errors ?? {})]).toEqual([422, [field]]);
  });

  it('loses entered values when it is sent to another host, and keeps them otherwise', async () => {
    const given = { headers: { 'x-key': '{secret.key}' }, secrets: { key: 'abcdef' } };
    const { body: postback } = await make('https://n.example/in', 'creator', given);
    const change = (body: object) => scene.call('creator', 'PATCH', `/v2/postbacks/${postback.id}`, body);
    for (const url of ['https://evil.example/in', 'https://n.example.evil.example/', 'http://n.example/in']) {
      const { status, body } = await change({ url });
      expect([url, status, Object.keys(body.errors)]).toEqual([url, 422, ['secrets']]);
    }
    expect((await change({ url: 'https://n.example/other?b={sub1}' })).body.secret_names).toEqual(['key']);
    expect((await change({ url: 'https://other.example/', secrets: { key: 'ghijkl' } })).status).toBe(200);
    expect((await change({ headers: {} })).body).toMatchObject({ headers: {}, secret_names: [] });
    const [row] = await scene.query('SELECT sealed_values FROM webhooks WHERE id = $1', [postback.id]);
    expect(row.sealed_values).toBeNull();
  });
});
