import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';

const { application, cast } = await createPopulatedApplication();
const { market, database } = application;
const { ids, tokens, storeId } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const call = (method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, as: Role | null, body?: object) =>
  application.call({
    method,
    url,
    ...(as !== null && { as: tokens[as] }),
    ...(body !== undefined && { body }),
  });

const SIZE = { text: 'Which size do you wear?', is_required: true };
const WHY = { text: 'Why you?', is_required: false };

/** A campaign that creators apply for, with these questions. */
async function campaign(questions: object[] = [SIZE, WHY], type: 'store_accept' | 'standard' = 'store_accept') {
  const offer = await market.campaign({ storeId, type });
  const [{ token }] = await query('SELECT token FROM campaigns WHERE id = $1', offer);
  const url = `/v2/offers/${offer}/questions`;
  const set = (asked: object[], as: Role | null = 'advertiser') => call('PUT', url, as, { questions: asked });
  const { body, status } = await set(questions);
  const own = (role: 'creator' | 'otherCreator' = 'creator') => `/v2/offer-by-token/${token}/users/${ids[role]}`;
  return {
    offer,
    token,
    url,
    own,
    set,
    status,
    error: body.error,
    asked: (body.data ?? []) as { id: number; text: string }[],
    apply: (answers?: object[], role: 'creator' | 'otherCreator' = 'creator') =>
      call('POST', `${own(role)}/participation`, role, { ...(answers && { answers }) }),
    answers: async (role: 'creator' | 'otherCreator' = 'creator') =>
      (await call('GET', `${own(role)}/questions`, role)).body.data as { text: string; answer: string | null }[],
  };
}
const answersIn = (list: { text: string; answer: string | null }[]) => list.map(({ text, answer }) => [text, answer]);

describe('The questions of a campaign', () => {
  it('are set and read by the store, in its order', async () => {
    const { asked, set, url } = await campaign();
    expect(asked).toEqual([
      { id: expect.any(Number), ...SIZE },
      { id: expect.any(Number), ...WHY },
    ]);
    const [size, why] = asked;
    expect((await set([WHY, SIZE])).body.data).toEqual([why, size]);
    expect((await call('GET', url, 'admin')).body.data).toEqual([why, size]);
    expect((await set([])).body.data).toEqual([]);
  });

  it('are neither read nor set by others', async () => {
    const { set, url, own } = await campaign();
    const found: Record<string, number[]> = {};
    for (const as of [null, 'creator', 'agency', 'otherAdvertiser'] as const)
      found[`${as}`] = [(await set([], as)).status, (await call('GET', url, as)).status];
    expect(found).toEqual({ null: [401, 401], creator: [404, 404], agency: [404, 404], otherAdvertiser: [404, 404] });
    expect((await call('GET', url, 'advertiser')).body.data).toHaveLength(2);
    for (const [as, status] of [
      [null, 401],
      ['otherCreator', 404],
      ['otherAgency', 404],
      ['agency', 200],
    ] as const)
      expect([as, (await call('GET', `${own()}/questions`, as)).status]).toEqual([as, status]);
    expect((await call('GET', `/v2/offer-by-token/wrong/users/${ids.creator}/questions`, 'creator')).status).toBe(404);
  });

  it.each([
    ['questions', { questions: Array.from({ length: 11 }, (_, n) => ({ ...WHY, text: `Why ${n}?` })) }],
    ['questions.0.text', { questions: [{ ...WHY, text: ' ' }] }],
    ['questions.1.text', { questions: [WHY, { ...SIZE, text: WHY.text }] }],
  ])('are refused with wrong %s', async (field, body) => {
    const { url } = await campaign();
    const reply = await call('PUT', url, 'advertiser', body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  it('are refused for a campaign that nobody applies for', async () => {
    const { status, error } = await campaign([WHY], 'standard');
    expect([status, error]).toEqual([400, 'not_joinable']);
  });
});

describe('A new campaign with questions', () => {
  const NEW = {
    active: true,
    campaign_title: 'Asked at once',
    type: 'store_accept',
    traffic_sources_costs: [{ source: 0, cpc: 250 }],
    targets: {},
  };
  const create = (body: object, as: Role | null = 'advertiser') =>
    call('POST', `/v2/stores/${storeId}/offers`, as, { ...NEW, ...body });
  const campaigns = async () => (await query('SELECT count(*)::int AS n FROM campaigns'))[0].n;

  it('asks them from the beginning', async () => {
    const { status, body } = await create({ questions: [SIZE, WHY] });
    expect(status).toBe(201);
    expect((await call('GET', `/v2/offers/${body.data.id}/questions`, 'advertiser')).body.data).toMatchObject([
      SIZE,
      WHY,
    ]);
  });

  it.each([
    [422, 'questions', { questions: Array.from({ length: 11 }, (_, n) => ({ ...WHY, text: `Why ${n}?` })) }],
    [422, 'questions.1.text', { questions: [WHY, { ...SIZE, text: WHY.text }] }],
    [400, 'not_joinable', { questions: [WHY], type: 'standard' }],
  ])('is not created at all when they are refused with %d %s', async (status, what, body) => {
    const before = await campaigns();
    const reply = await create(body);
    expect([reply.status, reply.body.error ?? Object.keys(reply.body.errors)[0]]).toEqual([status, what]);
    expect(await campaigns()).toBe(before);
    // Control: without questions, or with none, it is created.
    expect((await create({ ...body, questions: [] })).status).toBe(201);
  });

  it('does not take questions with a change of the whole campaign', async () => {
    const { body } = await create({});
    const changed = await call('PUT', `/v2/offers/${body.data.id}`, 'advertiser', { ...NEW, questions: [WHY] });
    expect([changed.status, Object.keys(changed.body.errors)]).toEqual([422, ['questions']]);
  });
});

describe('Applying for a campaign with questions', () => {
  it('needs answers to the mandatory ones, and keeps them with the participant', async () => {
    const { asked, apply, answers, offer } = await campaign();
    const [size, why] = asked;
    for (const given of [undefined, [], [{ question_id: why!.id, text: 'Because.' }]]) {
      const { status, body } = await apply(given);
      expect([status, body.error]).toEqual([400, 'answers_required']);
    }
    expect(await query('SELECT FROM participants WHERE campaign_id = $1', offer)).toEqual([]);
    expect((await apply([{ question_id: size!.id, text: 'M' }])).status).toBe(200);
    expect(answersIn(await answers())).toEqual([
      [SIZE.text, 'M'],
      [WHY.text, null],
    ]);
    // Applying again changes nothing.
    expect((await apply([{ question_id: size!.id, text: 'XL' }])).status).toBe(200);
    expect((await answers())[0]!.answer).toBe('M');
  });

  it('is refused with answers to questions of another campaign, or that are no longer asked', async () => {
    const [own, other] = [await campaign(), await campaign()];
    const foreign = [...own.asked, ...other.asked].map(({ id }) => ({ question_id: id, text: 'x' }));
    expect((await own.apply(foreign)).body.error).toBe('questions_changed');
    await own.set([WHY]);
    expect((await own.apply([{ question_id: own.asked[0]!.id, text: 'M' }])).body.error).toBe('questions_changed');
  });

  it('keeps answers with the question as it was asked, when the store changes it', async () => {
    const { asked, apply, answers, set, offer } = await campaign();
    await apply(asked.map(({ id }) => ({ question_id: id, text: 'x' })));
    await set([{ ...SIZE, text: 'Which shoe size?' }, WHY]);
    expect(answersIn(await answers())).toEqual([
      ['Which shoe size?', null],
      [WHY.text, 'x'],
      [SIZE.text, 'x'],
    ]);
    await set([]);
    expect(answersIn(await answers())).toEqual([
      [SIZE.text, 'x'],
      [WHY.text, 'x'],
    ]);
    // Nobody has answered it, so nothing of it is kept.
    expect(
      await query("SELECT FROM campaign_questions WHERE campaign_id = $1 AND text = 'Which shoe size?'", offer),
    ).toEqual([]);
  });

  it('needs no answers by the ways that cannot carry them', async () => {
    const { own, answers, offer } = await campaign();
    expect((await call('POST', `${own()}/join`, 'creator')).status).toBe(200);
    expect((await answers()).map(({ answer }) => answer)).toEqual([null, null]);
    const participant = await market.participant({ campaignId: offer, userId: ids.otherCreator, status: 'open' });
    const moved = await call('PATCH', `/v2/offers/${offer}/participants/${participant}/update-status`, 'otherCreator', {
      status: 'applied',
    });
    expect(moved.status).toBe(200);
  });

  it('gives each of two applicants at once their own answers', async () => {
    const { asked, apply, answers } = await campaign();
    const given = (text: string) => [{ question_id: asked[0]!.id, text }];
    const replies = await Promise.all([apply(given('S')), apply(given('L'), 'otherCreator')]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    expect([(await answers())[0]!.answer, (await answers('otherCreator'))[0]!.answer]).toEqual(['S', 'L']);
  });
});

describe('The answers of a person', () => {
  it('are in the export of their data, and end when the person is erased', async () => {
    const { asked, token } = await campaign();
    const person = await market.user();
    const joined = await application.call({
      method: 'POST',
      url: `/v2/offer-by-token/${token}/users/${person}/participation`,
      as: await application.tokenOf(person),
      body: { answers: [{ question_id: asked[0]!.id, text: 'Size 39' }] },
    });
    expect(joined.status).toBe(200);
    const { SECTIONS } = await import('../../accounts/own-data/sections.ts');
    const section = SECTIONS.find(({ name }) => name === 'campaign_answers')!;
    const { rows } = await database.db.execute(section.rows(person));
    expect(rows).toMatchObject([{ question: SIZE.text, answer: 'Size 39' }]);
    const { eraseUser } = await import('../../accounts/erasing/erase-user.ts');
    await eraseUser({ db: database.db, now: () => new Date() }, { userId: person, actorId: null });
    expect(await query('SELECT FROM participant_answers WHERE user_id = $1', person)).toEqual([]);
  });
});

describe('A copy of a campaign', () => {
  it('asks the same questions', async () => {
    const { offer } = await campaign();
    const { status, body } = await call('POST', `/v2/offers/${offer}/duplicate`, 'advertiser', {});
    expect(status).toBe(201);
    expect((await call('GET', `/v2/offers/${body.data.id}/questions`, 'advertiser')).body.data).toMatchObject([
      SIZE,
      WHY,
    ]);
  });
});
