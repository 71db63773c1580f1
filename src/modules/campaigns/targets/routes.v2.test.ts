import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { letShoppersIn } from '../../../../tests/harness/shoppers.ts';
import type { CampaignType } from '../participants/transitions.ts';

/** One record of each kind of target. */
const { application, cast } = await createPopulatedApplication();
const store = await letShoppersIn(application);
const { market } = application;
const aims = { tag: await market.userTag(), group: await market.storeGroup(), tier: await market.tier() };
await market.price({ storeId: cast.storeId, cpcMinor: 10 });

const rows = async (text: string, values: unknown[] = []) => (await application.database.pool.query(text, values)).rows;
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
const send = (method: Method, url: string, body?: object, role: Role = 'advertiser') =>
  application.call({ method, url, as: cast.tokens[role], ...(body === undefined ? {} : { body }) });

const campaign = async (type: CampaignType = 'standard') => {
  const id = await application.market.campaign({ storeId: cast.storeId, type });
  return { id, url: `/v2/offers/${id}/targets` };
};
const add = async (url: string, body: object) => {
  const reply = await send('POST', url, body);
  expect([reply.body.errors, reply.status]).toEqual([undefined, 201]);
  return reply.body.data as { id: number }[];
};
const participants = (campaignId: number) =>
  rows(
    `SELECT user_id, pre_registered_email AS email, pre_registered_identifier AS identifier, status, todo FROM participants
     WHERE campaign_id = $1 ORDER BY id`,
    [campaignId],
  );

describe('Who may', () => {
  const REQUESTS: [Method, one: boolean, body: object | undefined, done: number][] = [
    ['GET', false, undefined, 200],
    ['POST', false, { emails: ['new@people.example'] }, 201],
    ['GET', true, undefined, 200],
    ['PUT', true, { email: 'put@people.example' }, 200],
    ['PATCH', true, { email: 'patched@people.example' }, 200],
    ['DELETE', true, undefined, 204],
  ];
  describe.each(REQUESTS)('%s (of one: %s)', (method, one, body, done) => {
    it.each(ROLES)('%s', async (role) => {
      const { url } = await campaign();
      const [target] = await add(url, { user_ids: [cast.ids.creator] });
      const reply = await send(method, one ? `${url}/${target!.id}` : url, body, role);
      if (role === 'advertiser' || role === 'admin') expect(reply.status).toBe(done);
      else if (role === 'creator' && !one)
        expect([reply.status, reply.body.message]).toEqual([403, 'Access Forbidden']);
      else
        expect([reply.status, reply.body.message]).toEqual([404, `No query results for ${one ? 'target' : 'offer'}.`]);
    });

    it("is missing without a token, for a missing record, and for another campaign's target", async () => {
      const [{ url }, other] = [await campaign(), await campaign()];
      const [target] = await add(url, { user_ids: [cast.ids.creator] });
      const path = (base: string, id: number | string) => (one ? `${base}/${id}` : base);
      const anonymous = { method, url: path(url, target!.id), ...(body === undefined ? {} : { body }) };
      expect((await application.call(anonymous)).status).toBe(401);
      const wrong = ['999999999', '0', 'x', '9007199254740993'].flatMap((bad) => [
        path(`/v2/offers/${bad}/targets`, target!.id),
        ...(one ? [`${url}/${bad}`, `${other.url}/${target!.id}`] : []),
      ]);
      for (const address of wrong)
        expect([address, (await send(method, address, body, 'admin')).status]).toEqual([address, 404]);
      expect(await rows('SELECT FROM campaign_targets WHERE id = $1', [target!.id])).toHaveLength(1);
    });
  });

  it('cannot change the targets of a deleted campaign', async () => {
    const { id, url } = await campaign();
    const [target] = await add(url, { user_ids: [cast.ids.creator] });
    await send('DELETE', `/v2/offers/${id}`);
    const replies = [
      await send('POST', url, { emails: ['late@people.example'] }),
      await send('PUT', `${url}/${target!.id}`, { email: 'late@people.example' }),
      await send('DELETE', `${url}/${target!.id}`),
    ];
    expect(replies.map(({ status, body }) => [status, body.message])).toEqual(
      Array(3).fill([404, 'No query results for offer.']),
    );
  });
});

describe('Adding targets', () => {
  it('of every kind adds one row each, returns them, and lists them oldest first', async () => {
    const { url } = await campaign();
    const { creator, otherCreator } = cast.ids;
    const body = {
      user_ids: [creator, otherCreator],
      user_tag_ids: [aims.tag, aims.tag],
      store_group_ids: [aims.group],
      client_ids: [cast.agencyId],
      revenue_tier_ids: [aims.tier],
      emails: ['Ann@People.example'],
      social_media_identifiers: ['Insta_Ann'],
    };
    const reply = await send('POST', url, body);
    expect([reply.status, reply.body.warnings]).toEqual([201, { skipped_targets: { user_ids: [] } }]);
    // Targets of one request are in the order of their kinds, without duplicates.
    expect(reply.body.data.map(({ id: _, ...target }: { id: number }) => target)).toEqual([
      { user_id: creator },
      { user_id: otherCreator },
      { user_tag_id: aims.tag },
      { store_group_id: aims.group },
      { client_id: cast.agencyId },
      { revenue_tier_id: aims.tier },
      { email: 'ann@people.example' },
      { social_media_identifier: 'Insta_Ann' },
    ]);
    const listed = await send('GET', url);
    expect(listed.body.data).toEqual(reply.body.data);
    const ids = reply.body.data.map(({ id }: { id: number }) => id);
    expect(ids).toEqual([...ids].sort((a: number, b: number) => a - b));
    const [first, second, last] = [
      await send('GET', `${url}?size=3`),
      await send('GET', `${url}?size=3&page=2`),
      await send('GET', `${url}?size=3&page=3`),
    ];
    expect([first, second, last].flatMap(({ body: page }) => page.data)).toEqual(reply.body.data);
    expect(last!.body.meta.total).toBe(8);
    for (const target of reply.body.data) expect((await send('GET', `${url}/${target.id}`)).body).toEqual(target);
  });

  it('again is not an error and adds nothing, regardless of case', async () => {
    const { id, url } = await campaign('user_accept');
    const body = {
      user_ids: [cast.ids.creator],
      emails: ['ann@people.example'],
      social_media_identifiers: ['Insta_Ann'],
    };
    const made = await add(url, body);
    const again = await send('POST', url, {
      user_ids: [cast.ids.creator, cast.ids.creator],
      emails: ['ANN@people.example'],
      social_media_identifiers: ['insta_ann', 'INSTA_ANN'],
    });
    expect([again.status, again.body.data]).toEqual([200, made]);
    expect(await participants(id)).toHaveLength(3);
    const more = await send('POST', url, { ...body, user_ids: [cast.ids.creator, cast.ids.otherCreator] });
    expect([more.status, more.body.data.length]).toEqual([201, 4]);
    expect((await send('POST', url, {})).body).toEqual({
      data: [],
      warnings: { skipped_targets: { user_ids: [] } },
    });
  });

  it.each([
    ['user_accept', 'open'],
    ['store_accept', 'open'],
    ['suggestion', 'suggestion'],
  ] as const)(
    'to a %s campaign adds participants, %s, for users, e-mail addresses and identifiers only',
    async (type, status) => {
      const { id, url } = await campaign(type);
      await rows(`UPDATE campaigns SET todo = '{Post}' WHERE id = $1`, [id]);
      await add(url, {
        user_ids: [cast.ids.creator],
        emails: ['ann@people.example'],
        social_media_identifiers: ['insta_ann'],
        user_tag_ids: [aims.tag],
        client_ids: [cast.agencyId],
      });
      const rest = { status, todo: [{ key: 'Post', value: false }] };
      expect(await participants(id)).toEqual([
        { user_id: cast.ids.creator, email: null, identifier: null, ...rest },
        { user_id: null, email: 'ann@people.example', identifier: null, ...rest },
        { user_id: null, email: null, identifier: 'insta_ann', ...rest },
      ]);
    },
  );

  it('skips unknown, suspended and blocked users, and names them', async () => {
    const { market } = application;
    const suspended = await market.user({ suspended: true });
    const blocked = await market.user();
    await rows('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [cast.storeId, blocked]);
    const { id, url } = await campaign('user_accept');
    const reply = await send('POST', url, { user_ids: [suspended, cast.ids.creator, blocked, 999_999_999] });
    expect(reply.status).toBe(201);
    expect(reply.body.data).toEqual([{ id: expect.any(Number), user_id: cast.ids.creator }]);
    expect(reply.body.warnings).toEqual({ skipped_targets: { user_ids: [suspended, blocked, 999_999_999] } });
    expect(await participants(id)).toHaveLength(1);
    expect((await send('POST', url, { user_ids: [suspended] })).status).toBe(200);
  });

  const many = (count: number) => Array.from({ length: count }, (_, index) => index + 1_000_000);
  it.each([
    [{ user_ids: many(1001) }, 'user_ids'],
    [{ emails: ['no address'] }, 'emails.0'],
    [{ emails: [`${'x'.repeat(250)}@a.example`] }, 'emails.0'],
    [{ social_media_identifiers: ['x'.repeat(31)] }, 'social_media_identifiers.0'],
    [{ social_media_identifiers: [''] }, 'social_media_identifiers.0'],
    [{ user_ids: ['1'] }, 'user_ids.0'],
    [{ user_ids: [0] }, 'user_ids.0'],
    [{ user_tag_ids: [999_999_999] }, 'user_tag_ids.0'],
    [{ store_group_ids: [999_999_999] }, 'store_group_ids.0'],
    [{ client_ids: [999_999_999] }, 'client_ids.0'],
    [{ revenue_tier_ids: [999_999_999] }, 'revenue_tier_ids.0'],
    [{ user_ids: null }, 'user_ids'],
  ])('%#: an error is a 422 on its field, and nothing is added', async (body, field) => {
    const { url } = await campaign();
    const reply = await send('POST', url, { social_media_identifiers: ['fine'], ...body });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
    expect((await send('GET', url)).body.data).toEqual([]);
  });

  it('accepts values at the limits', async () => {
    const { url } = await campaign();
    const reply = await send('POST', url, { user_ids: many(1000), social_media_identifiers: ['😀'.repeat(30)] });
    expect([reply.status, reply.body.data.length]).toEqual([201, 1]);
    expect(reply.body.warnings.skipped_targets.user_ids).toHaveLength(1000);
  });

  it('reports a tag of another store as unknown', async () => {
    const foreign = await application.market.userTag({ storeId: cast.otherStoreId });
    const { url } = await campaign();
    const reply = await send('POST', url, { user_tag_ids: [aims.tag, foreign] });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['user_tag_ids.1']]);
  });

  it('with several spellings of one account adds one, in the first spelling', async () => {
    const { id, url } = await campaign('user_accept');
    await add(url, { social_media_identifiers: ['Insta_Ann', 'other', 'insta_ann', 'INSTA_ANN'] });
    const listed = (await send('GET', url)).body.data as { social_media_identifier: string }[];
    expect(listed.map((target) => target.social_media_identifier).sort()).toEqual(['Insta_Ann', 'other']);
    const waiting = await participants(id);
    expect(waiting.map(({ identifier }) => identifier).sort()).toEqual(['Insta_Ann', 'other']);
  });

  it.each(['size=0', 'size=101', 'page=0'])('the list with ?%s is a 422', async (query) => {
    const { url } = await campaign();
    expect((await send('GET', `${url}?${query}`)).status).toBe(422);
  });

  it('by concurrent requests adds one target and one participant', async () => {
    const { id, url } = await campaign('user_accept');
    const body = { user_ids: [cast.ids.creator], social_media_identifiers: ['Ann', 'ann'] };
    const replies = await Promise.all(Array.from({ length: 8 }, () => send('POST', url, body)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 200, 200, 200, 201]);
    expect((await send('GET', url)).body.meta.total).toBe(2);
    expect(await participants(id)).toHaveLength(2);
  });
});

describe.each(['PUT', 'PATCH'] as const)('Changing a target by %s', (method) => {
  it('can change its kind, under the same id, and adds a participant', async () => {
    const { id, url } = await campaign('store_accept');
    const [target] = await add(url, { user_tag_ids: [aims.tag] });
    const one = `${url}/${target!.id}`;
    for (const body of [
      { user_id: cast.ids.creator },
      { store_group_id: aims.group },
      { client_id: cast.agencyId },
      { revenue_tier_id: aims.tier },
      { email: 'ann@people.example' },
      { social_media_identifier: 'insta_ann' },
      { user_tag_id: aims.tag },
      { user_tag_id: aims.tag },
    ]) {
      const reply = await send(method, one, body);
      expect([reply.status, reply.body]).toEqual([200, { id: target!.id, ...body }]);
      expect((await send('GET', url)).body.data).toEqual([{ id: target!.id, ...body }]);
    }
    expect((await participants(id)).map(({ user_id, email, identifier }) => user_id ?? email ?? identifier)).toEqual([
      cast.ids.creator,
      'ann@people.example',
      'insta_ann',
    ]);
  });

  it('to the value of another target keeps that one', async () => {
    const { url } = await campaign();
    const [first, second] = await add(url, { user_ids: [cast.ids.creator, cast.ids.otherCreator] });
    const reply = await send(method, `${url}/${first!.id}`, { user_id: cast.ids.otherCreator });
    expect([reply.status, reply.body]).toEqual([200, second]);
    expect((await send('GET', url)).body.data).toEqual([second]);
  });

  it('without a value keeps it, because the contract shows no body', async () => {
    const { url } = await campaign();
    const [target] = await add(url, { user_ids: [cast.ids.creator] });
    for (const body of [undefined, {}]) {
      const reply = await send(method, `${url}/${target!.id}`, body);
      expect([reply.status, reply.body]).toEqual([200, target]);
    }
    expect((await send('GET', url)).body.data).toEqual([target]);
  });

  it('to several values or to an invalid one is a 422 without a change', async () => {
    const { url } = await campaign();
    const [target] = await add(url, { user_ids: [cast.ids.creator] });
    const suspended = await application.market.user({ suspended: true });
    const foreign = await application.market.userTag({ storeId: cast.otherStoreId });
    const cases: [object, string[]][] = [
      [{ user_id: cast.ids.otherCreator, email: 'a@b.example' }, ['user_id', 'email']],
      [{ user_id: suspended }, ['user_id']],
      [{ user_id: 999_999_999 }, ['user_id']],
      [{ user_id: null }, ['user_id']],
      [{ user_id: '1' }, ['user_id']],
      [{ user_tag_id: foreign }, ['user_tag_id']],
      [{ store_group_id: 999_999_999 }, ['store_group_id']],
      [{ client_id: 999_999_999 }, ['client_id']],
      [{ revenue_tier_id: 999_999_999 }, ['revenue_tier_id']],
      [{ email: 'no address' }, ['email']],
      [{ social_media_identifier: 'x'.repeat(31) }, ['social_media_identifier']],
      [{ social_media_identifier: '' }, ['social_media_identifier']],
    ];
    for (const [body, fields] of cases) {
      const reply = await send(method, `${url}/${target!.id}`, body);
      expect([body, reply.status, Object.keys(reply.body.errors ?? {})]).toEqual([body, 422, fields]);
    }
    expect((await send('GET', url)).body.data).toEqual([target]);
    const edge = { social_media_identifier: '😀'.repeat(30) };
    expect((await send(method, `${url}/${target!.id}`, edge)).body).toEqual({ id: target!.id, ...edge });
  });
});

describe('Concurrent requests', () => {
  it('that change and remove the same target leave the result of one of them', async () => {
    for (let round = 0; round < 5; round++) {
      const { url } = await campaign();
      const [target] = await add(url, { user_ids: [cast.ids.creator] });
      const one = `${url}/${target!.id}`;
      const emails = ['a@people.example', 'b@people.example', 'c@people.example'];
      const [removed, ...changed] = await Promise.all([
        send('DELETE', one),
        ...emails.map((email) => send('PUT', one, { email })),
      ]);
      expect(removed!.status).toBe(204);
      for (const { status } of changed) expect([200, 404]).toContain(status);
      expect((await send('GET', url)).body.data).toEqual([]);
    }
  });

  it('that change two targets to the same user leave one', async () => {
    for (let round = 0; round < 5; round++) {
      const { url } = await campaign();
      const made = await add(url, { user_ids: [cast.ids.creator, cast.ids.otherCreator] });
      const email = 'ann@people.example';
      const replies = await Promise.all(made.map(({ id }) => send('PATCH', `${url}/${id}`, { email })));
      expect(replies.map(({ status }) => status)).toEqual([200, 200]);
      const { data } = (await send('GET', url)).body;
      expect(data).toEqual([{ id: expect.any(Number), email }]);
      for (const { body } of replies) expect(body).toEqual(data[0]);
    }
  });

  it('that add targets and delete the campaign run one after the other', async () => {
    for (let round = 0; round < 5; round++) {
      const { id, url } = await campaign('user_accept');
      const [added, deleted] = await Promise.all([
        send('POST', url, { user_ids: [cast.ids.creator] }),
        send('DELETE', `/v2/offers/${id}`),
      ]);
      expect([[201, 404].includes(added.status), deleted.status]).toEqual([true, 204]);
      expect(await participants(id)).toHaveLength(added.status === 201 ? 1 : 0);
    }
  });
});

describe('Effects of targets', () => {
  it("give a creator the campaign's price from the next click, and remove it", async () => {
    const { market } = application;
    await rows('UPDATE campaigns SET active = false WHERE store_id = $1', [cast.storeId]);
    const link = await market.link({ userId: cast.ids.creator, storeId: cast.storeId });
    const { id, url } = await campaign();
    await market.price({ storeId: cast.storeId, campaignId: id, cpcMinor: 100 });
    // With a target for another user, the campaign is not for everyone.
    const [other] = await add(url, { user_ids: [cast.ids.otherCreator] });
    const cost = async () => {
      await store(link.code);
      const found = await rows('SELECT cost_minor FROM clicks WHERE link_id = $1 ORDER BY id DESC LIMIT 1', [link.id]);
      return found[0].cost_minor;
    };
    const paid = [await cost()];
    const [mine] = await add(url, { user_ids: [cast.ids.creator] });
    paid.push(await cost());
    await send('PATCH', `${url}/${mine!.id}`, { user_tag_id: aims.tag });
    paid.push(await cost());
    await send('PATCH', `${url}/${mine!.id}`, { client_id: cast.agencyId });
    paid.push(await cost());
    expect((await send('DELETE', `${url}/${mine!.id}`)).status).toBe(204);
    paid.push(await cost());
    // Without any target, it is for everyone.
    await send('DELETE', `${url}/${other!.id}`);
    paid.push(await cost());
    expect(paid).toEqual([10, 100, 10, 100, 10, 100]);
  });

  it('that are removed leave the participants unchanged', async () => {
    const { id, url } = await campaign('user_accept');
    const [target] = await add(url, { user_ids: [cast.ids.creator] });
    expect((await send('DELETE', `${url}/${target!.id}`)).status).toBe(204);
    expect((await send('GET', `${url}/${target!.id}`)).status).toBe(404);
    expect((await send('DELETE', `${url}/${target!.id}`)).status).toBe(404);
    expect(await participants(id)).toMatchObject([{ user_id: cast.ids.creator, status: 'open' }]);
  });

  it('add a line to the audit log per change, and none without a change', async () => {
    const { id, url } = await campaign();
    const [target] = await add(url, { user_ids: [cast.ids.creator] });
    await send('POST', url, { user_ids: [cast.ids.creator] });
    for (const _ of [1, 2]) await send('PUT', `${url}/${target!.id}`, { email: 'ann@people.example' });
    await send('DELETE', `${url}/${target!.id}`);
    const written = await rows(
      `SELECT action, details FROM audit_log WHERE subject_kind = 'offer' AND subject_id = $1 ORDER BY id`,
      [id],
    );
    expect(written).toEqual([
      { action: 'offer.targets_added', details: { added: 1 } },
      { action: 'offer.target_changed', details: { target: target!.id } },
      { action: 'offer.target_removed', details: { target: target!.id } },
    ]);
  });
});
