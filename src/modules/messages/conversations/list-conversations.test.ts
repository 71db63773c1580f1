import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const { ids, storeId, agencyId } = cast;
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

beforeEach(async () => void (await rows('DELETE FROM conversations')));

async function participation(userId = ids.creator, store = storeId) {
  const campaignId = await market.campaign({ storeId: store, type: 'store_accept' });
  const id = await market.participant({ campaignId, userId, status: 'accepted' });
  return { id, campaignId };
}
const write = async (id: number, role: Role, comment = 'Hello') => {
  const reply = await application.call({
    method: 'POST',
    url: `/v2/offer-users/${id}/comments`,
    as: cast.tokens[role],
    body: { comment },
  });
  expect(reply.status).toBe(201);
  return reply.body.id as number;
};
const list = async (url: string, role: Role) => {
  const { status, body } = await application.call({ url, as: cast.tokens[role] });
  expect(status).toBe(200);
  return body as {
    data: { participant_id: number; unread: number; last_message: { text: string; is_own: boolean } }[];
    meta: { next_cursor: string | null };
  };
};
const idsOf = async (url: string, role: Role) => (await list(url, role)).data.map((one) => one.participant_id);
const OF_STORE = `/v2/stores/${storeId}/conversations`;
const OF_AGENCY = `/v2/clients/${agencyId}/conversations`;
const OWN = '/v2/me/conversations';

describe('A list of conversations', () => {
  it('shows the last message and what the side has not read, newest first, to the store, the creator and the agency', async () => {
    const [one, other] = [await participation(), await participation()];
    await write(one.id, 'advertiser', 'First');
    await write(other.id, 'advertiser', 'Second');
    await write(one.id, 'creator', 'Third');
    const [first, second] = (await list(OF_STORE, 'advertiser')).data;
    expect(first).toMatchObject({
      participant_id: one.id,
      status: 'accepted',
      offer: { id: one.campaignId },
      store: { id: storeId },
      creator: { id: ids.creator },
      unread: 1,
      last_message: { text: 'Third', is_own: false, is_deleted: false },
    });
    expect(second).toMatchObject({
      participant_id: other.id,
      unread: 0,
      last_message: { text: 'Second', is_own: true },
    });
    expect((await list(OWN, 'creator')).data.map(({ unread }) => unread)).toEqual([1, 1]);
    expect(await idsOf(OF_AGENCY, 'agency')).toEqual([one.id, other.id]);
    expect(await idsOf(OWN, 'otherCreator')).toEqual([]);
  });

  it('is filtered by what is unread and by campaign, and turned by a cursor', async () => {
    const [one, two, three] = [await participation(), await participation(), await participation()];
    for (const { id } of [one, two, three]) await write(id, 'creator');
    await application.call({ url: `/v2/offer-users/${two.id}/activities`, as: cast.tokens.advertiser });
    expect(await idsOf(`${OF_STORE}?unread=true`, 'advertiser')).toEqual([three.id, one.id]);
    expect(await idsOf(`${OF_STORE}?unread=false`, 'advertiser')).toEqual([two.id]);
    expect(await idsOf(`${OF_STORE}?offer_id=${one.campaignId}`, 'advertiser')).toEqual([one.id]);
    for (const [url, role] of [
      [OF_STORE, 'advertiser'],
      [OWN, 'creator'],
      [OF_AGENCY, 'agency'],
    ] as const) {
      const page = await list(`${url}?size=2`, role);
      expect(page.data.map((it) => it.participant_id)).toEqual([three.id, two.id]);
      const next = await list(`${url}?size=2&after=${page.meta.next_cursor}`, role);
      expect([next.data.map((it) => it.participant_id), next.meta.next_cursor]).toEqual([[one.id], null]);
    }
  });

  it('shows no text of a message that was deleted', async () => {
    const { id } = await participation();
    const comment = await write(id, 'creator', 'Secret');
    await application.call({
      method: 'DELETE',
      url: `/v2/offer-users/${id}/comments/${comment}`,
      as: cast.tokens.creator,
    });
    expect((await list(OF_STORE, 'advertiser')).data[0]).toMatchObject({
      last_message: { text: '', is_deleted: true },
    });
  });

  it('is the creator’s once an invitation in advance is claimed', async () => {
    const campaignId = await market.campaign({ storeId, type: 'user_accept' });
    const email = (await rows('SELECT email FROM users WHERE id = $1', [ids.creator]))[0].email;
    const [{ id }] = await rows(
      `INSERT INTO participants (campaign_id, pre_registered_email, status) VALUES ($1, $2, 'open') RETURNING id`,
      [campaignId, email],
    );
    await write(id, 'advertiser');
    expect(await idsOf(OWN, 'creator')).toEqual([]);
    const url = `/v2/offers/${campaignId}/participants/${id}/update-status`;
    await application.call({ method: 'PATCH', url, as: cast.tokens.creator, body: { status: 'accepted' } });
    expect(await idsOf(OWN, 'creator')).toEqual([id]);
  });

  it.each<[string, Role | null, number]>([
    [OF_STORE, null, 401],
    [OF_STORE, 'otherAdvertiser', 403],
    [OF_STORE, 'creator', 403],
    [OF_STORE, 'agency', 403],
    [OF_STORE, 'admin', 200],
    [OF_AGENCY, null, 401],
    [OF_AGENCY, 'otherAgency', 404],
    [OF_AGENCY, 'creator', 404],
    [OF_AGENCY, 'admin', 200],
    [OWN, null, 401],
  ])('at %s is for its own side and administrators: %s', async (url, role, status) => {
    const reply = await application.call({ url, ...(role === null ? {} : { as: cast.tokens[role] }) });
    expect(reply.status).toBe(status);
  });
});
