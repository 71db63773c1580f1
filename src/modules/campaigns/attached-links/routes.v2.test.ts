import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';

const { application, cast } = await createPopulatedApplication();
const store = await letShoppersIn(application);
await application.market.price({ storeId: cast.storeId, cpcMinor: 10 });

const rows = async (text: string, values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const send = (method: 'PUT' | 'DELETE', campaignId: number | string, linkId: number | string, role?: Role) =>
  application.call({
    method,
    url: `/v2/offers/${campaignId}/affiliate-links/${linkId}`,
    ...(role === undefined ? {} : { as: cast.tokens[role] }),
  });

/**
 * Creates a campaign of the cast's store for one creator without a link, so that its price applies only to attached
 * links.
 */
async function campaign(cpcMinor = 100): Promise<number> {
  const { market } = application;
  const id = await market.campaign({ storeId: cast.storeId, type: 'store_accept' });
  await market.price({ storeId: cast.storeId, campaignId: id, cpcMinor });
  return id;
}
const link = () => application.market.link({ userId: cast.ids.creator, storeId: cast.storeId });
const costOfClick = async ({ id, code }: { id: number; code: string }): Promise<number> => {
  await store(code);
  return (await rows('SELECT cost_minor FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1', [id]))[0].cost_minor;
};

describe('Attaching and detaching', () => {
  it('is allowed for the store and administrators, for links of any creator', async () => {
    for (const role of ROLES) {
      const [campaignId, { id }] = [await campaign(), await link()];
      const replies = [await send('PUT', campaignId, id, role), await send('DELETE', campaignId, id, role)];
      const lawful = role === 'advertiser' || role === 'admin';
      expect([role, ...replies.map(({ status }) => status)]).toEqual([role, ...(lawful ? [204, 204] : [404, 404])]);
      expect(replies.map(({ body }) => body?.message)).toEqual(
        Array(2).fill(lawful ? undefined : 'No query results for offer.'),
      );
    }
  });

  it.each(['PUT', 'DELETE'] as const)('%s: not without a token, and not for missing records', async (method) => {
    const [campaignId, { id }] = [await campaign(), await link()];
    expect((await send(method, campaignId, id)).status).toBe(401);
    for (const bad of ['999999999', '0', 'x', '9007199254740993', '-1', '1.5']) {
      const [noLink, noCampaign] = [await send(method, campaignId, bad, 'admin'), await send(method, bad, id, 'admin')];
      expect([noLink.status, noLink.body.message]).toEqual([404, 'No query results for affiliate link.']);
      expect([noCampaign.status, noCampaign.body.message]).toEqual([404, 'No query results for offer.']);
    }
  });

  it.each(['PUT', 'DELETE'] as const)(
    '%s: not for a link of another store, not even by administrators',
    async (method) => {
      const campaignId = await campaign();
      const { id } = await application.market.link({ userId: cast.ids.creator, storeId: cast.otherStoreId });
      for (const role of ['advertiser', 'admin'] as const) {
        const { status, body } = await send(method, campaignId, id, role);
        expect([status, body.message]).toEqual([404, 'No query results for affiliate link.']);
      }
      expect(await rows('SELECT FROM campaign_links WHERE link_id = $1', [id])).toEqual([]);
    },
  );

  it.each(['PUT', 'DELETE'] as const)('%s: not for a deleted campaign', async (method) => {
    const [campaignId, { id }] = [await campaign(), await link()];
    await application.call({ method: 'DELETE', url: `/v2/offers/${campaignId}`, as: cast.tokens.advertiser });
    const { status, body } = await send(method, campaignId, id, 'advertiser');
    expect([status, body.message]).toEqual([404, 'No query results for offer.']);
  });
});

describe('An attached link', () => {
  it('earns by the campaign from the next click until it is detached; repeating either has no effect', async () => {
    const [campaignId, attached, other] = [await campaign(), await link(), await link()];
    const paid = [await costOfClick(attached)];
    for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE', 'PUT'] as const) {
      expect((await send(method, campaignId, attached.id, 'advertiser')).status).toBe(204);
      paid.push(await costOfClick(attached));
    }
    expect(paid).toEqual([10, 100, 100, 10, 10, 100]);
    expect(await costOfClick(other)).toBe(10);
  });

  it('adds one line to the audit log per change', async () => {
    const [campaignId, { id }] = [await campaign(), await link()];
    for (const method of ['PUT', 'PUT', 'DELETE', 'DELETE'] as const) await send(method, campaignId, id, 'advertiser');
    const written = await rows(
      `SELECT action, actor_id, details FROM audit_log WHERE subject_kind = 'offer' AND subject_id = $1 ORDER BY id`,
      [campaignId],
    );
    const by = { actor_id: cast.ids.advertiser, details: { link: id } };
    expect(written).toEqual([
      { action: 'offer.link_attached', ...by },
      { action: 'offer.link_detached', ...by },
    ]);
  });

  it('is attached once by concurrent requests, and a concurrent deletion ends it', async () => {
    const [campaignId, attached] = [await campaign(), await link()];
    const replies = await Promise.all(
      Array.from({ length: 10 }, () => send('PUT', campaignId, attached.id, 'advertiser')),
    );
    expect(replies.map(({ status }) => status)).toEqual(Array(10).fill(204));
    expect(await rows('SELECT FROM campaign_links WHERE campaign_id = $1', [campaignId])).toHaveLength(1);
    expect(await costOfClick(attached)).toBe(100);
    for (let round = 0; round < 5; round++) {
      const [mortal, { id, code }] = [await campaign(), await link()];
      const [put, gone] = await Promise.all([
        send('PUT', mortal, id, 'advertiser'),
        application.call({ method: 'DELETE', url: `/v2/offers/${mortal}`, as: cast.tokens.advertiser }),
      ]);
      expect([put.status === 204 || put.status === 404, gone.status]).toEqual([true, 204]);
      expect(await costOfClick({ id, code })).toBe(10);
    }
  });
});
