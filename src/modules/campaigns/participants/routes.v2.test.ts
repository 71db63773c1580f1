import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import type { CampaignType, ParticipantStatus } from './transitions.ts';

const { application, cast } = await createPopulatedApplication();

/** Creates a campaign of the cast's store with `creator` (or another user) as a participant. */
async function campaign(
  type: CampaignType,
  status: ParticipantStatus,
  { seeding = false, userId = cast.ids.creator }: { seeding?: boolean; userId?: number } = {},
) {
  const { market, database } = application;
  const campaignId = await market.campaign({ storeId: cast.storeId, type });
  if (seeding) await database.pool.query('UPDATE campaigns SET has_product_seeding = true WHERE id = $1', [campaignId]);
  const participantId = await market.participant({ campaignId, userId, status });
  if (['applied', 'second_prio', 'store_denied'].includes(status) && type === 'store_accept')
    await database.pool.query('UPDATE participants SET applied_at = now() WHERE id = $1', [participantId]);
  return { campaignId, participantId, url: `/v2/offers/${campaignId}/participants/${participantId}` };
}

const move = (url: string, as: string, status: string) =>
  application.call({ method: 'PATCH', url: `${url}/update-status`, as, body: { status } });

const historyOf = async (participantId: number) =>
  (
    await application.database.pool.query(
      'SELECT old_status, new_status, actor_id FROM activities WHERE participant_id = $1 ORDER BY id',
      [participantId],
    )
  ).rows.map(({ old_status, new_status, actor_id }) => [old_status, new_status, actor_id]);

describe('Who may', () => {
  const all: Role[] = [...ROLES];
  const REQUESTS = {
    list: { path: '', allowed: ['advertiser', 'admin'] as Role[], kind: 'offer' },
    one: {
      path: '/{participant}',
      allowed: ['advertiser', 'admin', 'creator', 'agency'] as Role[],
      kind: 'participant',
    },
    move: {
      path: '/{participant}/update-status',
      allowed: ['advertiser', 'admin', 'creator', 'agency'] as Role[],
      kind: 'participant',
    },
  };
  describe.each(Object.entries(REQUESTS))('%s', (name, { path, allowed, kind }) => {
    it.each(all)('for %s', async (role) => {
      const { campaignId, participantId } = await campaign('user_accept', 'open');
      const url = `/v2/offers/${campaignId}/participants${path.replace('{participant}', String(participantId))}`;
      const method = name === 'move' ? ('PATCH' as const) : ('GET' as const);
      const body = name === 'move' ? { body: { status: role === 'advertiser' ? 'done' : 'denied' } } : {};
      const { status, body: reply } = await application.call({ method, url, as: cast.tokens[role], ...body });
      // The policy admitted the caller, but a participation that has not begun cannot be completed.
      if (allowed.includes(role)) expect(status).toBe(name === 'move' && role === 'advertiser' ? 400 : 200);
      else if (role === 'creator') expect([status, reply.message]).toEqual([403, 'Access Forbidden']);
      else expect([status, reply.message]).toEqual([404, `No query results for ${kind}.`]);
    });

    it('not anonymous', async () => {
      const { campaignId, participantId } = await campaign('user_accept', 'open');
      const url = `/v2/offers/${campaignId}/participants${path.replace('{participant}', String(participantId))}`;
      expect((await application.call({ method: name === 'move' ? 'PATCH' : 'GET', url })).status).toBe(401);
    });
  });

  it("not under another campaign's address", async () => {
    const [one, other] = [await campaign('user_accept', 'open'), await campaign('user_accept', 'open')];
    const mixed = `/v2/offers/${one.campaignId}/participants/${other.participantId}`;
    for (const request of [
      { url: mixed },
      { method: 'PATCH' as const, url: `${mixed}/update-status`, body: { status: 'denied' } },
    ]) {
      expect((await application.call({ ...request, as: cast.tokens.admin })).status).toBe(404);
    }
  });
});

describe('The agency of a creator', () => {
  it('declines, withdraws, confirms and reports for its creator, as itself in the log', async () => {
    const { agency } = cast.tokens;
    for (const [type, status, to, seeding] of [
      ['user_accept', 'open', 'denied', false],
      ['store_accept', 'applied', 'open', false],
      ['user_accept', 'product_sent', 'have_received', true],
      ['user_accept', 'accepted', 'have_posted', false],
    ] as const) {
      const { participantId, url } = await campaign(type, status, { seeding });
      const { status: code, body } = await move(url, agency, to);
      expect([code, body.status]).toEqual([200, to]);
      expect(await historyOf(participantId)).toEqual([[status, to, cast.ids.agency]]);
    }
  });

  it('neither joins for its creator nor acts on the side of the store', async () => {
    for (const [type, to] of [
      ['user_accept', 'accepted'],
      ['store_accept', 'applied'],
    ] as const) {
      const { url } = await campaign(type, 'open');
      expect((await move(url, cast.tokens.agency, to)).status).toBe(403);
      expect((await application.call({ url, as: cast.tokens.agency })).body.status).toBe('open');
    }
    const applied = await campaign('store_accept', 'applied');
    const refused = await move(applied.url, cast.tokens.agency, 'accepted');
    expect([refused.status, refused.body.error]).toEqual([400, 'illegal_transition']);
  });

  it('does nothing for the creators of another agency, or for somebody without one', async () => {
    for (const userId of [cast.ids.otherCreator, await application.market.user({})]) {
      const { url } = await campaign('user_accept', 'open', { userId });
      expect((await move(url, cast.tokens.agency, 'denied')).status).toBe(404);
      expect((await application.call({ url, as: cast.tokens.agency })).status).toBe(404);
    }
  });

  it('reads no prices of the store with the participant', async () => {
    const { url } = await campaign('user_accept', 'accepted');
    const include = `${url}?include[]=transitions&include[]=prices`;
    const [own, agencys] = [cast.tokens.creator, cast.tokens.agency].map((as) =>
      application.call({ url: include, as }),
    );
    expect((await agencys!).body).toEqual((await own!).body);
  });
});

describe('A transition', () => {
  it('passes through a whole campaign with product seeding, alternating between the sides, and the log records it', async () => {
    const { participantId, url } = await campaign('store_accept', 'open', { seeding: true });
    const { creator, advertiser } = cast.tokens;
    const steps: [string, string][] = [
      [creator, 'applied'],
      [advertiser, 'second_prio'],
      [advertiser, 'accepted'],
      [advertiser, 'product_sent'],
      [creator, 'have_received'],
      [creator, 'have_posted'],
      [advertiser, 'done'],
    ];
    for (const [as, status] of steps) {
      const reply = await move(url, as, status);
      expect([status, reply.status, reply.body.status]).toEqual([status, 200, status]);
    }
    const { creator: creatorId, advertiser: storeId } = cast.ids;
    const was = ['open', ...steps.map(([, status]) => status)];
    expect(await historyOf(participantId)).toEqual(
      steps.map(([as, status], index) => [was[index], status, as === creator ? creatorId : storeId]),
    );
  });

  it('outside the table is refused, names the valid ones, and has no effect', async () => {
    const { participantId, url } = await campaign('store_accept', 'open');
    const refused = await move(url, cast.tokens.creator, 'accepted');
    expect([refused.status, refused.body]).toEqual([
      400,
      {
        status: 400,
        error: 'illegal_transition',
        message: 'A participant who is open cannot become accepted; you can make it applied, denied.',
      },
    ]);
    const nothing = await move(url, cast.tokens.advertiser, 'accepted');
    expect(nothing.body.message).toBe(
      'A participant who is open cannot become accepted; you can make it store_denied.',
    );
    expect((await application.call({ url, as: cast.tokens.creator })).body.status).toBe('open');
    expect(await historyOf(participantId)).toEqual([]);
  });

  it('leads back to the first status: a creator who has withdrawn may apply again', async () => {
    const { url } = await campaign('store_accept', 'open');
    for (const status of ['applied', 'open', 'applied'])
      expect((await move(url, cast.tokens.creator, status)).body.status).toBe(status);
    expect((await move(url, cast.tokens.advertiser, 'store_denied')).status).toBe(200);
    expect((await move(url, cast.tokens.advertiser, 'applied')).body.status).toBe('applied');
  });

  it('is impossible after the campaign has ended', async () => {
    const { campaignId, url } = await campaign('user_accept', 'open');
    await application.database.pool.query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', [campaignId]);
    expect((await move(url, cast.tokens.creator, 'accepted')).status).toBe(404);
  });

  it.each([
    [{}, 'status'],
    [{ status: 'gone' }, 'status'],
    [{ status: null }, 'status'],
    [{ status: ['accepted'] }, 'status'],
  ])('with %j is a 422', async (body, field) => {
    const { url } = await campaign('user_accept', 'open');
    const reply = await application.call({
      method: 'PATCH',
      url: `${url}/update-status`,
      as: cast.tokens.creator,
      body,
    });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  it('by two concurrent callers leaves one valid history', async () => {
    for (let round = 0; round < 10; round++) {
      const { participantId, url } = await campaign('store_accept', 'applied');
      const replies = await Promise.all([
        move(url, cast.tokens.advertiser, 'accepted'),
        move(url, cast.tokens.admin, 'store_denied'),
        move(url, cast.tokens.creator, 'open'),
      ]);
      const made = await historyOf(participantId);
      expect(made).toHaveLength(replies.filter(({ status }) => status === 200).length);
      let now = 'applied';
      for (const [from, to] of made) {
        expect(from).toBe(now);
        now = to;
      }
      expect((await application.call({ url, as: cast.tokens.admin })).body.status).toBe(now);
    }
  });
});

describe('The list', () => {
  it('finds by status, name, address and id, and returns the number of comments on request', async () => {
    const { market, database } = application;
    const campaignId = await market.campaign({ storeId: cast.storeId, type: 'store_accept' });
    const named = await market.user({ email: 'percent@example.test' });
    await database.pool.query(`UPDATE users SET display_name = 'Ann 100% Wool' WHERE id = $1`, [named]);
    const ann = await market.participant({ campaignId, userId: named, status: 'applied' });
    const bea = await market.participant({ campaignId, userId: await market.user(), status: 'open' });
    const { rows } = await database.pool.query(
      `INSERT INTO participants (campaign_id, pre_registered_email, status) VALUES ($1, 'someone@else.example', 'open') RETURNING id`,
      [campaignId],
    );
    await database.pool.query(
      `INSERT INTO comments (participant_id, author_id, text, deleted_at) VALUES ($1, $2, 'kept', NULL), ($1, $2, 'gone', now())`,
      [ann, cast.ids.advertiser],
    );
    const idsOf = async (query: string) => {
      const { status, body } = await application.call({
        url: `/v2/offers/${campaignId}/participants${query}`,
        as: cast.tokens.advertiser,
      });
      expect(status).toBe(200);
      return body.data.map((participant: { id: number }) => participant.id);
    };
    const waiting = rows[0].id;
    expect(await idsOf('')).toEqual([ann, bea, waiting]);
    expect(await idsOf('?status=open')).toEqual([bea, waiting]);
    expect(await idsOf('?query=100%25')).toEqual([ann]);
    expect(await idsOf('?query=ELSE.example')).toEqual([waiting]);
    expect(await idsOf(`?query=${bea}`)).toEqual([bea]);
    expect(await idsOf('?query=%25')).toEqual([ann]);
    expect(await idsOf('?size=2&page=2')).toEqual([waiting]);
    const { body } = await application.call({
      url: `/v2/offers/${campaignId}/participants?include[]=offer_comments_count`,
      as: cast.tokens.advertiser,
    });
    expect(body.data[0]).toEqual({
      id: ann,
      offer_id: campaignId,
      user_id: named,
      display_name: 'Ann 100% Wool',
      clicks: 0,
      status: 'applied',
      todo: null,
      payment_amount: null,
      offer_comments_count: 1,
    });
    expect(body.data[2]).toMatchObject({
      user_id: null,
      display_name: null,
      pre_registered_email: 'someone@else.example',
    });
  });

  it.each(['status=gone', 'size=0', 'size=101', 'page=0', 'include[]=stats', `query=${'x'.repeat(256)}`])(
    '?%s is a 422',
    async (query) => {
      const { campaignId } = await campaign('user_accept', 'open');
      const url = `/v2/offers/${campaignId}/participants?${query}`;
      expect((await application.call({ url, as: cast.tokens.advertiser })).status).toBe(422);
    },
  );
});
