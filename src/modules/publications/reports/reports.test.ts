import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { openHttpPeer } from '../../../../tests/harness/peers/http-peer.ts';
import { blackPng } from '../../../../tests/harness/pictures.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { createOutbound } from '../../../platform/outbound/outbound.ts';
import { createPublicationChecker, requestDueChecks } from './check-address.ts';

const NOW = new Date('2030-05-15T12:00:00.000Z');
const outbound = createOutbound({ allow: ['127.0.0.0/8'] });
const { application, cast } = await createPopulatedApplication({ now: () => NOW, outbound });
const { market, database } = application;
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;
const BOTH = [null, 'creator', 'agency', 'advertiser', 'otherCreator', 'otherAgency', 'otherAdvertiser'] as const;
const POST = { url: 'https://www.instagram.com/p/Cx1/', published_on: '2030-05-14', disclosure: 'hashtag' };

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, role: Role | null, body?: object) =>
  application.call({
    method,
    url,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });

/** A deliverable of the creator, approved unless another status is given. */
async function deliverable(status = 'approved') {
  const campaignId = await market.campaign({ storeId: cast.storeId, type: 'user_accept' });
  const participantId = await market.participant({ campaignId, userId: cast.ids.creator, status: 'accepted' });
  const [{ id }] = await rows(
    `INSERT INTO deliverables (participant_id, title, instructions, due_on, status, created_by, created_at, updated_at)
     VALUES ($1, 'Story', '', '2030-05-20', $2, $3, $4, $4) RETURNING id`,
    [participantId, status, cast.ids.advertiser, NOW],
  );
  const at = `/v2/deliverables/${id}`;
  const report = (body: object = {}, role: Role | null = 'creator') =>
    call('POST', `${at}/publication`, role, { ...POST, ...body });
  return { campaignId, participantId, id: id as number, at, report };
}

async function reported(body: object = {}) {
  const of = await deliverable();
  const reply = await of.report(body);
  expect(reply.status).toBe(201);
  const url = `/v2/publications/${reply.body.id}`;
  const accept = (role: Role | null = 'advertiser', revision = 1) => call('POST', `${url}/accept`, role, { revision });
  const ask = (role: Role | null = 'advertiser', revision = 1, feedback = 'Tag the shop.') =>
    call('POST', `${url}/request-correction`, role, { revision, feedback });
  return { ...of, publication: reply.body, publicationId: reply.body.id as number, url, accept, ask };
}

async function channel(platform: string, identifier: string, isProven: boolean) {
  await rows(
    `INSERT INTO social_accounts (user_id, type, platform, identifier, url, proven_by, proven_at, created_at, updated_at)
     VALUES ($1, 'social', $2, $3, 'https://x.example', $4, $5, $6, $6)`,
    [cast.ids.creator, platform, identifier, isProven ? 'administrator' : null, isProven ? NOW : null, NOW],
  );
}

const statusesOf = async (
  request: (role: Role | null) => Promise<{ status: number }>,
  roles: readonly (Role | null)[],
) => {
  const found: number[] = [];
  for (const role of roles) found.push((await request(role)).status);
  return found;
};

describe('A publication', () => {
  it('is reported for an approved deliverable, whose status follows, and is read by both sides alone', async () => {
    const { campaignId, participantId, id, at, publication, publicationId, url, report } = await reported();
    expect(publication).toMatchObject({
      deliverable: { id, title: 'Story' },
      offer: { id: campaignId },
      store: { id: cast.storeId },
      user: { id: cast.ids.creator },
      url: POST.url,
      platform: 'instagram',
      is_on_proven_channel: false,
      disclosure: 'hashtag',
      disclosure_text: '',
      revision: 1,
      review: null,
      address: null,
      proofs: [],
    });
    expect((await call('GET', at, 'creator')).body.status).toBe('published');
    expect((await report()).body.error).toBe('already_published');
    // No payment and no status of the participant follows: the creator presses the existing button.
    expect(await rows('SELECT status FROM participants WHERE id = $1', [participantId])).toEqual([
      { status: 'accepted' },
    ]);
    const moved = await call(
      'PATCH',
      `/v2/offers/${campaignId}/participants/${participantId}/update-status`,
      'creator',
      {
        status: 'have_posted',
      },
    );
    expect(moved.status).toBe(200);
    for (const path of [url, `${at}/publication`])
      expect(await statusesOf((role) => call('GET', path, role), BOTH)).toEqual([401, 200, 200, 200, 404, 404, 404]);
    const lists = [
      [
        `/v2/offers/${campaignId}/publications?participant_id=${participantId}&review=open&platform=instagram`,
        [401, 403, 404, 200, 404, 404, 404],
      ],
      [`/v2/stores/${cast.storeId}/publications?offer_id=${campaignId}`, [401, 403, 403, 200, 403, 403, 403]],
      [`/v2/users/${cast.ids.creator}/publications?offer_id=${campaignId}`, [401, 200, 200, 404, 404, 404, 404]],
    ] as const;
    for (const [path, statuses] of lists) {
      expect(await statusesOf((role) => call('GET', path, role), BOTH), path).toEqual(statuses);
      const role = statuses[1] === 200 ? 'creator' : 'advertiser';
      const { body } = await call('GET', path, role);
      expect(body.data.map((one: { id: number }) => one.id)).toEqual([publicationId]);
      expect(body.meta).toEqual({ next_cursor: null, has_more: false });
    }
  });

  it('is listed in pages, newest first', async () => {
    const { campaignId, participantId, publicationId } = await reported();
    const [{ id }] = await rows(
      `INSERT INTO deliverables (participant_id, title, instructions, due_on, status, created_by, created_at, updated_at)
       VALUES ($1, 'Reel', '', '2030-05-20', 'approved', $2, $3, $3) RETURNING id`,
      [participantId, cast.ids.advertiser, NOW],
    );
    const second = (await call('POST', `/v2/deliverables/${id}/publication`, 'creator', POST)).body.id;
    const path = `/v2/offers/${campaignId}/publications?size=1`;
    const first = (await call('GET', path, 'advertiser')).body;
    expect([first.data[0].id, first.meta]).toEqual([second, { next_cursor: String(second), has_more: true }]);
    const next = (await call('GET', `${path}&after=${second}`, 'advertiser')).body;
    expect([next.data[0].id, next.meta.has_more]).toEqual([publicationId, false]);
  });

  it('comes from the creator’s side, and only for an approved deliverable of a participant', async () => {
    const { report, participantId } = await deliverable();
    const others = [null, 'advertiser', 'otherCreator', 'otherAgency', 'otherAdvertiser'] as const;
    expect(await statusesOf((role) => report({}, role), others)).toEqual([401, 403, 404, 404, 404]);
    await rows(`UPDATE participants SET status = 'store_denied' WHERE id = $1`, [participantId]);
    expect((await report()).body.error).toBe('not_participating');
    await rows(`UPDATE participants SET status = 'done' WHERE id = $1`, [participantId]);
    expect((await report({}, 'agency')).status).toBe(201);
    for (const status of ['awaited', 'submitted', 'changes_requested'])
      expect((await (await deliverable(status)).report()).body.error).toBe('deliverable_not_approved');
  });

  it('is reported once when two people report it at once', async () => {
    const { report, id } = await deliverable();
    const replies = await Promise.all([report(), report({}, 'agency'), report()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(await rows('SELECT id FROM publications WHERE deliverable_id = $1', [id])).toHaveLength(1);
  });

  it('needs a public web address, a day that is not in the future, and a disclosure', async () => {
    const { report } = await deliverable();
    const faults = async (body: object) => {
      const { status, body: reply } = await report(body);
      return [status, Object.keys(reply.errors ?? {})];
    };
    expect(await faults({ disclosure: undefined })).toEqual([422, ['disclosure']]);
    expect(await faults({ disclosure: 'none' })).toEqual([422, ['disclosure']]);
    expect(await faults({ disclosure: 'other' })).toEqual([422, ['disclosure_text']]);
    expect(await faults({ published_on: '2030-05-16' })).toEqual([422, ['published_on']]);
    for (const url of [
      'javascript:alert(1)',
      'ftp://a.example/',
      'http://10.0.0.1/',
      'http://[::1]/',
      'https://me:pw@a.example/',
    ])
      expect(await faults({ url }), url).toEqual([422, ['url']]);
    expect((await report({ disclosure: 'other', disclosure_text: 'Said at the start.' })).status).toBe(201);
  });

  it('is marked when its address names a proven channel, and refused on another channel of that platform', async () => {
    await channel('tiktok', 'anna', true);
    await channel('blog', 'anna.example/blog', true);
    await channel('twitch', 'annaplays', false);
    const report = async (url: string) => (await (await deliverable()).report({ url })).body;
    expect(await report('https://www.tiktok.com/@Anna/video/1')).toMatchObject({
      platform: 'tiktok',
      is_on_proven_channel: true,
    });
    expect((await report('https://www.tiktok.com/@bella/video/1')).error).toBe('other_channel');
    expect(await report('https://vm.tiktok.com/ZM1/')).toMatchObject({
      platform: 'tiktok',
      is_on_proven_channel: false,
    });
    expect(await report('https://anna.example/blog/shoes')).toMatchObject({
      platform: 'other',
      is_on_proven_channel: true,
    });
    expect(await report('https://anna.example/bloggers')).toMatchObject({ is_on_proven_channel: false });
    expect(await report('https://www.twitch.tv/annaplays')).toMatchObject({
      platform: 'twitch',
      is_on_proven_channel: false,
    });
    await rows('DELETE FROM social_accounts WHERE user_id = $1', [cast.ids.creator]);
  });

  it('is accepted or sent back by the store in the revision that was read', async () => {
    const { url, accept, ask } = await reported();
    const others = [null, 'creator', 'agency', 'otherCreator', 'otherAdvertiser'] as const;
    expect(await statusesOf((role) => accept(role), others)).toEqual([401, 403, 403, 404, 404]);
    expect(await statusesOf((role) => ask(role), others)).toEqual([401, 403, 403, 404, 404]);
    expect((await ask('advertiser', 1, ' ')).body.errors).toHaveProperty('feedback');
    expect((await ask()).body.review).toMatchObject({ decision: 'correction_requested', feedback: 'Tag the shop.' });
    const change = (role: Role | null) => call('PATCH', url, role, { disclosure: 'spoken' });
    expect(await statusesOf(change, [null, 'advertiser', 'otherCreator', 'otherAdvertiser'])).toEqual([
      401, 403, 404, 404,
    ]);
    expect((await change('agency')).body).toMatchObject({
      disclosure: 'spoken',
      url: POST.url,
      revision: 2,
      review: null,
    });
    expect((await call('PATCH', url, 'creator', { disclosure: 'other' })).body.errors).toHaveProperty(
      'disclosure_text',
    );
    expect((await accept('advertiser', 1)).body.error).toBe('publication_changed');
    expect((await accept('advertiser', 2)).body.review).toMatchObject({ decision: 'accepted', feedback: null });
    // A creator who is a member of the store does not accept their own post.
    await market.member(cast.storeId, cast.ids.creator);
    expect((await accept('creator', 2)).status).toBe(403);
    await rows('DELETE FROM store_members WHERE user_id = $1', [cast.ids.creator]);
    const notices = await rows(
      `SELECT message, data FROM notifications WHERE user_id = ANY ($1) AND message LIKE 'publication%' ORDER BY id DESC LIMIT 4`,
      [[cast.ids.creator, cast.ids.advertiser]],
    );
    expect(notices.map(({ message, data }) => [message, data.decision])).toEqual([
      ['publication_decided', 'accepted'],
      ['publication_reported', undefined],
      ['publication_decided', 'correction_requested'],
      ['publication_reported', undefined],
    ]);
    expect(JSON.stringify(notices)).not.toContain('Tag the shop');
  });

  it('is removed by the creator until the store has accepted it, and the deliverable is approved again', async () => {
    const { at, url, accept, publicationId } = await reported();
    const remove = (role: Role | null) => call('DELETE', url, role);
    expect(await statusesOf(remove, [null, 'advertiser', 'otherCreator', 'otherAdvertiser'])).toEqual([
      401, 403, 404, 404,
    ]);
    await accept();
    expect((await remove('creator')).body.error).toBe('publication_in_use');
    const unused = await reported();
    expect((await call('DELETE', unused.url, 'creator')).status).toBe(204);
    expect((await call('GET', unused.at, 'creator')).body.status).toBe('approved');
    expect((await call('GET', `${unused.at}/publication`, 'creator')).status).toBe(404);
    expect((await unused.report()).status).toBe(201);
    expect((await call('GET', `${at}/publication`, 'creator')).body.id).toBe(publicationId);
    const noted = await rows(
      `SELECT action FROM audit_log WHERE subject_kind = 'offer' AND subject_id = $1 ORDER BY id`,
      [unused.campaignId],
    );
    expect(noted.map(({ action }) => action)).toEqual([
      'offer.publication_reported',
      'offer.publication_removed',
      'offer.publication_reported',
    ]);
  });
});

describe('A picture of a publication', () => {
  it('is re-encoded, hashed as stored, limited in number, and served only to both sides', async () => {
    const { url, publicationId } = await reported();
    const send = (role: Role | null, content: Buffer = blackPng({ width: 40, height: 30 })) =>
      upload(application, {
        url: `${url}/proofs`,
        as: role === null ? null : cast.tokens[role],
        content,
        filename: 'proof.png',
      });
    expect(await statusesOf((role) => send(role), [null, 'advertiser', 'otherCreator', 'otherAdvertiser'])).toEqual([
      401, 403, 404, 404,
    ]);
    expect((await send('creator', Buffer.from('<svg onload="alert(1)"/>'))).body.errors).toHaveProperty('file');
    const { status, body } = await send('creator');
    expect(status).toBe(201);
    const read = (role: Role | null, id = body.id) =>
      application.app.inject({
        url: `${url}/proofs/${id}`,
        headers: role === null ? {} : { authorization: cast.tokens[role] },
      });
    const picture = await read('advertiser');
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    });
    expect([body.sha256, body.size]).toEqual([
      createHash('sha256').update(picture.rawPayload).digest('hex'),
      picture.rawPayload.length,
    ]);
    const statuses = [];
    for (const role of BOTH) statuses.push((await read(role)).statusCode);
    expect(statuses).toEqual([401, 200, 200, 200, 404, 404, 404]);
    // The picture of another publication is not found below this one.
    const other = await reported();
    expect(
      (
        await application.app.inject({
          url: `${other.url}/proofs/${body.id}`,
          headers: { authorization: cast.tokens.creator },
        })
      ).statusCode,
    ).toBe(404);
    expect((await call('GET', url, 'advertiser')).body.proofs).toEqual([body]);
    await rows(
      `INSERT INTO publication_proofs (publication_id, media_type, byte_size, sha256, content, added_by, added_at)
       SELECT publication_id, media_type, byte_size, sha256, content, added_by, added_at FROM publication_proofs, generate_series(1, 19) WHERE publication_id = $1`,
      [publicationId],
    );
    expect((await send('creator')).body.error).toBe('too_many_proofs');
  });
});

describe('The address of a publication', () => {
  const facts = { id: '1', askedAt: NOW, signal: new AbortController().signal };
  const checkWith = (publicationId: number, client = outbound) =>
    createPublicationChecker({ db: database.db, now: () => NOW, outbound: client }).run({ publicationId }, facts);

  it('is checked when it is reported and weekly for four weeks, and the store learns that the post is gone', async () => {
    let status = 200;
    const peer = await openHttpPeer(() => ({ status, body: 'x'.repeat(10_000) }));
    const { url, publicationId, accept } = await reported({ url: `${peer.url}/post` });
    const [{ jobs }] = await rows(`SELECT count(*)::int AS jobs FROM graphile_worker.jobs WHERE key = $1`, [
      `check_publication:${publicationId}`,
    ]);
    expect(jobs).toBe(1);
    await checkWith(publicationId);
    const state = async () => (await call('GET', url, 'advertiser')).body.address;
    expect(await state()).toMatchObject({ state: 'reachable', checked_at: NOW.toISOString() });
    await accept();
    status = 503;
    await checkWith(publicationId);
    expect(await state()).toMatchObject({ state: 'unknown' });
    status = 404;
    await checkWith(publicationId);
    expect(await state()).toMatchObject({ state: 'not_reachable' });
    const due = async (day: number) => {
      const at = new Date(NOW.getTime() + day * 86_400_000);
      return requestDueChecks({ db: database.db, now: () => at });
    };
    await rows('UPDATE publications SET next_check_at = NULL WHERE id <> $1', [publicationId]);
    expect(await due(6)).toBe(0);
    const weekly = [];
    for (const day of [7, 8, 14, 21, 28, 35, 400]) weekly.push(await due(day));
    expect(weekly).toEqual([1, 0, 1, 1, 1, 0, 0]);
  });

  it('is not requested when its host leads to a private network, which a client that allows it shows', async () => {
    const peer = await openHttpPeer(() => ({ status: 200, body: 'internal' }));
    const { publicationId, url } = await reported({ url: `http://localhost:${new URL(peer.url).port}/` });
    await checkWith(publicationId, createOutbound({ allow: [] }));
    expect(peer.requests).toEqual([]);
    expect((await call('GET', url, 'advertiser')).body.address.state).toBe('not_reachable');
    await checkWith(publicationId);
    expect(peer.requests).toHaveLength(1);
  });

  it('is checked again after a change, and a check of the former address says nothing', async () => {
    const { publicationId, url } = await reported();
    await rows(
      `UPDATE publications SET address_state = 'not_reachable', address_since = $2, address_checked_at = $2 WHERE id = $1`,
      [publicationId, NOW],
    );
    const { body } = await call('PATCH', url, 'creator', { url: 'https://www.instagram.com/p/Cx2/' });
    expect(body).toMatchObject({ url: 'https://www.instagram.com/p/Cx2/', address: null });
    await rows('DELETE FROM publications WHERE id = $1', [publicationId]);
    await checkWith(publicationId);
  });
});
