import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { codeIn, takeCodeMails } from '../../../../tests/harness/mailbox.ts';
import type { CampaignType } from '../participants/transitions.ts';
import { MAX_VERSIONS } from './write-agreement.ts';

let clock = new Date('2030-05-15T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => clock });

const rows = async (text: string, values: unknown[] = []) => (await application.database.pool.query(text, values)).rows;
const hashOf = (text: string) => createHash('sha256').update(text).digest('hex');
const call = (method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE', url: string, as?: string, body?: object) =>
  application.call({ method, url, ...(as === undefined ? {} : { as }), ...(body === undefined ? {} : { body }) });

async function person() {
  const id = await application.market.user();
  return { id, as: await application.tokenOf(id) };
}

/** A campaign, with terms if they are given. */
async function campaign(text: string | null = 'Tag us.\nNo competitors.', type: CampaignType = 'user_accept') {
  const id = await application.market.campaign({ storeId: cast.storeId, type });
  const [{ token }] = await rows('SELECT token FROM campaigns WHERE id = $1', [id]);
  const url = `/v2/offers/${id}/agreement`;
  const write = (words: string, role: Role = 'advertiser') => call('PUT', url, cast.tokens[role], { text: words });
  if (text !== null) expect((await write(text)).status).toBe(200);
  const by = `/v2/offer-by-token/${token}/users`;
  return {
    id,
    url,
    token: token as string,
    write,
    join: (one: { id: number; as: string }) => call('POST', `${by}/${one.id}/join`, one.as),
    participate: (one: { id: number; as: string }, body: object) =>
      call('POST', `${by}/${one.id}/participation`, one.as, body),
    accept: (one: { id: number; as: string }, version: number) =>
      call('POST', `${by}/${one.id}/agreement/acceptances`, one.as, { version }),
    own: async (one: { id: number; as: string }) => (await call('GET', `${by}/${one.id}/agreement`, one.as)).body,
    acceptances: async (query = '') =>
      (await call('GET', `${url}/acceptances${query}`, cast.tokens.advertiser)).body.data,
  };
}

describe('The terms of a campaign', () => {
  it('are versions of a text, each with its hash; an identical text adds no version', async () => {
    const { url, write } = await campaign(null);
    expect((await call('GET', url, cast.tokens.advertiser)).body).toEqual({ agreement: null, versions: [] });
    const first = await write('One');
    expect(first.body.agreement).toEqual({
      version: 1,
      text: 'One',
      sha256: hashOf('One'),
      created_at: clock.toISOString(),
    });
    expect((await write('One')).body.versions).toHaveLength(1);
    expect((await write('Två')).body).toMatchObject({
      agreement: { version: 2, sha256: hashOf('Två') },
      versions: [
        { version: 2, ended_at: null },
        { version: 1, ended_at: clock.toISOString() },
      ],
    });
    expect((await call('GET', `${url}?version=1`, cast.tokens.advertiser)).body.agreement.text).toBe('One');
    expect((await call('GET', `${url}?version=3`, cast.tokens.advertiser)).status).toBe(404);
    expect((await call('DELETE', url, cast.tokens.advertiser)).status).toBe(204);
    expect((await call('DELETE', url, cast.tokens.advertiser)).status).toBe(404);
    expect((await call('GET', url, cast.tokens.advertiser)).body).toMatchObject({
      agreement: null,
      versions: [{ version: 2 }, { version: 1 }],
    });
    // A text that was used before is a new version again.
    expect((await write('One')).body.agreement.version).toBe(3);
  });

  it('are written and listed only by the store', async () => {
    const { url, write } = await campaign();
    for (const [role, status] of [
      ['creator', 404],
      ['otherAdvertiser', 404],
      ['agency', 404],
      ['admin', 200],
    ] as const) {
      expect([role, (await write(`By ${role}`, role)).status]).toEqual([role, status]);
      expect([role, (await call('GET', `${url}/acceptances`, cast.tokens[role])).status]).toEqual([role, status]);
    }
    expect((await call('PUT', url, undefined, { text: 'x' })).status).toBe(401);
    for (const text of ['', '  \n', 'x'.repeat(20_001), 'a\0b'])
      expect((await write(text)).body.errors).toHaveProperty('text');
    const standard = await campaign(null, 'standard');
    expect((await standard.write('Terms')).body.error).toBe('not_joinable');
  });

  it('have at most a hundred versions', async () => {
    const { id, write } = await campaign('0');
    await rows('UPDATE campaign_agreements SET version = $2 WHERE campaign_id = $1', [id, MAX_VERSIONS]);
    expect((await write('1')).body.error).toBe('too_many_versions');
  });
});

describe('Joining a campaign with terms', () => {
  it('requires the current version at our endpoint, and records it with hash and time', async () => {
    const { participate, write, own, acceptances, id } = await campaign('First');
    const creator = await person();
    expect((await own(creator)).current).toMatchObject({ version: 1, text: 'First' });
    expect((await participate(creator, {})).body.error).toBe('agreement_required');
    expect((await participate(creator, { agreement_version: null })).body.error).toBe('agreement_required');
    await write('Second');
    expect((await participate(creator, { agreement_version: 1 })).body.error).toBe('agreement_changed');
    expect(await rows('SELECT FROM participants WHERE campaign_id = $1', [id])).toEqual([]);
    const joined = await participate(creator, { agreement_version: 2 });
    expect([joined.status, joined.body.status]).toEqual([200, 'accepted']);
    const bound = { version: 2, sha256: hashOf('Second'), manner: 'accepted', accepted_at: clock.toISOString() };
    expect((await own(creator)).binding).toEqual({ ...bound, text: 'Second' });
    expect(await acceptances()).toEqual([
      { ...bound, participant_id: expect.any(Number), user_id: creator.id, display_name: expect.any(String) },
    ]);
    const [{ participant_id: participant }] = await acceptances();
    expect(await acceptances(`?participant_id=${participant}`)).toHaveLength(1);
    expect(await acceptances(`?participant_id=${participant + 1}`)).toEqual([]);
    expect((await participate(creator, { agreement_version: 0 })).body.errors).toHaveProperty('agreement_version');
  });

  it('works unchanged at the endpoints of the contract, and records that the version was not accepted expressly', async () => {
    const { join, own } = await campaign('Terms');
    const creator = await person();
    const joined = await join(creator);
    expect([joined.status, joined.body.status]).toEqual([200, 'accepted']);
    expect((await own(creator)).binding).toMatchObject({ version: 1, manner: 'joined', sha256: hashOf('Terms') });
    for (const [role, manner] of [
      ['creator', 'joined'],
      // A representative cannot agree on the participant's behalf.
      ['admin', undefined],
    ] as const) {
      const { id, own: read } = await campaign('Terms');
      const participant = await application.market.participant({
        campaignId: id,
        userId: cast.ids.creator,
        status: 'open',
      });
      const url = `/v2/offers/${id}/participants/${participant}/update-status`;
      expect((await call('PATCH', url, cast.tokens[role], { status: 'accepted' })).status).toBe(200);
      const me = { id: cast.ids.creator, as: cast.tokens.creator };
      expect([role, (await read(me)).binding?.manner]).toEqual([role, manner]);
    }
  });

  it('without terms requires nothing and records nothing', async () => {
    const { participate, own } = await campaign(null);
    const creator = await person();
    expect((await participate(creator, {})).body.status).toBe('accepted');
    expect(await own(creator)).toEqual({ current: null, binding: null });
  });

  it('does not happen by a sign-up through its link, which cannot show them', async () => {
    const { token } = await campaign('Terms');
    const other = await campaign(null);
    for (const [offerToken, joined] of [
      [token, null],
      [other.token, other.id],
    ]) {
      const email = `sign-up-${offerToken}@people.example`;
      const body = {
        email,
        password: 'correct horse battery',
        name: 'Robin',
        role: 'creator',
        offer_token: offerToken,
      };
      expect((await call('POST', '/v2/sign-up', undefined, body)).status).toBe(202);
      const mails = await takeCodeMails(application.database, { now: () => clock });
      const code = codeIn(mails.find(({ to }) => to === email)!);
      const verified = await call('POST', '/v2/email-verifications', undefined, { code });
      expect([verified.status, verified.body.joined_offer_id, verified.body.offer_token]).toEqual([
        201,
        joined,
        offerToken,
      ]);
    }
  });

  it('is possible only for the user in person', async () => {
    const { token } = await campaign();
    const [one, other] = [await person(), await person()];
    const url = `/v2/offer-by-token/${token}/users/${one.id}`;
    for (const [path, body] of [
      ['participation', { agreement_version: 1 }],
      ['agreement/acceptances', { version: 1 }],
    ] as const) {
      expect((await call('POST', `${url}/${path}`, undefined, body)).status).toBe(401);
      expect((await call('POST', `${url}/${path}`, other.as, body)).status).toBe(404);
      expect((await call('POST', `${url}/${path}`, cast.tokens.admin, body)).status).toBe(403);
    }
    expect((await call('GET', `${url}/agreement`, other.as)).status).toBe(404);
    expect((await call('GET', `/v2/offer-by-token/none/users/${one.id}/agreement`, one.as)).status).toBe(404);
  });
});

describe('A changed text', () => {
  it('notifies participants, who remain bound by their version until they accept the new one', async () => {
    const { participate, write, accept, own, url, id } = await campaign('First');
    const [creator, stranger] = [await person(), await person()];
    expect((await accept(creator, 1)).body.error).toBe('not_participating');
    await participate(creator, { agreement_version: 1 });
    clock = new Date(clock.getTime() + 60_000);
    await write('Second');
    expect(await own(creator)).toMatchObject({ current: { version: 2 }, binding: { version: 1, text: 'First' } });
    const news = (await call('GET', '/v2/me/notifications', creator.as)).body.data;
    expect(news).toMatchObject([
      { kind: 'campaigns', title: expect.stringContaining('New terms'), path: `/console/creator/campaigns/${id}` },
    ]);
    expect((await call('GET', '/v2/me/notifications', stranger.as)).body.data).toEqual([]);
    expect((await accept(creator, 1)).body.error).toBe('agreement_changed');
    expect((await accept(creator, 2)).body.binding).toMatchObject({ version: 2, accepted_at: clock.toISOString() });
    clock = new Date(clock.getTime() + 60_000);
    // The time of the first acceptance remains.
    expect((await accept(creator, 2)).body.binding.accepted_at).not.toBe(clock.toISOString());
    expect((await call('DELETE', url, cast.tokens.advertiser)).status).toBe(204);
    expect(await own(creator)).toMatchObject({ current: null, binding: { version: 2 } });
    expect((await accept(creator, 2)).status).toBe(404);
  });

  it('can be accepted expressly after joining at an endpoint that could not name it', async () => {
    const { join, accept, own } = await campaign('Terms');
    const creator = await person();
    await join(creator);
    expect((await accept(creator, 1)).status).toBe(200);
    expect((await own(creator)).binding).toMatchObject({ version: 1, manner: 'accepted' });
  });
});
