import { expect, it } from 'vitest';
import { resolveReferences } from '../src/platform/http/resolve-references.ts';
import { createTestApplication } from './harness/application.ts';
import { openDemoMarket } from './harness/demo.ts';

/** Just below 2^53: each is exact, and two of them are not. */
const HUGE_MINOR = 9_007_199_254_740_990;

const market = await openDemoMarket();
const application = await createTestApplication({ database: market.database });
await market.database.pool.query(
  'UPDATE store_credit SET own_limit_minor = 9223372036854775807 / 2, limit_minor = 9223372036854775807 / 2',
);
// Values above the limit of a report, set directly, because reaching them with reports would take hours.
await market.database.pool.query(
  `UPDATE orders SET original_minor = $1, value_minor = $1, refunded_minor = 0
   WHERE id IN (SELECT id FROM orders WHERE store_id = ANY ($2) ORDER BY day DESC, id DESC LIMIT 12)`,
  [HUGE_MINOR, [market.demo.ids.store, market.demo.ids.other_store]],
);

/** Values of path parameters. A path with another parameter is left out. */
function filled(path: string): string | null {
  const { ids } = market.demo;
  const values: Record<string, number | string> = {
    user: ids.user,
    userId: ids.user,
    userid: ids.user,
    user_id: ids.user,
    id: ids.store,
    store: ids.store,
    advertiser: ids.store,
    client: ids.client,
    agencyId: ids.client,
    offer: ids.offer,
    campaignId: ids.offer,
    campaignUser: ids.offer_user,
    participant: ids.offer_user,
    affiliate_link: ids.affiliate_link,
    tag: ids.affiliate_link,
  };
  const address = path.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  return address.includes('{') ? null : address;
}

it('Sums beyond 2^53 minor units are exact or refused with a clear error, by every read', async () => {
  const { paths } = resolveReferences((await application.call({ url: '/openapi.json' })).body);
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  const range = `from=${day(60)}&to=${day(0)}`;
  const failed: string[] = [];
  const refused: string[] = [];
  const { admin, advertiser, creator } = market.demo.tokens;
  for (const path of Object.keys(paths).filter((each) => 'get' in paths[each])) {
    const address = filled(path);
    if (address === null || /^\/(?:r|px|t|docs)\//.test(address)) continue;
    // A query that the operation does not declare is ignored.
    const hasRange = paths[path].get.parameters?.some(({ name }: { name: string }) => name === 'from') ?? false;
    for (const as of [admin, advertiser, creator]) {
      for (const query of hasRange ? ['', `?${range}`] : ['']) {
        const reply = await application.app.inject({ url: `${address}${query}`, headers: { authorization: as } });
        if (reply.statusCode >= 500) failed.push(`${address}${query} ${reply.statusCode} ${reply.body.slice(0, 200)}`);
        if (reply.body.includes('amount_too_large')) refused.push(address);
      }
    }
  }
  expect(failed).toEqual([]);
  // At least some sums must have been large enough to be refused.
  expect(refused.length).toBeGreaterThan(3);
});
