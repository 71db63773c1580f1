import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { blackPng } from '../../../../tests/harness/pictures.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { createBroadcastSender, requestDueBroadcasts } from '../index.ts';
import { MAX_MESSAGES_A_DAY } from './deliver.ts';

const HOUR_MS = 3_600_000;
let clock = new Date('2030-05-15T12:00:00Z');
const now = () => clock;
const publicUrl = 'http://tributary.test';
const { application, cast } = await createPopulatedApplication({ now });
const { market, database } = application;
const { ids, storeId } = cast;
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const sender = createBroadcastSender({ db: database.db, now, publicUrl });
const run = () => runWaitingJobs(database, [sender]);

beforeEach(async () => {
  clock = new Date('2030-05-15T12:00:00Z');
  for (const table of [
    'message_attachments',
    'broadcasts',
    'store_mails',
    'store_message_days',
    'notifications',
    'muted_stores',
    'blocklist',
  ])
    await rows(`DELETE FROM ${table}`);
  await rows(`UPDATE stores SET email_quota_monthly = 1000, approval = 'approved', name = 'Nordic' WHERE id = $1`, [
    storeId,
  ]);
  await rows('UPDATE users SET suspended_at = NULL');
  await takeMails(database, { now });
});

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, role: Role | null, body?: object) =>
  application.call({
    method,
    url,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });
const all = `/v2/stores/${storeId}/broadcasts`;
const text = { subject: 'News', text: 'Hello {name}, {store} writes about {campaign}: {link}' };
const create = (body: object, role: Role | null = 'advertiser') => call('POST', all, role, { ...text, ...body });
const preview = (body: object, role: Role | null = 'advertiser') =>
  call('POST', `${all}/preview`, role, { ...text, ...body });

async function campaign(store = storeId) {
  const id = await market.campaign({ storeId: store, type: 'store_accept' });
  await rows(`UPDATE campaigns SET campaign_title = 'Spring' WHERE id = $1`, [id]);
  return id;
}
type Status = 'open' | 'applied' | 'accepted' | 'denied' | 'done';
const participant = (campaignId: number, userId: number, status: Status = 'accepted') =>
  market.participant({ campaignId, userId, status });
const named = async (name: string) => {
  const id = await market.user();
  await rows('UPDATE users SET display_name = $2 WHERE id = $1', [id, name]);
  return id;
};
const commentsOf = async (participantId: number): Promise<string[]> =>
  (await rows('SELECT text FROM comments WHERE participant_id = $1 ORDER BY id', [participantId])).map(
    (row) => row.text,
  );
const list = async (...userIds: number[]) => {
  const [{ id }] = await rows(
    `INSERT INTO creator_lists (store_id, name, created_at) VALUES ($1, 'L' || random(), now()) RETURNING id`,
    [storeId],
  );
  await rows('INSERT INTO creator_list_members (list_id, user_id, added_at) SELECT $1, unnest($2::bigint[]), now()', [
    id,
    userIds,
  ]);
  return id as number;
};

describe('A broadcast', () => {
  it('to participants of a status is written to the conversation of each, with its own values, and answered there', async () => {
    const offer_id = await campaign();
    const [anna, bo, waiting] = [
      await named('Anna {store}'),
      await named('Bo\r\nBcc: x@y.example'),
      await market.user(),
    ];
    const [one, two, other] = [
      await participant(offer_id, anna),
      await participant(offer_id, bo),
      await participant(offer_id, waiting, 'applied'),
    ];
    const { status, body } = await create({ offer_id, to: { statuses: ['accepted'] } });
    expect(status).toBe(201);
    expect(body).toMatchObject({ state: 'scheduled', sent: 0, offer: { id: offer_id, title: 'Spring' } });
    await run();
    const link = `${publicUrl}/console/creator/campaigns/${offer_id}`;
    expect(await commentsOf(one)).toEqual([`News\n\nHello Anna {store}, Nordic writes about Spring: ${link}`]);
    expect(await commentsOf(two)).toEqual([`News\n\nHello Bo Bcc: x@y.example, Nordic writes about Spring: ${link}`]);
    expect(await commentsOf(other)).toEqual([]);
    const mails = await takeMails(database, { now });
    expect(mails.map(({ subject }) => subject)).toEqual(['A message from a store', 'A message from a store']);
    expect(mails.map(({ text: mail }) => mail.includes('> Hello'))).toEqual([true, true]);
    // Another's name is in no other mail, and no address holds more than the campaign.
    expect(mails.filter(({ text: mail }) => mail.includes('Anna'))).toHaveLength(1);
    for (const mail of mails)
      for (const address of mail.text.match(/https?:\S+/g) ?? [])
        expect(address).toMatch(/\/console\/creator\/(?:campaigns\/|messages\?open=)\d+$|\/v2\/unsubscribe\/[\w-]+$/);
    const url = `/v2/offer-users/${one}/comments`;
    await application.call({ method: 'POST', url, as: await application.tokenOf(anna), body: { comment: 'Thanks' } });
    const read = await call('GET', `${all}/${body.id}`, 'advertiser');
    expect(read.body).toMatchObject({ state: 'sent', sent: 2, answered: 1, ended_at: clock.toISOString() });
    const page = await call('GET', all, 'advertiser');
    expect(page.body.data.map(({ id }: { id: number }) => id)).toEqual([body.id]);
  });

  it('is sent once, however often its job runs', async () => {
    const offer_id = await campaign();
    const one = await participant(offer_id, await market.user());
    await create({ to: { participant_ids: [one] } });
    await Promise.all([requestDueBroadcasts({ db: database.db, now }), requestDueBroadcasts({ db: database.db, now })]);
    await run();
    await requestDueBroadcasts({ db: database.db, now });
    await run();
    expect(await commentsOf(one)).toHaveLength(1);
  });

  it('leaves out who has muted or left, is blocked, has no account or is suspended, and counts them as its preview does', async () => {
    const offer_id = await campaign();
    const [muted, blocked, gone, suspended, reached] = [
      await market.user(),
      await market.user(),
      await market.user(),
      await market.user(),
      await market.user(),
    ];
    const participants = [
      await participant(offer_id, muted),
      await participant(offer_id, blocked),
      await participant(offer_id, gone, 'denied'),
      await participant(offer_id, suspended),
      await participant(offer_id, reached),
    ];
    const [{ id: unknown }] = await rows(
      `INSERT INTO participants (campaign_id, pre_registered_email, status) VALUES ($1, 'a@b.example', 'open') RETURNING id`,
      [offer_id],
    );
    await rows('INSERT INTO blocklist (store_id, user_id) VALUES ($1, $2)', [storeId, blocked]);
    await rows('UPDATE users SET suspended_at = now() WHERE id = $1', [suspended]);
    const url = `/v2/me/muted-stores/${storeId}`;
    expect((await application.call({ method: 'PUT', url, as: await application.tokenOf(muted) })).status).toBe(204);
    const to = { participant_ids: [...participants, unknown] };
    const left_out = { opted_out: 1, blocked: 1, withdrawn: 1, no_account: 2, quota: 0, not_in_campaign: 0 };
    const seen = await preview({ to });
    expect(seen.body).toMatchObject({ recipients: 1, left_out, example: { text: expect.stringContaining('Nordic') } });
    const { body } = await create({ to });
    await run();
    expect((await call('GET', `${all}/${body.id}`, 'advertiser')).body).toMatchObject({ sent: 1, left_out });
    expect(await Promise.all(participants.map(commentsOf))).toEqual([[], [], [], [], [expect.any(String)]]);
  });

  it('leaves out who declines before the time for which it is scheduled', async () => {
    const offer_id = await campaign();
    const [one, other] = [
      await participant(offer_id, await market.user()),
      await participant(offer_id, await market.user()),
    ];
    const send_at = new Date(clock.getTime() + HOUR_MS).toISOString();
    await create({ offer_id, to: { participant_ids: [one, other] }, send_at });
    await requestDueBroadcasts({ db: database.db, now });
    await run();
    expect(await commentsOf(other)).toEqual([]);
    await rows(`UPDATE participants SET status = 'denied' WHERE id = $1`, [one]);
    clock = new Date(clock.getTime() + HOUR_MS);
    await requestDueBroadcasts({ db: database.db, now });
    await run();
    expect([await commentsOf(one), await commentsOf(other)]).toEqual([[], [expect.any(String)]]);
  });

  it('to a list reaches its creators in their newest participation, and counts those who have none', async () => {
    const [older, newer, foreign] = [await campaign(), await campaign(), await campaign(cast.otherStoreId)];
    const [creator, stranger] = [await market.user(), await market.user()];
    const [first, second] = [await participant(older, creator), await participant(newer, creator)];
    const elsewhere = await participant(foreign, stranger);
    const list_id = await list(creator, stranger);
    const seen = await preview({ to: { list_id } });
    expect(seen.body).toMatchObject({ recipients: 1, left_out: { not_in_campaign: 1 } });
    const { body } = await create({ to: { list_id } });
    await run();
    expect([await commentsOf(first), await commentsOf(second), await commentsOf(elsewhere)]).toEqual([
      [],
      [expect.any(String)],
      [],
    ]);
    const read = await call('GET', `${all}/${body.id}`, 'advertiser');
    expect(read.body).toMatchObject({ sent: 1, left_out: { not_in_campaign: 1 } });
  });

  it('is mailed within the quota of mails, and tells an agency once of all its creators', async () => {
    const offer_id = await campaign();
    const { agencyId } = cast;
    const [one, two] = [await market.user({ agencyId }), await market.user({ agencyId })];
    const participants = [await participant(offer_id, one), await participant(offer_id, two)];
    await rows('UPDATE stores SET email_quota_monthly = 1 WHERE id = $1', [storeId]);
    await create({ to: { participant_ids: participants } });
    await run();
    expect(await takeMails(database, { now })).toHaveLength(1);
    const told = await rows('SELECT message, data, mail FROM notifications WHERE user_id = $1', [ids.agency]);
    expect(told).toEqual([{ message: 'broadcast_copied', data: { store: 'Nordic', creators: 2 }, mail: 'none' }]);
    expect((await rows(`SELECT FROM notifications WHERE message = 'store_message'`)).length).toBe(2);
  });

  it('ends at the limit of messages of the day', async () => {
    const offer_id = await campaign();
    const participants = [
      await participant(offer_id, await market.user()),
      await participant(offer_id, await market.user()),
    ];
    await rows(`INSERT INTO store_message_days VALUES ($1, '2030-05-15', $2)`, [storeId, MAX_MESSAGES_A_DAY - 1]);
    const to = { participant_ids: participants };
    expect((await preview({ to })).body).toMatchObject({ recipients: 1, left_out: { quota: 1 } });
    const { body } = await create({ to });
    await run();
    const read = await call('GET', `${all}/${body.id}`, 'advertiser');
    expect(read.body).toMatchObject({ sent: 1, left_out: { quota: 1 } });
  });

  it.each([
    ['the store is not approved any more', `UPDATE stores SET approval = 'pending' WHERE id = $1`, storeId, 0],
    ['its author is suspended', 'UPDATE users SET suspended_at = now() WHERE id = $1', ids.advertiser, 0],
    ['nothing has happened', 'SELECT $1::bigint', storeId, 1],
  ])('that is scheduled is sent only while it may be: %s', async (_what, change, id, sent) => {
    const one = await participant(await campaign(), await market.user());
    const send_at = new Date(clock.getTime() + HOUR_MS).toISOString();
    expect((await create({ to: { participant_ids: [one] }, send_at })).status).toBe(201);
    await rows(change, [id]);
    clock = new Date(clock.getTime() + HOUR_MS);
    await requestDueBroadcasts({ db: database.db, now });
    await run();
    expect(await commentsOf(one)).toHaveLength(sent);
    const [{ state }] = await rows('SELECT state FROM broadcasts');
    expect(state).toBe(sent === 1 ? 'sent' : 'stopped');
  });

  it('of a member who has left the team is still the store’s', async () => {
    const member = await market.user();
    await market.member(storeId, member);
    const one = await participant(await campaign(), await market.user());
    const send_at = new Date(clock.getTime() + HOUR_MS).toISOString();
    const body = { ...text, to: { participant_ids: [one] }, send_at };
    await application.call({ method: 'POST', url: all, as: await application.tokenOf(member), body });
    await rows('DELETE FROM store_members WHERE user_id = $1', [member]);
    clock = new Date(clock.getTime() + HOUR_MS);
    await requestDueBroadcasts({ db: database.db, now });
    await run();
    expect(await commentsOf(one)).toHaveLength(1);
  });

  it('is deleted only before it is sent', async () => {
    const one = await participant(await campaign(), await market.user());
    const to = { participant_ids: [one] };
    const later = await create({ to, send_at: new Date(clock.getTime() + HOUR_MS).toISOString() });
    expect((await call('DELETE', `${all}/${later.body.id}`, 'advertiser')).status).toBe(204);
    expect((await call('GET', `${all}/${later.body.id}`, 'advertiser')).status).toBe(404);
    const sent = await create({ to });
    await run();
    const refused = await call('DELETE', `${all}/${sent.body.id}`, 'advertiser');
    expect([refused.status, refused.body.error]).toEqual([400, 'message_sent']);
  });
});

describe('A broadcast is refused', () => {
  it.each<[Role | null, number]>([
    [null, 401],
    ['otherAdvertiser', 403],
    ['creator', 403],
    ['agency', 403],
    ['advertiser', 201],
    ['admin', 201],
  ])('unless a member of the store or an administrator sends it: %s', async (role, status) => {
    const one = await participant(await campaign(), await market.user());
    const to = { participant_ids: [one] };
    expect((await create({ to }, role)).status).toBe(status);
    expect((await preview({ to }, role)).status).toBe(status === 201 ? 200 : status);
    expect((await call('GET', all, role)).status).toBe(status === 201 ? 200 : status);
    const [made] = await rows('SELECT id FROM broadcasts');
    if (made !== undefined)
      expect(
        (await call('GET', `/v2/stores/${cast.otherStoreId}/broadcasts/${made.id}`, 'otherAdvertiser')).status,
      ).toBe(404);
  });

  it('with participants, campaigns and lists of another store, which it neither reads nor counts', async () => {
    const foreign = await campaign(cast.otherStoreId);
    const theirs = await participant(foreign, await market.user());
    const theirList = await list(await market.user());
    await rows('UPDATE creator_lists SET store_id = $2 WHERE id = $1', [theirList, cast.otherStoreId]);
    for (const send of [create, preview]) {
      const named = await send({ to: { participant_ids: [theirs] } });
      expect([named.status, Object.keys(named.body.errors)]).toEqual([422, ['to.participant_ids']]);
      expect((await send({ offer_id: foreign, to: { statuses: ['accepted'] } })).status).toBe(404);
      expect((await send({ to: { list_id: theirList } })).status).toBe(404);
    }
    await run();
    expect(await commentsOf(theirs)).toEqual([]);
  });

  it.each<[string, object]>([
    ['text', { text: 'Hello {first_name}' }],
    ['subject', { subject: 'Hello { name }' }],
    ['subject', { subject: 'a\nb' }],
    ['to', { to: {} }],
    ['to', { to: { participant_ids: [1], list_id: 1 } }],
    ['offer_id', { to: { statuses: ['accepted'] } }],
    ['send_at', { send_at: '2030-05-15T11:59:00Z' }],
    ['send_at', { send_at: '2031-05-15T11:59:00Z' }],
  ])('naming the field %s: %j', async (field, body) => {
    const one = await participant(await campaign(), await market.user());
    const reply = await create({ to: { participant_ids: [one] }, ...body });
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, [field]]);
  });

  it('of a store that is not approved', async () => {
    const one = await participant(await campaign(), await market.user());
    await rows(`UPDATE stores SET approval = 'pending' WHERE id = $1`, [storeId]);
    const reply = await create({ to: { participant_ids: [one] } });
    expect([reply.status, reply.body.error]).toEqual([400, 'store_pending']);
  });
});

describe('A muted store', () => {
  it('is listed to the creator alone, and can be heard again', async () => {
    const creator = await market.user();
    await participant(await campaign(), creator);
    const as = await application.tokenOf(creator);
    const url = `/v2/me/muted-stores/${storeId}`;
    const read = async () => (await application.call({ url: '/v2/me/muted-stores', as })).body.data;
    for (const status of [204, 204]) expect((await application.call({ method: 'PUT', url, as })).status).toBe(status);
    expect(await read()).toEqual([{ store: { id: storeId, name: 'Nordic' }, created_at: clock.toISOString() }]);
    expect((await call('GET', '/v2/me/muted-stores', 'otherCreator')).body.data).toEqual([]);
    await application.call({ method: 'DELETE', url, as });
    expect(await read()).toEqual([]);
    expect((await call('PUT', url, 'otherAdvertiser')).status).toBe(404);
    expect((await call('PUT', url, null)).status).toBe(401);
  });
});

describe('A picture of a message', () => {
  const attachments = `/v2/stores/${storeId}/message-attachments`;
  const send = (role: Role | null, content: Buffer = blackPng({ width: 40, height: 30 })) =>
    upload(application, {
      url: attachments,
      as: role === null ? null : cast.tokens[role],
      content,
      filename: 'a"\u0007\u202Eb.png',
    });
  const read = (url: string, role: Role | null) =>
    application.app.inject({ url, headers: role === null ? {} : { authorization: cast.tokens[role] } });

  it('is stored once, and served to the store, each recipient and the agency alone, with safe headers', async () => {
    const offer_id = await campaign();
    const [one, two, left] = [
      await participant(offer_id, ids.creator),
      await participant(offer_id, await market.user()),
      await participant(offer_id, await market.user(), 'denied'),
    ];
    const made = await send('advertiser');
    expect(made).toMatchObject({ status: 201, body: { file_name: 'a%22b.png', media_type: 'image/png' } });
    const attachment_ids = [made.body.id];
    const { body } = await create({ attachment_ids, to: { participant_ids: [one, two, left] } });
    expect(body.attachments).toEqual([made.body]);
    const url = `/v2/offer-users/${one}/attachments`;
    // Before the message is written, nothing of it is in the conversation.
    expect((await read(`${url}/${made.body.id}`, 'creator')).statusCode).toBe(404);
    await run();
    expect((await rows('SELECT count(*)::int AS n FROM message_attachments'))[0].n).toBe(1);
    const [{ id: comment_id }] = await rows('SELECT id FROM comments WHERE participant_id = $1', [one]);
    expect((await call('GET', url, 'creator')).body.data).toEqual([{ ...made.body, comment_id }]);
    const picture = await read(`${url}/${made.body.id}`, 'creator');
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="attachment-${made.body.id}.png"`,
    });
    expect(picture.rawPayload).toHaveLength(made.body.size);
    const roles = [
      'advertiser',
      'creator',
      'agency',
      'admin',
      'otherAdvertiser',
      'otherCreator',
      'otherAgency',
      null,
    ] as const;
    for (const address of [url, `${url}/${made.body.id}`]) {
      const statuses = [];
      for (const role of roles) statuses.push((await read(address, role)).statusCode);
      expect(statuses).toEqual([200, 200, 200, 200, 404, 404, 404, 401]);
    }
    expect((await read(`/v2/offer-users/${two}/attachments/${made.body.id}`, 'advertiser')).statusCode).toBe(200);
    // Who was left out has not received it, and neither has who reads another conversation of the store.
    const other = await participant(await campaign(), ids.creator);
    for (const id of [left, other])
      expect((await read(`/v2/offer-users/${id}/attachments/${made.body.id}`, 'advertiser')).statusCode).toBe(404);
    const deleted = `/v2/offer-users/${one}/comments/${comment_id}`;
    expect((await call('DELETE', deleted, 'advertiser')).status).toBe(204);
    expect((await read(`${url}/${made.body.id}`, 'creator')).statusCode).toBe(404);
    expect((await call('GET', url, 'creator')).body.data).toEqual([]);
  });

  it('is added by the store alone, is a picture, and is of one message of the store', async () => {
    const statuses = [];
    for (const role of [null, 'creator', 'agency', 'otherAdvertiser'] as const)
      statuses.push((await send(role)).status);
    expect(statuses).toEqual([401, 403, 403, 403]);
    const svg = await send('advertiser', Buffer.from('<svg onload="alert(1)"/>'));
    expect([svg.status, Object.keys(svg.body.errors)]).toEqual([422, ['file']]);
    const to = { participant_ids: [await participant(await campaign(), await market.user())] };
    const { id } = (await send('advertiser')).body;
    expect((await create({ to, attachment_ids: [id] })).status).toBe(201);
    const { id: theirs } = (await send('advertiser')).body;
    await rows('UPDATE message_attachments SET store_id = $2 WHERE id = $1', [theirs, cast.otherStoreId]);
    for (const attachment_ids of [[id], [theirs], [1, 2, 3, 4]]) {
      const reply = await create({ to, attachment_ids });
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['attachment_ids']]);
    }
  });

  it('is limited in number while no message has it, and removed after a day', async () => {
    expect((await send('advertiser')).status).toBe(201);
    await rows(
      `INSERT INTO message_attachments (store_id, file_name, media_type, byte_size, content, added_by, added_at)
       SELECT store_id, '', media_type, byte_size, content, added_by, added_at FROM message_attachments, generate_series(1, 29) WHERE store_id = $1`,
      [storeId],
    );
    expect((await send('advertiser')).body.error).toBe('too_many_attachments');
    clock = new Date(clock.getTime() + 25 * HOUR_MS);
    expect((await send('advertiser')).status).toBe(201);
    expect((await rows('SELECT count(*)::int AS n FROM message_attachments WHERE store_id = $1', [storeId]))[0].n).toBe(
      1,
    );
  });
});
