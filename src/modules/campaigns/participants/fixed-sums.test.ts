import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { SCOPES } from '../../../platform/auth/scope.ts';
import { createToken } from '../../accounts/tokens/create-token.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const token = async (userId: number, scopes: readonly (typeof SCOPES)[number][] = SCOPES) =>
  (await createToken({ db: database.db, now: () => new Date() }, { userId, purpose: 'api', scopes })).raw;

const owner = cast.tokens.advertiser;
const withoutMoney = await token(cast.ids.advertiser, ['read', 'campaigns']);
const manager = await market.user();
await database.pool.query(`INSERT INTO store_members (store_id, user_id, role) VALUES ($1, $2, 'manager')`, [
  cast.storeId,
  manager,
]);
const { body: made } = await application.call({
  method: 'POST',
  url: `/v2/stores/${cast.storeId}/api-keys`,
  as: owner,
  body: { name: 'shop', scopes: ['read', 'campaigns'] },
});

/** Callers who administer campaigns and cannot promise sums, with the error of the attempt. */
const CALLERS: [string, string, string][] = [
  ['a token without the scope for money', withoutMoney, 'insufficient_scope'],
  ['a member whose role does not include finance', await token(manager), 'insufficient_role'],
  ['the API key of the store', made.key, 'not_for_store_keys'],
];

const SUM = { has_onetime_payment: true, one_time_payment: 7777 };
const BODY = { active: true, campaign_title: 'Spring', type: 'store_accept', traffic_sources_costs: [], targets: {} };
const campaigns = `/v2/stores/${cast.storeId}/offers`;
const call = (method: 'POST' | 'PUT' | 'PATCH', url: string, as: string, body: object = {}) =>
  application.call({ method, url, as, body, exactly: true });
const refusal = async (reply: ReturnType<typeof call>) => {
  const { status, body } = await reply;
  return status === 403 ? body.error : status;
};
const create = async (rest: object = {}): Promise<number> =>
  (await call('POST', campaigns, owner, { ...BODY, ...rest })).body.data.id;
const paid = await create(SUM);
const unpaid = await create();
const participant = async (campaignId: number, status: 'applied' | 'accepted' = 'accepted') =>
  market.participant({ campaignId, userId: await market.user(), status });

describe.each(CALLERS)('A fixed sum: %s', (_who, as, error) => {
  it('is not promised or raised by a field of a campaign', async () => {
    for (const reply of [
      call('POST', campaigns, as, { ...BODY, ...SUM }),
      call('PUT', `/v2/offers/${unpaid}`, as, { ...BODY, ...SUM }),
      call('PATCH', `/v2/offers/${unpaid}`, as, SUM),
      call('PATCH', `/v2/offers/${paid}`, as, { one_time_payment: 7778 }),
    ])
      expect(await refusal(reply)).toBe(error);
  });

  it('is not promised in two steps', async () => {
    const id = await create();
    expect((await call('PATCH', `/v2/offers/${id}`, as, { one_time_payment: 7777 })).status).toBe(200);
    expect(await refusal(call('PATCH', `/v2/offers/${id}`, as, { has_onetime_payment: true }))).toBe(error);
  });

  it('is not promised to a participant, or released by completing one', async () => {
    const [applied, accepted] = [await participant(paid, 'applied'), await participant(paid)];
    const move = (id: number, status: string, campaignId = paid) =>
      call('PATCH', `/v2/offers/${campaignId}/participants/${id}/update-status`, as, { status });
    expect(await refusal(move(applied, 'accepted'))).toBe(error);
    expect(await refusal(move(accepted, 'done'))).toBe(error);
    const money = { payment_amount: { amount: '900.00', currency: 'SEK' } };
    expect(await refusal(call('PUT', `/v2/offers/${paid}/participants/${accepted}/payment-amount`, as, money))).toBe(
      error,
    );
    expect(await refusal(call('PUT', `/v2/offers/${paid}/bonus-tiers`, as, { tiers: [] }))).toBe(error);
  });

  it('does not prevent changes that owe nothing', async () => {
    const done = await participant(unpaid);
    for (const reply of [
      call('POST', campaigns, as, BODY),
      call('PATCH', `/v2/offers/${paid}`, as, { campaign_title: 'Summer' }),
      call('PUT', `/v2/offers/${paid}`, as, { ...BODY, ...SUM }),
      call('POST', `/v2/stores/${cast.storeId}/offer-previews`, as, { ...BODY, ...SUM }),
      call('PATCH', `/v2/offers/${unpaid}/participants/${done}/update-status`, as, { status: 'done' }),
    ])
      expect([200, 201]).toContain((await reply).status);
    const lower = await create(SUM);
    expect((await call('PATCH', `/v2/offers/${lower}`, as, { one_time_payment: 7 })).status).toBe(200);
  });
});

describe.each(CALLERS.slice(0, 2))(
  'A fixed sum in the legacy API, in a copy and from a template: %s',
  (_who, as, error) => {
    it('is not promised', async () => {
      const legacy = `/stores/${cast.storeId}/offers`;
      const accepted = await participant(paid);
      const user = (await database.pool.query('SELECT user_id FROM participants WHERE id = $1', [accepted])).rows[0]
        .user_id;
      const templates = `/v2/stores/${cast.storeId}/campaign-templates`;
      const template = await call('POST', templates, owner, { name: `T ${error}`, offer_id: paid });
      for (const reply of [
        call('PATCH', `${legacy}/${unpaid}`, as, { one_time_payment: 7777 }),
        call('PATCH', `${legacy}/${paid}/users/${user}/done`, as),
        call('POST', `/stores/${cast.storeId}/offer-users/${accepted}/payment-amount/900`, as),
        call('POST', `/v2/offers/${paid}/duplicate`, as),
        call('POST', `${templates}/${template.body.id}/offers`, as),
      ])
        expect(await refusal(reply)).toBe(error);
    });
  },
);

it('A creator without the scope for money accepts an invitation with a sum', async () => {
  const userId = await market.user();
  const campaignId = await create({ ...SUM, type: 'user_accept', targets: { user_ids: [userId] } });
  const { rows } = await database.pool.query('SELECT id FROM participants WHERE campaign_id = $1', [campaignId]);
  const url = `/v2/offers/${campaignId}/participants/${rows[0].id}/update-status`;
  const reply = await call('PATCH', url, await token(userId, ['read', 'campaigns']), { status: 'accepted' });
  expect(reply.body.status).toBe('accepted');
});
