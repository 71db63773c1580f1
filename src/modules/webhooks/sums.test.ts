import { afterEach, describe, expect, it } from 'vitest';
import { openHttpPeer, type PeerRequest } from '../../../tests/harness/peers/http-peer.ts';
import { clickRecorder } from '../../../tests/harness/recorded-clicks.ts';
import { createWebhookScene } from '../../../tests/harness/webhook-scene.ts';
import { createCalendar } from '../../platform/calendar.ts';
import { publishSums } from './start-webhooks.ts';

const MINUTE = 60_000;
const PAST_THE_LAG = 2 * MINUTE;

const scene = await createWebhookScene();
const record = clickRecorder(scene.application.database, createCalendar('UTC'));
afterEach(() => scene.query('UPDATE webhooks SET deleted_at = now()'));

const sum = () => publishSums({ db: scene.application.database.db, now: scene.now });
const open = () => openHttpPeer(() => ({ status: 200 }));
const dataOf = ({ body }: PeerRequest) => JSON.parse(body.toString()).data;

describe('clicks', () => {
  it('are added up by link for subscribers, each with its own figures, and each click once', async () => {
    const peers = { advertiser: await open(), creator: await open(), admin: await open(), otherCreator: await open() };
    for (const role of ['advertiser', 'creator', 'admin', 'otherCreator'] as const)
      await scene.hook(role, { url: peers[role].url, events: ['click.recorded'] });
    await sum();
    const at = scene.now();
    await record([
      { code: scene.link.code, at, visitor: 'a' },
      { code: scene.link.code, at, visitor: 'b' },
      { code: scene.link.code, at, class: 1 },
    ]);
    await sum();
    await scene.deliver();
    // The minute is not over.
    expect(peers.creator.requests).toEqual([]);
    scene.wait(PAST_THE_LAG);
    await sum();
    scene.wait(PAST_THE_LAG);
    await sum();
    await scene.deliver();
    const link = {
      affiliate_link_id: scene.link.id,
      store_id: scene.cast.storeId,
      user_id: scene.cast.ids.creator,
      clicks: 2,
      uncounted_clicks: 1,
    };
    const cost = { cost: { minor: 200, currency: 'SEK' } };
    const earnings = { earnings: { minor: 140, currency: 'SEK' } };
    expect(peers.creator.requests.map(dataOf)).toEqual([
      { from: expect.any(String), until: expect.any(String), links: [{ ...link, ...earnings }] },
    ]);
    expect(peers.advertiser.requests.map((request) => dataOf(request).links)).toEqual([[{ ...link, ...cost }]]);
    expect(peers.admin.requests.map((request) => dataOf(request).links)).toEqual([[{ ...link, ...cost, ...earnings }]]);
    expect(peers.otherCreator.requests).toEqual([]);
  });

  it('are not read without a subscriber, and earlier ones are not sent afterwards', async () => {
    await record([{ code: scene.link.code, at: scene.now() }]);
    scene.wait(PAST_THE_LAG);
    await sum();
    const peer = await open();
    await scene.hook('creator', { url: peer.url, events: ['click.*'] });
    scene.wait(PAST_THE_LAG);
    await sum();
    await scene.deliver();
    expect(peer.requests).toEqual([]);
  });
});

describe('a limit', () => {
  it('is reported once when a campaign has reached it, and again after it was raised', async () => {
    const { cast, application, query } = scene;
    const [store, creator] = [await open(), await open()];
    await scene.hook('advertiser', { url: store.url, events: ['limit.reached'] });
    await scene.hook('creator', { url: creator.url, events: ['*'] });
    const campaignId = await application.market.campaign({ storeId: cast.storeId, type: 'standard', maxClicks: 1 });
    await application.market.price({ storeId: cast.storeId, campaignId, cpcMinor: 50 });
    await sum();
    await record([{ code: scene.link.code, at: scene.now() }]);
    await sum();
    await sum();
    await scene.deliver();
    expect(store.requests.map(dataOf)).toEqual([
      expect.objectContaining({ offer_id: campaignId, store_id: cast.storeId, clicks: 1, max_clicks: 1 }),
    ]);
    expect(creator.requests.filter(({ body }) => body.includes('limit.reached'))).toEqual([]);
    await query('UPDATE campaigns SET max_clicks = 2 WHERE id = $1', [campaignId]);
    await sum();
    await query('UPDATE campaigns SET max_clicks = 1 WHERE id = $1', [campaignId]);
    await sum();
    await scene.deliver();
    expect(store.requests).toHaveLength(2);
  });
});
