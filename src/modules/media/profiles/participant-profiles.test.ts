import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const { ids, tokens, storeId, otherStoreId } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const call = (method: 'GET' | 'POST' | 'PATCH' | 'PUT', url: string, as: Role | null, body?: object) =>
  application.call({
    method,
    url,
    ...(as !== null && { as: tokens[as] }),
    ...(body !== undefined && { body }),
  });

const BIO = 'I hike in the north.';
await call('PATCH', `/v2/users/${ids.creator}/profile`, 'creator', {
  bio: BIO,
  languages: ['sv'],
  rates: [{ kind: 'story', amount: { minor: 90_000, currency: 'SEK' } }],
});
await query(
  `INSERT INTO social_accounts (user_id, type, platform, identifier, url, stated_followers, proven_by, proven_at) VALUES
    ($1, 'social', 'tiktok', 'not.proven', 'https://www.tiktok.com/@not.proven', 50, NULL, NULL),
    ($1, 'blog', 'blog', 'anna.example', 'https://anna.example/', NULL, 'dns', now())`,
  ids.creator,
);

async function participation(status: string, store = storeId) {
  const offer = await market.campaign({ storeId: store, type: 'store_accept' });
  const participant = await market.participant({ campaignId: offer, userId: ids.creator, status: status as 'open' });
  const url = `/v2/offers/${offer}/participant-profiles?participants[]=${participant}`;
  return { offer, participant, url, read: (as: Role | null = 'advertiser') => call('GET', url, as) };
}

describe('The profile of an applicant', () => {
  it('is read by the store with channels, proof, message and answers', async () => {
    const { offer, participant, read } = await participation('applied');
    const { body: set } = await call('PUT', `/v2/offers/${offer}/questions`, 'advertiser', {
      questions: [{ text: 'Why you?', is_required: true }],
    });
    await query(
      `INSERT INTO participant_answers (participant_id, question_id, user_id, text, answered_at) VALUES ($1, $2, $3, 'Because.', now())`,
      participant,
      set.data[0].id,
      ids.creator,
    );
    await call('POST', `/v2/offer-users/${participant}/comments`, 'creator', { comment: 'I would love to.' });
    await call('POST', `/v2/offer-users/${participant}/comments`, 'creator', { comment: 'Any news?' });
    const { status, body } = await read();
    expect([status, body.data]).toMatchObject([
      200,
      [
        {
          participant_id: participant,
          user_id: ids.creator,
          bio: BIO,
          languages: ['sv'],
          rates: [{ kind: 'story', amount: { minor: 90_000, currency: 'SEK' } }],
          channels: [
            { platform: 'blog', identifier: 'anna.example', url: 'https://anna.example/', is_proven: true },
            { platform: 'tiktok', identifier: 'not.proven', is_proven: false, followers: null, stated_followers: 50 },
          ],
          message: 'I would love to.',
          answers: [{ text: 'Why you?', is_required: true, answer: 'Because.' }],
        },
      ],
    ]);
    expect(JSON.stringify(body)).not.toMatch(/@example|email|token/);
  });

  it('is read only of creators who have applied or joined, however the store names them', async () => {
    const seen: Record<string, boolean> = {};
    for (const status of [
      'open',
      'suggestion',
      'denied',
      'store_denied',
      'applied',
      'second_prio',
      'accepted',
      'product_sent',
      'have_received',
      'have_posted',
      'done',
    ]) {
      const { body } = await (await participation(status)).read();
      seen[status] = JSON.stringify(body).includes(BIO);
    }
    expect(seen).toEqual({
      open: false,
      suggestion: false,
      denied: false,
      store_denied: false,
      applied: true,
      second_prio: true,
      accepted: true,
      product_sent: true,
      have_received: true,
      have_posted: true,
      done: true,
    });
  });

  it('is not reached by any move of a store that has only invited the creator', async () => {
    const { offer, participant, read } = await participation('open');
    for (const status of ['applied', 'second_prio', 'accepted', 'product_sent', 'done', 'store_denied', 'open']) {
      await call('PATCH', `/v2/offers/${offer}/participants/${participant}/update-status`, 'advertiser', { status });
      expect([status, (await read()).body.data]).toEqual([status, []]);
    }
  });

  it('has the results at the store exactly, and those at other stores in bands with consent only', async () => {
    const { read, offer } = await participation('applied');
    const results = async () => {
      const { own_results: own, results: bands } = (await read()).body.data[0];
      return [own, bands.clicks?.band ?? null, bands.orders?.band ?? null];
    };
    expect(await results()).toEqual([null, null, null]);
    await query(
      'INSERT INTO creator_results (user_id, store_id, clicks, orders, approved, denied) VALUES ($1, $2, 70, 3, 2, 1), ($1, $3, 999, 9, 9, 0)',
      ids.creator,
      storeId,
      otherStoreId,
    );
    const own = { clicks: 70, orders: 3, approved_orders: 2, denied_orders: 1 };
    expect(await results()).toEqual([own, null, null]);
    const bands = 'UPDATE listed_creators SET click_band = 3, order_band = 2 WHERE user_id = $1';
    await call('PATCH', `/v2/users/${ids.creator}/profile`, 'creator', { is_listed: true, shows_results: true });
    await query(bands, ids.creator);
    expect(await results()).toEqual([own, 3, 2]);
    await call('PATCH', `/v2/users/${ids.creator}/profile`, 'creator', { shows_results: false });
    expect(await results()).toEqual([own, null, null]);
    expect(
      (await call('GET', `/v2/offers/${offer}/participant-profiles?participants[]=1`, 'otherAdvertiser')).status,
    ).toBe(404);
  });

  it('is hidden from everybody else, and from other campaigns', async () => {
    const { participant, read, offer } = await participation('applied');
    const found: Record<string, number> = {};
    for (const as of [null, 'creator', 'otherCreator', 'agency', 'otherAgency', 'otherAdvertiser'] as const)
      found[`${as}`] = (await read(as)).status;
    expect(found).toEqual({
      null: 401,
      creator: 403,
      otherCreator: 404,
      agency: 404,
      otherAgency: 404,
      otherAdvertiser: 404,
    });
    const foreign = await market.campaign({ storeId: otherStoreId, type: 'store_accept' });
    const url = `/v2/offers/${foreign}/participant-profiles?participants[]=${participant}`;
    expect((await call('GET', url, 'otherAdvertiser')).body.data).toEqual([]);
    const many = Array.from({ length: 101 }, (_, n) => `participants[]=${n + 1}`).join('&');
    for (const wrong of ['', 'participants[]=x', many])
      expect((await call('GET', `/v2/offers/${offer}/participant-profiles?${wrong}`, 'advertiser')).status).toBe(422);
  });
});

describe('Declining an applicant', () => {
  const decline = (
    { offer, participant }: { offer: number; participant: number },
    body: object,
    as: Role = 'advertiser',
  ) => call('PATCH', `/v2/offers/${offer}/participants/${participant}/update-status`, as, body);
  const log = async (participant: number) =>
    (await call('GET', `/v2/offer-users/${participant}/activities`, 'creator')).body.data;

  it('tells the creator the reason, if the store gives one', async () => {
    const [told, untold] = [await participation('applied'), await participation('applied')];
    const reason = 'We have enough runners this time.';
    expect((await decline(told, { status: 'store_denied', reason })).body.status).toBe('store_denied');
    expect(JSON.stringify(await log(told.participant))).toContain(reason);
    expect((await decline(untold, { status: 'store_denied' })).status).toBe(200);
    expect(JSON.stringify(await log(untold.participant))).not.toContain('COMMENT');
  });

  it('gives no reason with another move, nor when the move is refused', async () => {
    const [applied, done] = [await participation('applied'), await participation('done')];
    const wrong = await decline(applied, { status: 'accepted', reason: 'x' });
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['reason']]);
    expect((await decline(done, { status: 'store_denied', reason: 'Unsaid.' })).body.error).toBe('illegal_transition');
    expect((await decline(applied, { status: 'store_denied', reason: 'Unsaid.' }, 'creator')).status).toBe(400);
    for (const { participant } of [applied, done])
      expect(await query('SELECT FROM comments WHERE participant_id = $1', participant)).toEqual([]);
  });
});
