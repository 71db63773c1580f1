import { expect, it } from 'vitest';
import { createTestApplication } from '../../../tests/harness/application.ts';
import { letShoppersIn } from '../../../tests/harness/shoppers.ts';

// All clicks are on one day, because a visitor counts again on the next day.
const application = await createTestApplication({ now: () => new Date('2026-05-10T12:00:00Z') });
const follow = await letShoppersIn(application);

it('The figures of a list are those of the clicks through the redirect', async () => {
  const { market, database, call, tokenOf } = application;
  const userId = await market.user({ agencyId: await market.agency({ userShare: 0.8 }) });
  const storeId = await market.store();
  await market.price({ storeId, cpcMinor: 101 });
  const busy = await market.link({ userId, storeId });
  const quiet = await market.link({ userId, storeId });
  const never = await market.link({ userId, storeId });
  for (let shopper = 0; shopper < 12; shopper++) await follow(busy.code, { visitor: `shopper ${shopper}` });
  await Promise.all(Array.from({ length: 5 }, () => follow(busy.code, { visitor: 'shopper 0' })));
  await follow(busy.code, { agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
  await follow(quiet.code);

  const as = await tokenOf(userId);
  const query = 'include[]=stats&sort_by=number_of_clicks:desc';
  const { body } = await call({ url: `/v2/affiliate-links?${query}`, as });
  const figures = (clicks: number) => ({
    number_of_clicks: clicks,
    // 80 % of 101 is 80.8, rounded down for each click.
    cost_creator_approved: clicks * 80,
    cost_creator_potential: 0,
    currency: 'SEK',
  });
  expect(body.data).toMatchObject([
    { id: busy.id, ...figures(12) },
    { id: quiet.id, ...figures(1) },
    { id: never.id, ...figures(0) },
  ]);
  const { rows } = await database.pool.query(
    `SELECT d.link_id AS id, sum(d.clicks)::int AS number_of_clicks, sum(d.user_minor)::int AS cost_creator_approved
    FROM link_days d WHERE d.user_id = $1 GROUP BY d.link_id ORDER BY 2 DESC`,
    [userId],
  );
  expect(body.data.slice(0, 2)).toMatchObject(rows);
});
