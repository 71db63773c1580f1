import { describe, expect, it } from 'vitest';
import type { TestApplication } from '../../../../tests/harness/application.ts';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();

const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
type CampaignValues = Omit<Parameters<TestApplication['market']['campaign']>[0], 'storeId'>;

async function campaign(values: CampaignValues = {}) {
  const id = await application.market.campaign({ storeId: cast.storeId, type: 'user_accept', ...values });
  const [row] = await query('SELECT token FROM campaigns WHERE id = $1', id);
  return { id, token: row.token as string };
}
const look = (token: string, role: Role | null = 'creator', user = cast.ids.creator) =>
  application.call({
    url: `/v2/offer-by-token/${token}/users/${user}/invitation`,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });
const join = (token: string) =>
  application.call({
    method: 'POST',
    url: `/v2/offer-by-token/${token}/users/${cast.ids.creator}/join`,
    as: cast.tokens.creator,
  });

describe('Access to an invitation', () => {
  it.each([...ROLES])('%s', async (role) => {
    const { token } = await campaign();
    expect((await look(token, role)).status).toBe(['creator', 'agency', 'admin'].includes(role) ? 200 : 404);
  });

  it('is refused without a token, and for another user', async () => {
    const { token } = await campaign();
    expect((await look(token, null)).status).toBe(401);
    expect((await look(token, 'creator', cast.ids.otherCreator)).status).toBe(404);
  });

  it('is a 404 for an unknown token and for a deleted campaign', async () => {
    const { id, token } = await campaign();
    await query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', id);
    for (const one of [token, 'no-such-token']) expect((await look(one)).status).toBe(404);
  });
});

describe('An invitation', () => {
  it('shows the pay to a user who is not targeted, and changes nothing', async () => {
    const { id, token } = await campaign();
    await application.market.price({ storeId: cast.storeId, campaignId: id, cpcMinor: 100, cpa: 0.1 });
    const { body } = await look(token);
    expect(body).toMatchObject({ id, token, part: null, refusal: null });
    expect(body.pay[0]).toEqual({
      source: 'general',
      per_click: { minor: 70, currency: 'SEK' },
      per_click_minor: 70,
      per_order: 0.07,
      per_order_fixed: { minor: 0, currency: 'SEK' },
      cpo_mode: 'added',
      minimum_order: null,
    });
    expect(await query('SELECT FROM participants WHERE campaign_id = $1', id)).toEqual([]);
  });

  it.each([
    ['user_accept', 'accepted'],
    ['store_accept', 'applied'],
    ['suggestion', 'suggestion'],
  ] as const)('to a campaign of type %s can be accepted, and then shows the participation', async (type, status) => {
    const { token } = await campaign({ type });
    expect((await look(token)).body.refusal).toBe(null);
    expect((await join(token)).body.status).toBe(status);
    expect((await look(token)).body).toMatchObject({ refusal: null, part: { status } });
  });
});

describe('It predicts the error of joining', () => {
  const day = (offset: number) => new Date(Date.now() + offset * 86_400_000);
  it.each<[string, CampaignValues]>([
    ['not_joinable', { type: 'standard' }],
    ['offer_ended', { validUntil: day(-1) }],
    ['offer_paused', { active: false }],
  ])('%s', async (refusal, values) => {
    const { token } = await campaign(values);
    expect((await look(token)).body.refusal).toBe(refusal);
    expect((await join(token)).body.error).toBe(refusal);
  });

  it('user_blocked', async () => {
    const { token } = await campaign();
    await query('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', cast.storeId, cast.ids.creator);
    const [seen, joined] = [await look(token), await join(token)];
    await query('DELETE FROM blocklist WHERE user_id = $1', cast.ids.creator);
    expect([seen.body.refusal, joined.body.error]).toEqual(['user_blocked', 'user_blocked']);
  });

  it.each(['denied', 'store_denied'] as const)('illegal_transition after %s', async (status) => {
    const { id, token } = await campaign();
    await application.market.participant({ campaignId: id, userId: cast.ids.creator, status });
    expect((await look(token)).body).toMatchObject({ refusal: 'illegal_transition', part: { status } });
    expect((await join(token)).body.error).toBe('illegal_transition');
  });
});
