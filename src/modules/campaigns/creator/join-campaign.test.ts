import { describe, expect, it } from 'vitest';
import type { TestApplication } from '../../../../tests/harness/application.ts';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { type CampaignType, type ParticipantStatus, transitionsFor } from '../participants/transitions.ts';

const { application, cast } = await createPopulatedApplication();

const query = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;

type CampaignValues = Omit<Parameters<TestApplication['market']['campaign']>[0], 'storeId'>;

/** Creates a campaign of the cast's store with these to-dos. */
async function campaign(
  type: CampaignType,
  { todo = [] as string[], ...values }: CampaignValues & { todo?: string[] } = {},
) {
  const campaignId = await application.market.campaign({ storeId: cast.storeId, type, ...values });
  const [row] = await query('UPDATE campaigns SET todo = $2 WHERE id = $1 RETURNING token', campaignId, todo);
  return { campaignId, token: row.token as string };
}

/** Creates a new user with a token. */
async function person(values: Parameters<TestApplication['market']['user']>[0] = {}) {
  const id = await application.market.user(values);
  return { id, as: await application.tokenOf(id) };
}

const join = (token: string, { id, as }: { id: number; as?: string }) =>
  application.call({ method: 'POST', url: `/v2/offer-by-token/${token}/users/${id}/join`, ...(as && { as }) });
const ask = (token: string, { id, as }: { id: number; as?: string }) =>
  application.call({ url: `/v2/offer-by-token/${token}/users/${id}`, ...(as && { as }) });

const participantsOf = (campaignId: number) =>
  query('SELECT id, user_id, status FROM participants WHERE campaign_id = $1 ORDER BY id', campaignId);
const historyOf = async (campaignId: number) =>
  (
    await query(
      `SELECT a.type, a.old_status, a.new_status, a.actor_id FROM activities a JOIN participants p ON p.id = a.participant_id
       WHERE p.campaign_id = $1 ORDER BY a.id`,
      campaignId,
    )
  ).map(({ type, old_status, new_status, actor_id }) => [type, old_status, new_status, actor_id]);

/** Whether any side may make this transition in a campaign of type `store_accept`. */
const lawful = (from: ParticipantStatus, to: ParticipantStatus) =>
  [true, false].some((hasApplied) => {
    const participant = { status: from, hasApplied, campaignType: 'store_accept' as const, hasProductSeeding: false };
    return transitionsFor(participant, ['creator', 'store']).some(({ status }) => status === to);
  });

async function waiting(campaignId: number, column: 'email' | 'identifier', value: string, status = 'open') {
  const [row] = await query(
    `INSERT INTO participants (campaign_id, pre_registered_${column}, status) VALUES ($1, $2, $3) RETURNING id`,
    campaignId,
    value,
    status,
  );
  return row.id as number;
}

describe('Who may', () => {
  it.each([...ROLES])('join for the creator: %s', async (role: Role) => {
    const { token, campaignId } = await campaign('user_accept');
    const { status, body } = await join(token, { id: cast.ids.creator, as: cast.tokens[role] });
    if (role === 'creator') expect([status, body.status]).toEqual([200, 'accepted']);
    else {
      const knows = role === 'admin' || role === 'agency';
      expect([status, body.message]).toEqual(knows ? [403, 'Access Forbidden'] : [404, 'No query results for user.']);
      expect(await participantsOf(campaignId)).toEqual([]);
    }
  });

  it.each([...ROLES])('report whether the creator was added: %s', async (role: Role) => {
    const { token } = await campaign('user_accept');
    const { status, body } = await ask(token, { id: cast.ids.creator, as: cast.tokens[role] });
    if (['creator', 'agency', 'admin'].includes(role)) expect([status, body]).toEqual([200, { added: false }]);
    else expect([status, body.message]).toEqual([404, 'No query results for user.']);
  });

  it('neither anonymously', async () => {
    const { token } = await campaign('user_accept');
    for (const call of [join, ask]) expect((await call(token, { id: cast.ids.creator })).status).toBe(401);
  });
});

describe('An invalid address', () => {
  it.each([join, ask])('is a 404 for an unknown token and for a deleted campaign', async (call) => {
    const { token, campaignId } = await campaign('user_accept');
    await query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', campaignId);
    const creator = { id: cast.ids.creator, as: cast.tokens.creator };
    for (const one of [token, 'unknown']) {
      const { status, body } = await call(one, creator);
      expect([status, body.message]).toEqual([404, 'No query results for offer.']);
    }
  });

  it.each([join, ask])('is a 404 for an unknown user and a 422 without one', async (call) => {
    const { token } = await campaign('user_accept');
    const { admin: as } = cast.tokens;
    for (const id of [0, 999_999_999, 'x']) expect((await call(token, { id: id as number, as })).status).toBe(404);
    const creator = { id: cast.ids.creator, as: cast.tokens.creator };
    expect((await call('x'.repeat(255), creator)).status).toBe(404);
    for (const wrong of ['x'.repeat(256), '%00']) expect((await call(wrong, creator)).status).toBe(422);
  });
});

describe('Joining', () => {
  it.each<[CampaignType, ParticipantStatus, number]>([
    ['user_accept', 'accepted', 1],
    ['store_accept', 'applied', 1],
    ['suggestion', 'suggestion', 0],
  ])('joining a %s campaign leads to %s with its to-dos; repeating it changes nothing', async (type, status, moves) => {
    const { token, campaignId } = await campaign(type, { todo: ['Post', 'Story'] });
    const somebody = await person();
    const first = await join(token, somebody);
    expect([first.status, first.body]).toMatchObject([
      200,
      {
        key: `${campaignId}-${somebody.id}`,
        status,
        todo: [
          { key: 'Post', value: false },
          { key: 'Story', value: false },
        ],
      },
    ]);
    const again = await join(token, somebody);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(await participantsOf(campaignId)).toHaveLength(1);
    expect(await historyOf(campaignId)).toEqual([['STATUS_CHANGE', 'open', status, somebody.id]].slice(0, moves));
    expect((await ask(token, somebody)).body).toEqual({ added: true, status });
    // Users receive no mail about their own actions.
    expect(await query('SELECT FROM graphile_worker.jobs')).toEqual([]);
  });

  it('accepts an invitation, also one that the store has sent to a suggested creator', async () => {
    for (const type of ['user_accept', 'suggestion'] as const) {
      const { token, campaignId } = await campaign(type);
      const somebody = await person();
      await application.market.participant({ campaignId, userId: somebody.id, status: 'open' });
      expect((await join(token, somebody)).body.status).toBe('accepted');
      expect(await historyOf(campaignId)).toEqual([['STATUS_CHANGE', 'open', 'accepted', somebody.id]]);
    }
  });

  it("changes nothing for participants in a later status, even after the campaign's end", async () => {
    for (const status of [
      'applied',
      'second_prio',
      'accepted',
      'product_sent',
      'have_received',
      'have_posted',
      'done',
    ]) {
      const { token, campaignId } = await campaign('store_accept', { active: false });
      const somebody = await person();
      await application.market.participant({ campaignId, userId: somebody.id, status });
      const reply = await join(token, somebody);
      expect([reply.status, reply.body.status]).toEqual([200, status]);
      expect(await historyOf(campaignId)).toEqual([]);
    }
  });

  it.each(['denied', 'store_denied'])('does not undo a decision: %s', async (status) => {
    const { token, campaignId } = await campaign('store_accept');
    const somebody = await person();
    await application.market.participant({ campaignId, userId: somebody.id, status });
    const { status: code, body } = await join(token, somebody);
    expect([code, body.error]).toEqual([400, 'illegal_transition']);
    expect(await participantsOf(campaignId)).toMatchObject([{ status }]);
    expect((await ask(token, somebody)).body).toEqual({ added: true, status });
  });

  it('applies again after a withdrawal', async () => {
    const { token, campaignId } = await campaign('store_accept');
    const somebody = await person();
    await join(token, somebody);
    const [{ id }] = await participantsOf(campaignId);
    const url = `/v2/offers/${campaignId}/participants/${id}/update-status`;
    const withdrawn = await application.call({ method: 'PATCH', url, as: somebody.as, body: { status: 'open' } });
    expect(withdrawn.status).toBe(200);
    expect((await join(token, somebody)).body.status).toBe('applied');
    expect(await historyOf(campaignId)).toHaveLength(3);
  });
});

describe('Joining is refused', () => {
  const hour = 3_600_000;
  it.each<[string, () => ReturnType<typeof campaign>]>([
    ['not_joinable', () => campaign('standard')],
    ['offer_ended', () => campaign('user_accept', { validUntil: new Date(Date.now() - hour) })],
    ['offer_ended', () => campaign('user_accept', { maxClicks: 0 })],
    ['offer_paused', () => campaign('user_accept', { active: false })],
  ])('%s', async (code, make) => {
    const { token, campaignId } = await make();
    const { status, body } = await join(token, await person());
    expect([status, body.error]).toEqual([400, code]);
    expect(body.message).toMatch(/\S/);
    expect(await participantsOf(campaignId)).toEqual([]);
  });

  it('succeeds for a scheduled campaign, but not for an ended one', async () => {
    const begins = await campaign('user_accept', { validFrom: new Date(Date.now() + hour) });
    const ends = await campaign('user_accept', { validUntil: new Date(Date.now() + hour) });
    for (const { token } of [begins, ends]) expect((await join(token, await person())).status).toBe(200);
  });

  it('for suspended users: user_suspended', async () => {
    const { token, campaignId } = await campaign('user_accept');
    const { status, body } = await join(token, await person({ suspended: true }));
    expect([status, body.error]).toEqual([400, 'user_suspended']);
    expect(await participantsOf(campaignId)).toEqual([]);
  });

  it('for users that the store blocks by name, tag or client: user_blocked', async () => {
    const { market } = application;
    const agencyId = await market.agency();
    const [named, tagged, agencys] = [await person(), await person(), await person({ agencyId })];
    const tag = await market.userTag({ userIds: [tagged.id] });
    const { token, campaignId } = await campaign('user_accept');
    await waiting(campaignId, 'email', (await query('SELECT email FROM users WHERE id = $1', named.id))[0].email);
    for (const [column, value] of [
      ['user_id', named.id],
      ['user_tag_id', tag],
      ['agency_id', agencyId],
    ])
      await query(`INSERT INTO blocklist (store_id, ${column}) VALUES ($1, $2)`, cast.storeId, value);
    for (const blocked of [named, tagged, agencys]) {
      const { status, body } = await join(token, blocked);
      expect([status, body.error]).toEqual([400, 'user_blocked']);
    }
    expect(await participantsOf(campaignId)).toMatchObject([{ user_id: null }]);
  });

  it.each(['hidden = true', 'deactivated_at = now()', 'deleted_at = now()'])(
    'while the store is not open (%s): store_inactive',
    async (how) => {
      const storeId = await application.market.store();
      const campaignId = await application.market.campaign({ storeId, type: 'user_accept' });
      await query(`UPDATE stores SET ${how} WHERE id = $1`, storeId);
      const [{ token }] = await query('SELECT token FROM campaigns WHERE id = $1', campaignId);
      const { status, body } = await join(token, await person());
      expect([status, body.error]).toEqual([400, 'store_inactive']);
    },
  );
});

describe('A participant registered by an address', () => {
  it('becomes the user who joins with that address in any case, and keeps its terms', async () => {
    for (const [column, mine] of [
      ['email', 'ANN@Example.test'],
      ['identifier', 'Ann_Writes'],
    ] as const) {
      const { token, campaignId } = await campaign('store_accept');
      const ann = await person({ email: column === 'email' ? mine : `${campaignId}@example.test` });
      if (column === 'identifier')
        await query(`INSERT INTO social_accounts (user_id, type, identifier) VALUES ($1, 'social', $2)`, ann.id, mine);
      const participant = await waiting(campaignId, column, mine.toLowerCase());
      await query('UPDATE participants SET click_limit = 7 WHERE id = $1', participant);
      expect((await ask(token, ann)).body).toEqual({ added: true, status: 'open' });
      expect((await join(token, ann)).body.status).toBe('applied');
      expect(await participantsOf(campaignId)).toEqual([{ id: participant, user_id: ann.id, status: 'applied' }]);
      const url = `/v2/offers/${campaignId}/participants/${participant}`;
      const shown = (await application.call({ url, as: cast.tokens.advertiser })).body;
      expect(shown).toMatchObject({ user_id: ann.id, [`pre_registered_${column}`]: mine.toLowerCase() });
      expect(await query('SELECT click_limit FROM participants WHERE id = $1', participant)).toEqual([
        { click_limit: 7 },
      ]);
      await query('DELETE FROM social_accounts WHERE user_id = $1', ann.id);
      await query(`UPDATE users SET email = $2 WHERE id = $1`, ann.id, `${campaignId}-was@example.test`);
    }
  });

  it("receives the store's earlier decision", async () => {
    const { token, campaignId } = await campaign('store_accept');
    const bea = await person({ email: 'bea@example.test' });
    const participant = await waiting(campaignId, 'email', 'bea@example.test', 'accepted');
    expect((await join(token, bea)).body.status).toBe('accepted');
    expect(await participantsOf(campaignId)).toEqual([{ id: participant, user_id: bea.id, status: 'accepted' }]);
    expect(await historyOf(campaignId)).toEqual([]);
  });

  it('stays pending until the address is verified', async () => {
    const { token, campaignId } = await campaign('user_accept');
    const stranger = await person({ email: 'cara@example.test' });
    await query('UPDATE users SET email_unproven = true WHERE id = $1', stranger.id);
    const participant = await waiting(campaignId, 'email', 'cara@example.test');
    expect((await ask(token, stranger)).body).toEqual({ added: false });
    expect((await join(token, stranger)).status).toBe(200);
    const [left, own] = await participantsOf(campaignId);
    expect([left, own]).toMatchObject([
      { id: participant, user_id: null, status: 'open' },
      { user_id: stranger.id, status: 'accepted' },
    ]);
  });

  it('stays pending in other campaigns and for other users, and goes when the person already participates', async () => {
    const { token, campaignId } = await campaign('user_accept');
    const other = await campaign('user_accept');
    const [dan, eve] = [await person({ email: 'dan@example.test' }), await person()];
    const own = await application.market.participant({ campaignId, userId: dan.id, status: 'open' });
    await waiting(campaignId, 'email', 'dan@example.test');
    const elsewhere = await waiting(other.campaignId, 'email', 'dan@example.test');
    for (const one of [dan, eve]) expect((await join(token, one)).status).toBe(200);
    expect(await participantsOf(campaignId)).toMatchObject([
      { id: own, user_id: dan.id, status: 'accepted' },
      { user_id: eve.id, status: 'accepted' },
    ]);
    expect(await participantsOf(other.campaignId)).toMatchObject([{ id: elsewhere, user_id: null }]);
  });
});

describe('Concurrent requests', () => {
  it('twenty joins create one participant with one transition', async () => {
    for (const registered of [false, true]) {
      const { token, campaignId } = await campaign('user_accept');
      const somebody = await person({ email: `twenty-${campaignId}@example.test` });
      if (registered) await waiting(campaignId, 'email', `twenty-${campaignId}@example.test`);
      const replies = await Promise.all(Array.from({ length: 20 }, () => join(token, somebody)));
      expect(new Set(replies.map(({ status, body }) => `${status} ${body.status}`))).toEqual(new Set(['200 accepted']));
      expect(await participantsOf(campaignId)).toMatchObject([{ user_id: somebody.id, status: 'accepted' }]);
      expect(await historyOf(campaignId)).toEqual([['STATUS_CHANGE', 'open', 'accepted', somebody.id]]);
    }
  });

  it('two users with the same social identifier: one takes the pending participation, the other joins separately', async () => {
    for (let round = 0; round < 5; round++) {
      const { token, campaignId } = await campaign('user_accept');
      const two = [await person(), await person()];
      for (const { id } of two)
        await query(
          `INSERT INTO social_accounts (user_id, type, identifier) VALUES ($1, 'social', $2)`,
          id,
          `same-${campaignId}`,
        );
      const participant = await waiting(campaignId, 'identifier', `same-${campaignId}`);
      const replies = await Promise.all(two.map((one) => join(token, one)));
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      const found = await participantsOf(campaignId);
      expect(found).toHaveLength(2);
      expect(found[0]!.id).toBe(participant);
      expect(found.map(({ user_id }) => user_id).sort()).toEqual(two.map(({ id }) => id).sort());
    }
  });

  it('a join and a deletion leave a valid history: joined before, or not at all', async () => {
    for (let round = 0; round < 10; round++) {
      const { token, campaignId } = await campaign('store_accept');
      const people = await Promise.all([1, 2, 3].map(() => person()));
      const [gone, ...joins] = await Promise.all([
        application.call({ method: 'DELETE', url: `/v2/offers/${campaignId}`, as: cast.tokens.advertiser }),
        ...people.map((one) => join(token, one)),
      ]);
      expect(gone.status).toBe(204);
      const joined = people.filter((_, at) => joins[at]!.status === 200).map(({ id }) => id);
      for (const { status } of joins) expect([200, 404]).toContain(status);
      const found = await participantsOf(campaignId);
      expect(found.map(({ user_id }) => user_id).sort()).toEqual(joined.sort());
      expect(await historyOf(campaignId)).toHaveLength(joined.length);
    }
  });

  it('a join and an update that targets the same user create one participant', async () => {
    for (let round = 0; round < 10; round++) {
      const { token, campaignId } = await campaign('user_accept');
      const email = `target-${campaignId}@example.test`;
      const somebody = await person({ email });
      const body = { targets: { user_ids: [somebody.id], emails: [email] }, campaign_title: 'Changed' };
      const [changed, joined] = await Promise.all([
        application.call({ method: 'PATCH', url: `/v2/offers/${campaignId}`, as: cast.tokens.advertiser, body }),
        join(token, somebody),
      ]);
      expect([changed.status, joined.status]).toEqual([200, 200]);
      const own = (await participantsOf(campaignId)).filter(({ user_id }) => user_id !== null);
      expect(own).toMatchObject([{ user_id: somebody.id, status: 'accepted' }]);
      expect(await historyOf(campaignId)).toEqual([['STATUS_CHANGE', 'open', 'accepted', somebody.id]]);
    }
  });

  it('a join and other transitions of the same participant follow the transition table', async () => {
    for (let round = 0; round < 10; round++) {
      const { token, campaignId } = await campaign('store_accept');
      const somebody = await person();
      const participant = await application.market.participant({ campaignId, userId: somebody.id, status: 'open' });
      const url = `/v2/offers/${campaignId}/participants/${participant}/update-status`;
      const move = (as: string, status: string) => application.call({ method: 'PATCH', url, as, body: { status } });
      const replies = await Promise.all([
        move(somebody.as, 'denied'),
        join(token, somebody),
        move(cast.tokens.advertiser, 'accepted'),
        join(token, somebody),
        move(somebody.as, 'open'),
      ]);
      for (const { status, body } of replies) expect(status === 200 || body.error === 'illegal_transition').toBe(true);
      let now: string = 'open';
      const made = await historyOf(campaignId);
      for (const [, from, to] of made) {
        expect(from).toBe(now);
        expect(lawful(from, to)).toBe(true);
        now = to;
      }
      expect(await participantsOf(campaignId)).toEqual([{ id: participant, user_id: somebody.id, status: now }]);
    }
  });

  it("a join and the store's pause are serialized", async () => {
    for (let round = 0; round < 10; round++) {
      const { token, campaignId } = await campaign('user_accept');
      const [, joined] = await Promise.all([
        application.call({ method: 'POST', url: `/v2/offers/${campaignId}/pause`, as: cast.tokens.advertiser }),
        join(token, await person()),
      ]);
      const made = (await participantsOf(campaignId)).map(({ status }) => status);
      expect([joined.status, made]).toEqual(joined.status === 200 ? [200, ['accepted']] : [400, []]);
    }
  });
});

describe('The cookie', () => {
  it('is set by this request only, differs each time, and grants nothing', async () => {
    const { token } = await campaign('user_accept');
    const creator = { id: cast.ids.creator, as: cast.tokens.creator };
    const form = /^service_session=([\w-]{32}); Max-Age=7200; Path=\/; Secure; HttpOnly; SameSite=Lax$/;
    const values = [await ask(token, creator), await ask(token, creator)].map(({ headers }) => {
      expect(headers['set-cookie']).toMatch(form);
      return form.exec(String(headers['set-cookie']))![1];
    });
    expect(new Set(values).size).toBe(2);
    const url = `/v2/offer-by-token/${token}/users/${creator.id}`;
    const headers = { cookie: `service_session=${values[0]}` };
    expect((await application.call({ url, headers })).status).toBe(401);
    expect((await join(token, creator)).headers['set-cookie']).toBeUndefined();
    expect((await ask('unknown', creator)).headers['set-cookie']).toBeUndefined();
  });
});
