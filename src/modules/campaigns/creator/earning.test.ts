import { expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';

const application = await createTestApplication();
const store = await letShoppersIn(application);

const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;

it.each([
  ['user_accept', null, 'accepted'],
  ['user_accept', 'open', 'accepted'],
  ['store_accept', 'accepted', 'accepted'],
] as const)(
  'Joining a %s campaign as %s prices the next click on an existing link',
  async (type, waitingAs, joined) => {
    const { market } = application;
    const storeId = await market.store();
    await market.price({ storeId, cpcMinor: 10 });
    const campaignId = await market.campaign({ storeId, type });
    await market.price({ storeId, campaignId, cpcMinor: 100 });
    const userId = await market.user({ email: `earner-${campaignId}@example.test` });
    if (waitingAs !== null)
      await query(
        'INSERT INTO participants (campaign_id, pre_registered_email, status) VALUES ($1, $2, $3)',
        campaignId,
        `earner-${campaignId}@example.test`,
        waitingAs,
      );
    const link = await market.link({ userId, storeId });
    const click = async () => {
      expect((await store(link.code)).status).toBe(302);
      const [last] = await query(
        'SELECT cost_minor, campaign_id FROM clicks WHERE link_id = $1 AND class = 0 ORDER BY id DESC LIMIT 1',
        link.id,
      );
      return [last.cost_minor, last.campaign_id];
    };
    expect(await click()).toEqual([10, null]);
    const [{ token }] = await query('SELECT token FROM campaigns WHERE id = $1', campaignId);
    const url = `/v2/offer-by-token/${token}/users/${userId}/join`;
    const { body } = await application.call({ method: 'POST', url, as: await application.tokenOf(userId) });
    expect([body.status, body.can_create_link]).toEqual([joined, true]);
    expect(await click()).toEqual([100, campaignId]);
  },
);
