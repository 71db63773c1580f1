import { describe, expect, it } from 'vitest';
import { adminOf, tally } from '../../../../tests/harness/admin.ts';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';
import { unique } from '../../../../tests/harness/unique.ts';

const application = await createTestApplication();
const admin = adminOf(application, await application.tokenOf(await application.market.user({ isAdmin: true })));
const store = await letShoppersIn(application);

const makeAgency = (values: object = {}) => admin.make('clients', { name: unique(), client_id: unique(), ...values });
const makeTier = (values: object = {}) => admin.make('revenue-tiers', { name: unique(), ...values });

describe('A revenue tier', () => {
  it('stays with the client that it was created for', async () => {
    const [agency, other] = [await makeAgency(), await makeAgency()];
    const tier = await makeTier({ client_id: agency.id });
    const reply = await admin.patch(`revenue-tiers/${tier.id}`, { client_id: other.id });
    expect([reply.status, reply.body.errors]).toEqual([422, { client_id: ['is not a known field'] }]);
    const unknown = await admin.post('revenue-tiers', { name: 'x', client_id: 2 ** 53 - 1 });
    expect([unknown.status, unknown.body.errors]).toEqual([
      422,
      { client_id: ['must be the id of a client that exists'] },
    ]);
    expect(await makeTier({ client_id: null })).toMatchObject({ client_id: null });
  });

  it('is listed by its client', async () => {
    const [agency, other] = [await makeAgency(), await makeAgency()];
    const own = [await makeTier({ client_id: agency.id }), await makeTier({ client_id: agency.id })];
    await makeTier({ client_id: other.id });
    const { data } = (await admin.get(`revenue-tiers?client_id=${agency.id}`)).body;
    expect(data.map((one: { id: number }) => one.id)).toEqual(own.map(({ id }) => id));
    expect((await admin.get('revenue-tiers?client_id=0')).status).toBe(422);
  });

  it('never distributes more than the whole, also when both shares change concurrently', async () => {
    expect((await admin.post('revenue-tiers', { name: 'x', user_share: 0.6, client_share: 0.400001 })).status).toBe(
      422,
    );
    expect(await makeTier({ user_share: 0.6, client_share: 0.4 })).toMatchObject({
      user_share: 0.6,
      client_share: 0.4,
    });
    for (let round = 0; round < 5; round++) {
      const { id } = await makeTier();
      const replies = await Promise.all([
        admin.patch(`revenue-tiers/${id}`, { user_share: 0.8 }),
        admin.patch(`revenue-tiers/${id}`, { client_share: 0.8 }),
      ]);
      expect(tally(replies)).toEqual({ 200: 1, 422: 1 });
    }
  });

  it('is not deleted while a user has it', async () => {
    const tier = await makeTier();
    const user = await application.market.user({ tierId: tier.id });
    const refused = await admin.remove(`revenue-tiers/${tier.id}`);
    expect([refused.status, refused.body.error]).toEqual([400, 'in_use']);
    expect((await admin.patch(`users/${user}`, { revenue_tier_id: null })).status).toBe(200);
    expect((await admin.remove(`revenue-tiers/${tier.id}`)).status).toBe(204);
  });
});

describe('The split of the next click', () => {
  /** A creator's link to a store that pays 1000 for a click; what the latest click gave. */
  async function earning(user: { agencyId?: number; tierId?: number }) {
    const { market, database } = application;
    const [storeId, userId] = [await market.store({ domains: [`${unique()}.example`] }), await market.user(user)];
    await market.price({ storeId, cpcMinor: 1000 });
    const link = await market.link({ userId, storeId });
    const click = async () => {
      expect((await store(link.code)).status).toBe(302);
      const { rows } = await database.pool.query(
        'SELECT user_minor, agency_minor FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1',
        [link.id],
      );
      return [rows[0].user_minor, rows[0].agency_minor];
    };
    return { userId, click };
  }

  it('follows the changed tier', async () => {
    const agency = await makeAgency({ user_share: 0.5, client_share: 0.1 });
    const tier = await makeTier({ client_id: agency.id, user_share: 0.6 });
    const { click } = await earning({ agencyId: agency.id, tierId: tier.id });
    expect(await click()).toEqual([600, 100]);
    await admin.patch(`revenue-tiers/${tier.id}`, { user_share: 0.75, client_share: 0.2 });
    expect(await click()).toEqual([750, 200]);
    await admin.patch(`revenue-tiers/${tier.id}`, { user_share: null, client_share: null });
    expect(await click()).toEqual([500, 100]);
  });

  it('follows the changed client', async () => {
    const agency = await makeAgency({ user_share: 0.5, client_share: 0.1 });
    const { click } = await earning({ agencyId: agency.id });
    expect(await click()).toEqual([500, 100]);
    await admin.patch(`clients/${agency.id}`, { user_share: 0.55, client_share: 0.05 });
    expect(await click()).toEqual([550, 50]);
  });

  it('the new tier and client of the creator', async () => {
    const agency = await makeAgency({ user_share: 0.5, client_share: 0.1 });
    const tier = await makeTier({ client_id: agency.id, user_share: 0.9 });
    const { userId, click } = await earning({});
    expect(await click()).toEqual([700, 0]);
    await admin.patch(`users/${userId}`, { client_id: agency.id });
    expect(await click()).toEqual([500, 100]);
    await admin.patch(`users/${userId}`, { revenue_tier_id: tier.id });
    expect(await click()).toEqual([900, 100]);
    await admin.patch(`users/${userId}`, { is_suspended: true });
    expect(await click()).toEqual([0, 0]);
    await admin.patch(`users/${userId}`, { is_suspended: false });
    expect(await click()).toEqual([900, 100]);
  });
});
