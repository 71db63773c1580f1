import { describe, expect, it } from 'vitest';
import { createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { createInvitationTeller } from './tell-of-invitations.ts';

// People who are named by an address or an account before they have one here.

const { application, cast } = await createPopulatedApplication();
const { market, tokenOf } = application;
const { storeId, tokens } = cast;
const query = async (text: string, values: unknown[] = []) =>
  (await application.database.pool.query(text, values)).rows;
const call = (url: string, as: string, method: 'GET' | 'POST' | 'PATCH' | 'PUT' = 'GET', body?: object) =>
  application.call({ method, url, as, ...(body === undefined ? {} : { body }) });

let people = 0;
/** A person whose address is not proven yet. */
async function person() {
  people += 1;
  const email = `Person-${people}@example.test`;
  const id = await market.user({ email });
  await query('UPDATE users SET email_unproven = true WHERE id = $1', [id]);
  return { id, email, name: `person_${people}`, token: await tokenOf(id) };
}
const prove = ({ id }: { id: number }) => query('UPDATE users SET email_unproven = false WHERE id = $1', [id]);
const connect = ({ id, name }: { id: number; name: string }) =>
  query(`INSERT INTO social_accounts (user_id, type, identifier) VALUES ($1, 'social', $2)`, [id, name]);

async function campaign(targets: object, type = 'user_accept') {
  const body = { active: true, campaign_title: 'Spring', type, traffic_sources_costs: [], targets };
  const reply = await call(`/v2/stores/${storeId}/offers`, tokens.advertiser, 'POST', body);
  expect([reply.status, reply.body.errors]).toEqual([201, undefined]);
  return reply.body.data.id as number;
}

/** In which of a creator's own views a campaign is. */
async function seenBy({ id, token }: { id: number; token: string }, offer: number) {
  const ids = (list: { id?: number; campaign?: { id: number } }[]) =>
    list.map((one) => one.campaign?.id ?? one.id).includes(offer);
  const work = await call('/v2/me/work', token);
  const board = await call(`/v2/users/${id}/campaign-board/${offer}`, token);
  return {
    campaigns: ids((await call(`/v2/users/${id}/campaigns`, token)).body.data),
    campaign: (await call(`/v2/users/${id}/campaigns/${offer}`, token)).status,
    offers: ids((await call(`/v2/users/${id}/offers?participant_statuses[]=open`, token)).body.data),
    offer: (await call(`/v2/offers/${offer}`, token)).status,
    board: board.status === 200 && (board.body.data ?? board.body).part !== null,
    work: JSON.stringify(work.body).includes('"invitations"'),
  };
}
const EVERYWHERE = { campaigns: true, campaign: 200, offers: true, offer: 200, board: true, work: true };
const NOWHERE = { campaigns: false, campaign: 404, offers: false, offer: 404, board: false, work: false };
const rowsOf = (offer: number) =>
  query('SELECT user_id, pre_registered_email AS email, status FROM participants WHERE campaign_id = $1 ORDER BY id', [
    offer,
  ]);
const participantOf = async (offer: number) =>
  (await query('SELECT id FROM participants WHERE campaign_id = $1 ORDER BY id LIMIT 1', [offer]))[0].id as number;

describe('A person who was named in advance', () => {
  it('by an address is in the campaign once the address is proven, and the store does not see who it is', async () => {
    const she = await person();
    const offer = await campaign({ emails: [she.email] });
    expect(await seenBy(she, offer)).toEqual(NOWHERE);
    await prove(she);
    expect(await seenBy(she, offer)).toEqual(EVERYWHERE);
    expect(await rowsOf(offer)).toEqual([{ user_id: null, email: she.email.toLowerCase(), status: 'open' }]);
    const listed = await call(`/v2/offers/${offer}/participants`, tokens.advertiser);
    expect(JSON.stringify(listed.body)).not.toContain(`"user_id":${she.id}`);
  });

  it.each(['plain', '@sign', ' @Sign and SPACE '])('by the identifier of an account, written %s', async (manner) => {
    const he = await person();
    const written = manner === 'plain' ? he.name : manner === '@sign' ? `@${he.name}` : ` @${he.name.toUpperCase()} `;
    const offer = await campaign({ social_media_identifiers: [written, he.name] });
    expect(await rowsOf(offer)).toHaveLength(1);
    expect(await seenBy(he, offer)).toEqual(NOWHERE);
    await connect(he);
    expect(await seenBy(he, offer)).toEqual(EVERYWHERE);
  });

  it.each([
    ['accepts', 'accepted'],
    ['declines', 'denied'],
  ])('%s, and is then the participant', async (_, status) => {
    const she = await person();
    const offer = await campaign({ emails: [she.email], social_media_identifiers: [`@${she.name}`] });
    await prove(she);
    await connect(she);
    const url = `/v2/offers/${offer}/participants/${await participantOf(offer)}/update-status`;
    const stranger = await person();
    expect((await call(url, stranger.token, 'PATCH', { status })).status).toBe(404);
    const moved = await call(url, she.token, 'PATCH', { status });
    expect([moved.status, await rowsOf(offer)]).toEqual([
      200,
      [{ user_id: she.id, email: she.email.toLowerCase(), status }],
    ]);
  });

  it('is notified of each invitation once, when the address or the account is proven, or when a campaign names a proven one', async () => {
    const she = await person();
    const notices = async () => {
      await runWaitingJobs(application.database, [
        createInvitationTeller({ db: application.database.db, now: () => new Date() }),
      ]);
      const { body } = await call('/v2/me/notifications', she.token);
      return body.data.map(({ path }: { path: string }) => Number(path.split('/').at(-1)));
    };
    const byAddress = await campaign({ emails: [she.email] });
    const byAccount = await campaign({ social_media_identifiers: [`@${she.name}`] });
    expect(await notices()).toEqual([]);
    await prove(she);
    expect(await notices()).toEqual([byAddress]);
    await connect(she);
    expect(await notices()).toEqual([byAccount, byAddress]);
    const later = await campaign({ emails: [she.email], social_media_identifiers: [she.name] });
    expect(await notices()).toEqual([later, byAccount, byAddress]);
    await query('UPDATE users SET email_unproven = true WHERE id = $1', [she.id]);
    await prove(she);
    expect(await notices()).toHaveLength(3);
  });

  it('has one participation, in whatever ways the store names the same person', async () => {
    const he = await person();
    await prove(he);
    await connect(he);
    const offer = await campaign({
      user_ids: [he.id],
      emails: [he.email],
      social_media_identifiers: [he.name, `@${he.name}`],
    });
    const listed = await call(`/v2/users/${he.id}/campaigns`, he.token);
    expect(listed.body.data.filter((one: { campaign: { id: number } }) => one.campaign.id === offer)).toHaveLength(1);
    const [{ token }] = (await query('SELECT token FROM campaigns WHERE id = $1', [offer])) as [{ token: string }];
    const joins = await Promise.all(
      [1, 2, 3].map(() => call(`/v2/offer-by-token/${token}/users/${he.id}/join`, he.token, 'POST')),
    );
    expect(joins.map(({ status }) => status < 300)).toEqual([true, true, true]);
    expect(await rowsOf(offer)).toMatchObject([{ user_id: he.id, status: 'accepted' }]);
  });

  it('by the legacy interface, too', async () => {
    const she = await person();
    await prove(she);
    await connect(she);
    const made = await call(`/stores/${storeId}/offers`, tokens.advertiser, 'POST', {
      name: 'Legacy',
      active: 1,
      priority: 50,
      type: 'user_accept',
      social_media_users: [`@${she.name}`],
    });
    expect([made.status, made.body.errors]).toEqual([expect.any(Number), undefined]);
    const offer = (made.body.data ?? made.body).id as number;
    expect(await seenBy(she, offer)).toEqual(EVERYWHERE);
  });
});

it('an audience that names an account with the sign decides the price of its creator', async () => {
  const he = await person();
  await connect(he);
  const link = await market.link({ userId: he.id, storeId });
  const terms = async () => (await call(`/v2/affiliate-links/${link.id}/terms`, he.token)).body;
  const before = await terms();
  const body = {
    active: true,
    campaign_title: 'Priced',
    type: 'standard',
    traffic_sources_costs: [{ source: 0, cpc: 500, cpa: 0 }],
    targets: { social_media_identifiers: [`@${he.name.toUpperCase()}`] },
  };
  const made = await call(`/v2/stores/${storeId}/offers`, tokens.advertiser, 'POST', body);
  expect(made.status).toBe(201);
  expect(JSON.stringify(before)).not.toContain('Priced');
  expect(JSON.stringify(await terms())).toContain('Priced');
});

it('a sign without a name is refused as a target', async () => {
  const offer = await campaign({});
  const reply = await call(`/v2/offers/${offer}/targets`, tokens.advertiser, 'POST', {
    social_media_identifiers: ['@'],
  });
  expect(reply.status).toBeLessThan(300);
  expect(await rowsOf(offer)).toEqual([]);
});
