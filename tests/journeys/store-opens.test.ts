import { describe, expect, it, vi } from 'vitest';
import { createTestApplication, type TestApplication } from '../harness/application.ts';
import { createCast } from '../harness/cast.ts';

// Two processes on one database: changes in the first are visible there at once, and in the second after the database's
// notification.

const first = await createTestApplication();
const second = await createTestApplication({ database: first.database });
await first.market.storeGroup({ currency: 'SEK', country: 'SE' });
const category = await first.market.category();
const cast = await createCast(first);

async function inspectIn(process: TestApplication, url: string): Promise<string> {
  const inspections = `/v2/users/${cast.ids.creator}/inspections/affiliate-link`;
  const { body } = await process.call({ method: 'POST', url: inspections, as: cast.tokens.creator, body: { url } });
  return body.inspection_result;
}

/** Waits until a process returns the expected result for a URL. */
async function saysAtLast(process: TestApplication, url: string, result: string): Promise<void> {
  await vi.waitFor(() => expect(process.live.index.inspect(url, {}).result).toBe(result), {
    timeout: 30_000,
    interval: 10,
  });
  expect(await inspectIn(process, url)).toBe(result);
}

/** Expects the result for a URL in both processes: in the first, where it was changed, at once. */
async function bothSay(url: string, result: string): Promise<void> {
  expect(await inspectIn(first, url)).toBe(result);
  await saysAtLast(second, url, result);
}

/** Whether a creator finds the store in its category and can create a link to it. */
async function isOpenIn(
  process: TestApplication,
  storeId: number,
  url: string,
): Promise<[listed: boolean, made: boolean]> {
  const as = cast.tokens.creator;
  const shelf = `/v2/users/${cast.ids.creator}/advertisers?category_id=${category}`;
  const { data } = (await process.call({ url: shelf, as })).body;
  const link = await process.call({ method: 'POST', url: '/v2/affiliate-links', as, body: { url } });
  return [data.some(({ id }: { id: number }) => id === storeId), link.status === 200];
}

let storeCount = 0;
/** A store registers in the first process, and an administrator approves it and accepts its domains. */
async function newStore() {
  const domain = `opens-${++storeCount}.example`;
  const { status, body } = await first.call({
    method: 'POST',
    url: '/advertiser/register-store',
    body: {
      user: { email: `owner@${domain}`, password: 'a-long-password', password_confirmation: 'a-long-password' },
      feed_name: 'Opens',
      language_iso_code: 'sv',
      locale: 'sv_SE',
      currency_iso_code: 'SEK',
      domains: [domain],
      categories: [category],
      revenue_cpc: 150,
      social_revenue_cpc: 120,
    },
  });
  expect(status).toBe(201);
  const approve = async () => {
    const url = `/v2/admin/stores/${body.id}/approve`;
    const request = { method: 'POST', url, as: cast.tokens.admin, body: { consent_to_domains: true } } as const;
    expect((await first.call(request)).status).toBe(200);
  };
  await approve();
  const as = await first.tokenOf(body.users[0].id);
  const change = async (changes: object) => {
    const url = `/advertiser/stores/${body.id}`;
    expect((await first.call({ method: 'PATCH', url, as, body: { hidden: 0, ...changes } })).status).toBe(200);
    if ('domains' in changes) await approve();
  };
  return { id: body.id as number, domain, change };
}

describe('Both processes notice that a store', () => {
  it('exists', async () => {
    const { id, domain } = await newStore();
    const url = `https://www.${domain}/shoes`;
    await bothSay(url, 'single_advertiser');
    expect(await isOpenIn(first, id, url)).toEqual([true, true]);
    expect(await isOpenIn(second, id, `${url}/2`)).toEqual([true, true]);
  });

  it('adds and removes domains', async () => {
    const { domain, change } = await newStore();
    await bothSay(`https://outlet-${domain}/`, 'no_advertiser');
    await change({ domains: [domain, `outlet-${domain}`] });
    await bothSay(`https://outlet-${domain}/`, 'single_advertiser');
    await change({ domains: [`outlet-${domain}`] });
    await bothSay(`https://${domain}/`, 'no_advertiser');
    await bothSay(`https://outlet-${domain}/`, 'single_advertiser');
  });

  it('is hidden and shown again', async () => {
    const { id, domain, change } = await newStore();
    const url = `https://${domain}/shoes`;
    await bothSay(url, 'single_advertiser');
    await change({ hidden: 1 });
    await bothSay(url, 'not_visible');
    expect([await isOpenIn(first, id, url), await isOpenIn(second, id, url)]).toEqual([
      [false, false],
      [false, false],
    ]);
    await change({ hidden: 0 });
    await bothSay(url, 'single_advertiser');
    expect(await isOpenIn(second, id, url)).toEqual([true, true]);
  });

  it('owns a domain that two processes claim', async () => {
    const body = { name: 'Rush', country: 'SE', currency: 'SEK', language: 'sv', domains: [['rush.example']] };
    const callers = await Promise.all([1, 2, 3, 4].map(async () => first.tokenOf(await first.market.user())));
    const asked = callers.map((as, index) =>
      (index % 2 === 0 ? first : second).call({ method: 'POST', url: '/v2/stores', as, body }),
    );
    const replies = await Promise.all(asked);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400, 400]);
    const { id } = replies.find(({ status }) => status === 201)!.body;
    const approval = { method: 'POST', as: cast.tokens.admin, body: { consent_to_domains: true } } as const;
    expect((await first.call({ ...approval, url: `/v2/admin/stores/${id}/approve` })).status).toBe(200);
    // Either process may have created it.
    for (const process of [first, second]) await saysAtLast(process, 'https://rush.example/', 'single_advertiser');
  });
});
