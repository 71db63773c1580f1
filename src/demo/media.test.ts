import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createTestApplication } from '../../tests/harness/application.ts';
import { openDemoMarket } from '../../tests/harness/demo.ts';
import type { DemoRole } from './demo-file.ts';

const { database, deps, demo } = await openDemoMarket();
const application = await createTestApplication({ database, storage: deps.storage });

const get = async (role: DemoRole, url: string) => {
  const { status, body } = await application.call({ url, as: demo.tokens[role] });
  expect([url, status]).toEqual([url, 200]);
  return body;
};

describe('The demo’s media', () => {
  it('are visible to their creators, agencies, stores and administrators', async () => {
    const totals = await Promise.all(
      (['creator', 'agency', 'advertiser', 'admin'] as const).map(
        async (role) => (await get(role, '/v2/user-media')).total,
      ),
    );
    const [creator, agency, advertiser, admin] = totals;
    for (const total of [creator, advertiser]) expect(total).toBeGreaterThan(2);
    expect(agency).toBeGreaterThan(creator!);
    expect(admin).toBeGreaterThan(agency!);
  });

  it('are valid pictures', async () => {
    const { data } = await get('admin', '/v2/user-media?media_type=social');
    const { pathname } = new URL(data[0].media.href);
    const { statusCode, headers, rawPayload } = await application.app.inject({ url: pathname });
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/jpeg']);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: 'jpeg', width: 270, height: 360 });
  });

  it("are in the store's list with their results, and its stories are known", async () => {
    const { data } = await get('advertiser', `/stores/${demo.ids.store}/media?order_by=clicks`);
    expect(Number(data[0].clicks)).toBeGreaterThan(50);
    expect(data[0].cost).toBeGreaterThan(0);
    const { url, username } = data.find((one: { url: string }) => one.url !== '');
    const story = await get('advertiser', `/stores/${demo.ids.store}/socialStorys/${username}/${url.split('/').pop()}`);
    expect(story).toEqual({ data: { type: 'image/jpeg' } });
  });

  it('appear in the influencer search', async () => {
    const path = `/advertiser/stores/${demo.ids.store}/influencers`;
    const { data, total } = await get('advertiser', `${path}/fullData?locale=sv&sort=performance`);
    expect(total).toBeGreaterThan(3);
    expect(data[0]).toMatchObject({ display_name: 'Linnéa Bergström', followers: 84_300, has_full_data: true });
    expect((await get('advertiser', `${path}?store_id=${demo.ids.store}`)).total).toBeGreaterThan(2);
  });

  it('belong to stores and people with complete onboarding', async () => {
    const { app, store } = await get('advertiser', '/v2/entrypoint');
    expect([app, store.id]).toEqual(['advertiser', demo.ids.store]);
    expect((await get('advertiser', '/connect-with-analytics')).data[0].store_id).toBe(demo.ids.store);
  });
});
