import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { openHttpPeer, type PeerReply } from '../../../../tests/harness/peers/http-peer.ts';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { createDomainProver } from '../../stores/index.ts';
import { MAX_CHANNELS } from './channels.ts';

/** The pages of all hosts, by host and path. */
const pages = new Map<string, PeerReply>();
const server = await openHttpPeer(
  ({ target, headers }) => pages.get(`${headers.host!.split(':')[0]}${target}`) ?? { status: 404 },
  () => {},
);
const { port } = new URL(server.url);
let now = new Date('2026-03-10T12:00:00Z');
const { application, cast } = await createPopulatedApplication({
  now: () => now,
  domainProver: createDomainProver({
    outbound: createOutbound({ allow: ['127.0.0.0/8'], resolve: async () => [{ address: '127.0.0.1', family: 4 }] }),
    dnsServers: ['127.0.0.1:9'],
    originsOf: (host) => [`http://${host}:${port}`],
  }),
});
const { tokens, ids, storeId } = cast;
const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;
const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, as: string | null, body?: object) =>
  application.call({ method, url, ...(as === null ? {} : { as }), ...(body === undefined ? {} : { body }) });
const channelsOf = (user = ids.creator) => `/v2/users/${user}/channels`;
const add = (platform: string, address: string, { as = tokens.creator, user = ids.creator, ...rest } = {}) =>
  call('POST', channelsOf(user), as, { platform, address, ...rest });
const check = (id: number, { as = tokens.creator, user = ids.creator } = {}) => {
  now = new Date(now.getTime() + 60_000);
  return call('POST', `${channelsOf(user)}/${id}/check`, as);
};
const page = (body: string, reply: Partial<PeerReply> = {}): PeerReply => ({ status: 200, body, ...reply });
const provenBy = async (id: number) =>
  (await query('SELECT proven_by FROM social_accounts WHERE id = $1', [id]))[0]?.proven_by;

beforeEach(async () => {
  pages.clear();
  await query('DELETE FROM social_accounts');
});

describe('A channel of a creator', () => {
  it('is added, listed with its proofs, changed and removed by the creator, the agency and administrators', async () => {
    const { status, body } = await add('instagram', '@anna_hike', { stated_followers: 1200 } as object);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      platform: 'instagram',
      identifier: 'anna_hike',
      url: 'https://www.instagram.com/anna_hike',
      proven_by: null,
      stated_followers: 1200,
      proof: { domain: null, code: expect.stringMatching(/^tributary-[0-9a-f]{16}$/) },
    });
    for (const as of [tokens.creator, tokens.agency, tokens.admin])
      expect((await call('GET', channelsOf(), as)).body.data).toEqual([body]);
    const changed = await call('PATCH', `${channelsOf()}/${body.id}`, tokens.agency, { stated_followers: null });
    expect(changed.body).toEqual({ ...body, stated_followers: null });
    expect((await call('DELETE', `${channelsOf()}/${body.id}`, tokens.creator)).status).toBe(204);
    expect((await call('GET', channelsOf(), tokens.creator)).body.data).toEqual([]);
  });

  it('is hidden from others, and refused to people who are not signed in', async () => {
    const { body } = await add('blog', 'anna.example');
    const one = `${channelsOf()}/${body.id}`;
    for (const as of [tokens.otherCreator, tokens.otherAgency, tokens.advertiser]) {
      expect((await call('GET', channelsOf(), as)).status).toBe(404);
      expect((await add('blog', 'b.example', { as })).status).toBe(404);
      expect((await check(body.id, { as })).status).toBe(404);
      expect((await call('DELETE', one, as)).status).toBe(404);
      // An own user in the path does not open somebody else's channel.
      const own = `${channelsOf(ids.otherCreator)}/${body.id}`;
      expect((await call('DELETE', own, tokens.otherCreator)).status).toBe(404);
      expect((await call('POST', `/v2/admin/users/${ids.creator}/channels/${body.id}/confirm`, as)).status).toBe(403);
    }
    expect((await call('GET', channelsOf(), null)).status).toBe(401);
    expect((await call('GET', channelsOf(), tokens.creator)).body.data).toHaveLength(1);
  });

  it('needs a name or address of its platform, and is in the list once', async () => {
    const wrong = await add('tiktok', 'https://www.instagram.com/anna');
    expect([wrong.status, Object.keys(wrong.body.errors)]).toEqual([422, ['address']]);
    expect((await add('myspace', 'anna')).status).toBe(422);
    await add('instagram', 'anna');
    expect((await add('instagram', 'https://instagram.com/ANNA/')).body.error).toBe('channel_known');
    expect((await add('tiktok', 'anna')).status).toBe(201);
  });

  it('is one of a limited number, also when several are added at once', async () => {
    const replies = await Promise.all(Array.from({ length: MAX_CHANNELS + 3 }, (_, n) => add('blog', `b${n}.example`)));
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(MAX_CHANNELS);
    expect(replies.find(({ status }) => status !== 201)!.body.error).toBe('too_many_channels');
  });
});

describe('The proof of a channel', () => {
  it.each([
    ['a code in the description of a profile', 'instagram', 'anna', 'www.instagram.com/anna', 'page'],
    ['a code in the description of an own page', 'blog', 'anna.example/blog', 'anna.example/blog', 'page'],
    ['a link of an own page to its owner', 'newsletter', 'anna.example/news', 'anna.example/news', 'link'],
    [
      'the file of an own domain',
      'blog',
      'anna.example',
      'anna.example/.well-known/tributary-verification.txt',
      'file',
    ],
    ['the meta tag of an own domain', 'podcast', 'anna.example', 'anna.example/', 'meta'],
  ] as const)('is %s', async (_, platform, address, at, method) => {
    const { body } = await add(platform, address);
    expect((await check(body.id)).body.channel.proven_by).toBeNull();
    const { code, link, domain } = body.proof;
    const text = {
      page:
        platform === 'instagram'
          ? `<body>Hiking. ${code.toUpperCase()}</body>`
          : `<head><meta name="description" content="Hiking ${code}"></head>`,
      link: `<head></head><body><a class="x" rel="nofollow me" href="${link}">me</a></body>`,
      file: domain?.file.content,
      meta: `<head>${domain?.meta.tag}</head>`,
    }[method];
    pages.set(at, page(text));
    const checked = await check(body.id);
    expect(checked.body.channel).toMatchObject({ proven_by: method, proven_at: now.toISOString() });
    expect(checked.body.attempts.filter(({ found }: { found: boolean }) => found)).toEqual([
      { method, found: true, problem: null },
    ]);
  });

  it.each([
    [
      'in a comment of a visitor on an own page',
      'blog',
      'anna.example',
      (code: string) => page(`<body><p>${code}</p></body>`),
    ],
    [
      'in a link of a visitor',
      'blog',
      'anna.example',
      (_: string, link: string) => page(`<body><a rel="nofollow ugc" href="${link}">x</a></body>`),
    ],
    [
      'on a page that asks people to sign in',
      'instagram',
      'anna',
      () => page('', { status: 302, headers: { location: '/accounts/login/' } }),
    ],
    ['of another channel', 'instagram', 'anna', () => page('tributary-0000000000000000')],
    ['on a page that does not exist', 'tiktok', 'anna', () => ({ status: 404 })],
  ] as const)('is not %s', async (_, platform, address, reply) => {
    const { body } = await add(platform, address);
    const at = new URL(body.url);
    pages.set(at.host + at.pathname, reply(body.proof.code, body.proof.link));
    const { body: checked } = await check(body.id);
    expect(checked.channel.proven_by).toBeNull();
    expect(
      checked.attempts.every(({ found, problem }: { found: boolean; problem: string }) => !found && problem !== ''),
    ).toBe(true);
  });

  it('is not looked for twice within ten seconds', async () => {
    const { body } = await add('blog', 'anna.example');
    await check(body.id);
    expect((await call('POST', `${channelsOf()}/${body.id}/check`, tokens.creator)).body.error).toBe(
      'checked_recently',
    );
  });

  it('belongs to the creator who proves it first, also when both are found at once', async () => {
    const mine = (await add('instagram', 'anna')).body;
    const theirs = (await add('instagram', 'ANNA', { as: tokens.otherCreator, user: ids.otherCreator })).body;
    pages.set('www.instagram.com/anna', page(`${mine.proof.code} ${theirs.proof.code}`));
    pages.set('www.instagram.com/ANNA', page(`${mine.proof.code} ${theirs.proof.code}`));
    const replies = await Promise.all([
      check(mine.id),
      check(theirs.id, { as: tokens.otherCreator, user: ids.otherCreator }),
    ]);
    expect(replies.map(({ body }) => body.error ?? 'ok').toSorted()).toEqual(['channel_taken', 'ok']);
    expect((await Promise.all([mine.id, theirs.id].map(provenBy))).filter((by) => by !== null)).toEqual(['page']);
    const late = await add('instagram', 'anna', { as: tokens.admin, user: ids.agency });
    expect(late.body.error).toBe('channel_taken');
  });

  it('can be replaced by an administrator’s word', async () => {
    const { body } = await add('instagram', 'anna');
    const confirm = (as: string) => call('POST', `/v2/admin/users/${ids.creator}/channels/${body.id}/confirm`, as);
    expect((await confirm(tokens.creator)).status).toBe(403);
    expect((await confirm(tokens.admin)).body).toMatchObject({ proven_by: 'administrator' });
    const kinds = await query("SELECT action FROM audit_log WHERE action LIKE 'channel.%' ORDER BY id DESC LIMIT 2");
    expect(kinds.map(({ action }) => action)).toEqual(['channel.proven', 'channel.added']);
  });
});

describe('A channel', () => {
  const campaign = async () => {
    const body = { active: true, campaign_title: 'Spring', type: 'user_accept', traffic_sources_costs: [] };
    const reply = await call('POST', `/v2/stores/${storeId}/offers`, tokens.advertiser, {
      ...body,
      targets: { social_media_identifiers: ['celebrity'] },
    });
    return reply.body.data.id as number;
  };
  const sees = async (offer: number) => (await call('GET', `/v2/offers/${offer}`, tokens.creator)).status;

  const names = async (offer: number) => [
    await sees(offer),
    (await query('SELECT * FROM participations_of($1) WHERE campaign_id = $2', [ids.creator, offer])).length,
    (await query('SELECT * FROM matching_targets($1, $2, NULL, NULL, NULL, NULL)', [offer, ids.creator])).length,
  ];
  const NOT_THEIRS = [404, 0, 0];

  it('does not name the creator to campaigns before the operator vouches for it, even if it is proven at another platform', async () => {
    const offer = await campaign();
    // The celebrity is at another platform, where the name is free.
    const { body } = await add('twitch', 'celebrity', { stated_followers: 5_000_000 } as object);
    expect(await names(offer)).toEqual(NOT_THEIRS);
    pages.set('www.twitch.tv/celebrity', page(body.proof.code));
    expect((await check(body.id)).body.channel.proven_by).toBe('page');
    expect(await names(offer)).toEqual(NOT_THEIRS);
    const confirm = `/v2/admin/users/${ids.creator}/channels/${body.id}/confirm`;
    expect((await call('POST', confirm, tokens.admin)).body.proven_by).toBe('administrator');
    expect(await names(offer)).toEqual([200, 1, 1]);
    await call('DELETE', `${channelsOf()}/${body.id}`, tokens.creator);
    expect(await names(offer)).toEqual(NOT_THEIRS);
    await query(
      `INSERT INTO social_accounts (user_id, type, identifier, is_valid) VALUES ($1, 'social', 'Celebrity', true)`,
      [ids.creator],
    );
    expect(await names(offer)).toEqual([200, 1, 1]);
  });

  it('that somebody has written down changes nothing of its owner when the account is erased', async () => {
    const offer = await campaign();
    const stranger = await application.market.user();
    const as = await application.tokenOf(stranger);
    const { status } = await add('instagram', 'celebrity', { as, user: stranger });
    expect(status).toBe(201);
    await call('POST', `/v2/admin/users/${stranger}/erase`, tokens.admin);
    const kept = await query('SELECT social_identifier AS name FROM campaign_targets WHERE campaign_id = $1', [offer]);
    expect(kept).toEqual([{ name: 'celebrity' }]);
    const invited = await query('SELECT pre_registered_identifier AS name FROM participants WHERE campaign_id = $1', [
      offer,
    ]);
    expect(invited).toEqual([{ name: 'celebrity' }]);
  });

  it('does not count the followers that its creator states', async () => {
    await query('INSERT INTO influencers (user_id) VALUES ($1) ON CONFLICT DO NOTHING', [ids.creator]);
    await add('instagram', 'celebrity', { stated_followers: 5_000_000 } as object);
    expect(await query('SELECT followers FROM influencers WHERE user_id = $1', [ids.creator])).toEqual([
      { followers: 0 },
    ]);
  });
});
