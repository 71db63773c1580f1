import http from 'node:http';
import { describe, expect, it } from 'vitest';
import { createWebhookScene } from '../../../../tests/harness/webhook-scene.ts';

const scene = await createWebhookScene();
await scene.application.app.listen({ port: 0, host: '127.0.0.1' });
const port = (scene.application.app.server.address() as { port: number }).port;

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';
let shoppers = 0;
/** Follows the link as a new shopper; the click's id. */
function follow(query: string): Promise<string> {
  shoppers += 1;
  const headers = { 'user-agent': AGENT, 'x-forwarded-for': `198.51.100.${shoppers}`, accept: 'text/html' };
  return new Promise((resolve, reject) => {
    http
      .get({ host: '127.0.0.1', port, path: `/r/${scene.link.code}${query}`, headers }, (reply) => {
        reply.resume();
        resolve(new URL(reply.headers.location!).searchParams.get('tclid')!);
      })
      .on('error', reject);
  });
}

const stats = (query = '', role: 'creator' | 'otherCreator' | 'advertiser' | 'agency' | 'admin' | null = 'creator') =>
  scene.call(role, 'GET', `/v2/users/${scene.cast.ids.creator}/sub-id-stats${query}`);

describe('sub-ids', () => {
  it('are stored with the click, reported by value, and exported', async () => {
    const blog = await follow('?sub1=blog&sub2=top');
    await follow('?sub1=blog&sub2=side');
    await follow('?clickref=video');
    await follow('');
    await scene.order({ tclid: blog });
    const { body } = await stats();
    const row = (value: string, [clicks, orders, ofClicks, ofOrders]: [number, number, number, number]) => ({
      value,
      currency: 'SEK',
      clicks,
      click_earnings: { minor: ofClicks, currency: 'SEK' },
      orders,
      order_earnings: { minor: ofOrders, currency: 'SEK' },
      click_earnings_minor: ofClicks,
      order_earnings_minor: ofOrders,
    });
    expect(body.data).toEqual([row('blog', [2, 1, 140, 700]), row('video', [1, 0, 70, 0])]);
    const bySecond = (await stats('?group_by=sub2')).body.data;
    expect(bySecond.map(({ value, clicks }: { value: string; clicks: number }) => [value, clicks])).toEqual([
      ['side', 1],
      ['top', 1],
    ]);
    const url = `/v2/users/${scene.cast.ids.creator}/sub-id-stats?format=csv`;
    const file = await scene.application.app.inject({ url, headers: { authorization: scene.cast.tokens.creator } });
    expect(file.body.split('\r\n')[1]).toBe('blog,SEK,2,1.40,1,7.00');
    expect(await scene.query('SELECT count(*)::int AS n FROM click_subs')).toEqual([{ n: 3 }]);
  });

  it('never change where the shopper is sent', async () => {
    const [{ url }] = await scene.query('SELECT url FROM links WHERE id = $1', [scene.link.id]);
    const id = await follow('?sub1=x&tclid=forged&url=https://evil.example');
    expect(id).not.toBe('forged');
    const location = await new Promise<string>((resolve) => {
      http.get({ host: '127.0.0.1', port, path: `/r/${scene.link.code}?sub1=x` }, (reply) => {
        reply.resume();
        resolve(reply.headers.location!);
      });
    });
    expect(location.startsWith(`${url}?tclid=`)).toBe(true);
  });

  it('are in the creator’s and the agency’s postbacks and events, and not in the store’s', async () => {
    const [mine, stores] = [
      await scene.hook('creator', { url: 'http://127.0.0.1:9/' }),
      await scene.hook('advertiser', { url: 'http://127.0.0.1:9/' }),
    ];
    await scene.order({ tclid: await follow('?sub3=newsletter') });
    await scene.deliver();
    const dataOf = async (id: number) =>
      (await scene.call('admin', 'GET', `/v2/webhooks/${id}/deliveries?type=order.created`)).body.data[0].event.data;
    expect(await dataOf(mine.id)).toMatchObject({ sub1: null, sub3: 'newsletter' });
    expect(await dataOf(stores.id)).not.toHaveProperty('sub3');
  });

  it('are the creator’s and the agency’s to read', async () => {
    const statuses = [];
    for (const role of [null, 'otherCreator', 'advertiser', 'agency', 'admin'] as const)
      statuses.push((await stats('', role)).status);
    expect(statuses).toEqual([401, 404, 404, 200, 200]);
  });

  it.each([
    ['?group_by=sub6', 'group_by'],
    ['?from=2026-02-30', 'from'],
    ['?from=2026-02-02&to=2026-02-01', 'from'],
    ['?size=101', 'size'],
    ['?format=pdf', 'format'],
  ])('are refused %s', async (query, field) => {
    const { status, body } = await stats(query);
    expect([status, Object.keys(body.errors)]).toEqual([422, expect.arrayContaining([field])]);
  });
});
