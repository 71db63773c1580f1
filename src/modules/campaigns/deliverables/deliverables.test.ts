import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { blackPng } from '../../../../tests/harness/pictures.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { createCalendar } from '../../../platform/calendar.ts';
import { remindOfDeliverables } from './notify-deliverable.ts';

const NOW = new Date('2030-05-15T12:00:00.000Z');
const { application, cast } = await createPopulatedApplication({ now: () => NOW });
const { market, database } = application;
const rows = async (text: string, values: unknown[] = []) => (await database.pool.query(text, values)).rows;

const call = (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', url: string, role: Role | null, body?: object) =>
  application.call({
    method,
    url,
    ...(role === null ? {} : { as: cast.tokens[role] }),
    ...(body === undefined ? {} : { body }),
  });

/** A campaign of the store with the creator as its participant. */
async function campaignWith(status = 'accepted') {
  const campaignId = await market.campaign({ storeId: cast.storeId, type: 'user_accept' });
  const participantId = await market.participant({ campaignId, userId: cast.ids.creator, status });
  const url = `/v2/offers/${campaignId}/deliverables`;
  const plan = (body: object = {}, role: Role | null = 'advertiser') =>
    call('POST', url, role, { participant_ids: [participantId], title: 'Story', due_on: '2030-05-20', ...body });
  return { campaignId, participantId, url, plan };
}

async function planned(status?: string) {
  const campaign = await campaignWith(status);
  const { body } = await campaign.plan();
  const url = `/v2/deliverables/${body.data[0].id}`;
  const submit = (
    role: Role | null = 'creator',
    draft: object = { url: 'https://drafts.example/1', note: 'First cut.' },
  ) => call('POST', `${url}/submissions`, role, draft);
  const approve = (version = 1, role: Role | null = 'advertiser', content: object = {}) =>
    call('POST', `${url}/submissions/${version}/approve`, role, content);
  const refuse = (version = 1, role: Role | null = 'advertiser', content: object = { feedback: 'Show the shoes.' }) =>
    call('POST', `${url}/submissions/${version}/request-changes`, role, content);
  return { ...campaign, id: body.data[0].id as number, at: url, submit, approve, refuse };
}

const noticesOf = async (userId: number, message: string) =>
  await rows('SELECT data, mail FROM notifications WHERE user_id = $1 AND message = $2 ORDER BY id', [userId, message]);

describe('A deliverable', () => {
  it('is planned for active participants, each by name, and listed by its day for both sides', async () => {
    const { campaignId, participantId, url, plan } = await campaignWith();
    const other = await market.participant({ campaignId, userId: cast.ids.otherCreator, status: 'have_posted' });
    const made = await plan({ participant_ids: [participantId, other, other], instructions: 'Three pictures.' });
    expect(made.status).toBe(201);
    expect(made.body.data).toHaveLength(2);
    expect(made.body.data[0]).toMatchObject({
      participant_id: participantId,
      title: 'Story',
      instructions: 'Three pictures.',
      due_on: '2030-05-20',
      status: 'awaited',
      is_overdue: false,
      versions: 0,
      offer: { id: campaignId },
      store: { id: cast.storeId },
      user: { id: cast.ids.creator },
    });
    await plan({ due_on: '2030-05-16', title: 'Reel' });
    const titles = async (query: string, role: Role = 'advertiser', at = url) =>
      (await call('GET', `${at}${query}`, role)).body.data.map(({ title }: { title: string }) => title);
    expect(await titles('')).toEqual(['Reel', 'Story', 'Story']);
    expect(await titles(`?participant_id=${other}`)).toEqual(['Story']);
    expect(await titles('?from=2030-05-01&to=2030-05-19')).toEqual(['Reel']);
    expect(await titles('?status=approved')).toEqual([]);
    const own = `/v2/users/${cast.ids.creator}/deliverables`;
    for (const role of ['creator', 'agency'] as const)
      expect(await titles(`?offer_id=${campaignId}`, role, own)).toEqual(['Reel', 'Story']);
    expect((await call('GET', own, 'otherCreator')).status).toBe(404);
    expect((await call('GET', own, null)).status).toBe(401);
    // One notification for each plan, and no immediate mail.
    expect((await noticesOf(cast.ids.otherCreator, 'deliverable_planned')).map(({ mail }) => mail)).toEqual(['none']);
    await call('DELETE', `/v2/offers/${campaignId}`, 'advertiser');
    expect(await titles(`?offer_id=${campaignId}`, 'creator', own)).toEqual([]);
    expect((await plan()).status).toBe(422);
  });

  it('is refused for non-participants, for a past day, and to everybody except the store', async () => {
    const { campaignId, participantId, plan, url } = await campaignWith();
    const open = await market.participant({ campaignId, userId: cast.ids.otherCreator, status: 'open' });
    const foreign = (await campaignWith()).participantId;
    const says = ['must be the id of a participant who takes part in the offer'];
    const refused = await plan({ participant_ids: [participantId, open, foreign] });
    expect([refused.status, refused.body.errors]).toEqual([
      422,
      { 'participant_ids.1': says, 'participant_ids.2': says },
    ]);
    expect((await plan({ due_on: '2030-05-14' })).body.errors).toEqual({ due_on: ['must not be in the past'] });
    expect((await plan({ title: ' ', participant_ids: [] })).body.errors).toHaveProperty('title');
    expect((await rows('SELECT FROM deliverables WHERE participant_id = $1', [participantId])).length).toBe(0);
    const statuses = [];
    for (const role of [null, 'creator', 'agency', 'otherAdvertiser', 'admin'] as const)
      statuses.push((await plan({}, role)).status, (await call('GET', url, role)).status);
    expect(statuses).toEqual([401, 401, 403, 403, 404, 404, 404, 404, 201, 200]);
  });

  it('is limited in number for each participant, also when two members plan at once', async () => {
    const { participantId, plan } = await campaignWith();
    await rows(
      `INSERT INTO deliverables (participant_id, title, instructions, due_on, created_by, created_at, updated_at)
       SELECT $1, 'x', '', '2030-06-01', $2, $3, $3 FROM generate_series(1, 49)`,
      [participantId, cast.ids.advertiser, NOW],
    );
    const replies = await Promise.all([plan(), plan(), plan()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(replies.map(({ body }) => body.error)).toContain('too_many_deliverables');
  });

  it('is changed until it is approved, and removed while it has no draft, only by the store', async () => {
    const { at, submit, approve } = await planned();
    const change = (role: Role | null, body: object) => call('PATCH', at, role, body);
    expect((await change('advertiser', { title: 'Reel', due_on: '2030-06-01' })).body).toMatchObject({
      title: 'Reel',
      instructions: '',
      due_on: '2030-06-01',
    });
    expect((await change('advertiser', { due_on: '2030-05-01' })).body.errors).toHaveProperty('due_on');
    const statuses = [];
    for (const role of [null, 'creator', 'agency', 'otherCreator', 'otherAdvertiser'] as const)
      statuses.push((await change(role, { title: 'Mine' })).status, (await call('DELETE', at, role)).status);
    expect(statuses).toEqual([401, 401, 403, 403, 403, 403, 404, 404, 404, 404]);
    await submit();
    expect((await call('DELETE', at, 'advertiser')).body.error).toBe('deliverable_submitted');
    await approve();
    expect((await change('advertiser', { title: 'More' })).body.error).toBe('deliverable_approved');
    const unused = await planned();
    expect((await call('DELETE', unused.at, 'advertiser')).status).toBe(204);
    expect((await call('GET', unused.at, 'creator')).status).toBe(404);
  });
});

describe('A draft', () => {
  it('is submitted, sent back with feedback, submitted again and approved, with every version kept', async () => {
    const { campaignId, participantId, at, submit, approve, refuse } = await planned();
    const before = await rows('SELECT count(*)::int AS n FROM one_time_payments');
    expect((await submit()).body).toMatchObject({ status: 'submitted', versions: 1 });
    expect((await refuse()).body).toMatchObject({ status: 'changes_requested' });
    expect((await submit('agency', { note: 'The shoes are in it.' })).body).toMatchObject({ status: 'submitted' });
    const { status, body } = await approve(2, 'advertiser', { feedback: 'Lovely.' });
    expect(status).toBe(200);
    expect(body.status).toBe('approved');
    expect(body.submissions).toMatchObject([
      { version: 2, url: null, note: 'The shoes are in it.', decision: 'approved', feedback: 'Lovely.' },
      { version: 1, url: 'https://drafts.example/1', decision: 'changes_requested', feedback: 'Show the shoes.' },
    ]);
    expect((await call('GET', at, 'creator')).body).toEqual(body);
    expect((await submit()).body.error).toBe('deliverable_approved');
    expect((await refuse(2)).body.error).toBe('submission_decided');
    // An approval neither pays the participant nor changes the status.
    expect(await rows('SELECT count(*)::int AS n FROM one_time_payments')).toEqual(before);
    expect(await rows('SELECT status FROM participants WHERE id = $1', [participantId])).toEqual([
      { status: 'accepted' },
    ]);
    const notices = (await noticesOf(cast.ids.creator, 'draft_decided')).slice(-2);
    expect(notices.map(({ data, mail }) => [data.decision, data.deliverable, mail])).toEqual([
      ['changes_requested', 'Story', 'due'],
      ['approved', 'Story', 'due'],
    ]);
    expect(JSON.stringify(notices)).not.toContain('Lovely');
    const noted = await rows(
      `SELECT action, details FROM audit_log WHERE subject_kind = 'offer' AND subject_id = $1 ORDER BY id`,
      [campaignId],
    );
    expect(noted.map(({ action, details }) => [action, details.version])).toEqual([
      ['offer.draft_changes_requested', 1],
      ['offer.draft_approved', 2],
    ]);
  });

  it('is decided in the version that was read, and once, also by two concurrent members', async () => {
    const { submit, approve, refuse, id } = await planned();
    await submit();
    await submit();
    expect((await approve(1)).body.error).toBe('submission_superseded');
    expect((await approve(3)).status).toBe(404);
    const replies = await Promise.all([approve(2), refuse(2, 'admin'), approve(2), refuse(2)]);
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(replies.filter(({ body }) => body.error === 'submission_decided')).toHaveLength(3);
    const [{ status, decision }] = await rows(
      'SELECT d.status, s.decision FROM deliverables d JOIN submissions s ON s.deliverable_id = d.id WHERE d.id = $1 AND version = 2',
      [id],
    );
    expect(decision).toBe(status);
  });

  it('is numbered once when several are submitted at once', async () => {
    const { at, submit } = await planned();
    const replies = await Promise.all([submit(), submit(), submit()]);
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    const { body } = await call('GET', at, 'advertiser');
    expect(body.submissions.map(({ version }: { version: number }) => version)).toEqual([3, 2, 1]);
  });

  it('is limited in number', async () => {
    const { id, submit } = await planned();
    await rows(
      `INSERT INTO submissions (deliverable_id, version, note, submitted_by, created_at) SELECT $1, n, 'x', $2, $3 FROM generate_series(1, 20) n`,
      [id, cast.ids.creator, NOW],
    );
    expect((await submit()).body.error).toBe('too_many_versions');
  });

  it('comes from the creator’s side and is decided by the store’s; others do not see it', async () => {
    const { at, submit, approve, refuse } = await planned();
    await submit();
    const statuses: Record<string, number[]> = {};
    for (const role of [null, 'creator', 'agency', 'otherCreator', 'otherAgency', 'otherAdvertiser'] as const)
      statuses[role ?? 'nobody'] = [
        (await call('GET', at, role)).status,
        (await approve(1, role)).status,
        (await refuse(1, role)).status,
      ];
    expect(statuses).toEqual({
      nobody: [401, 401, 401],
      creator: [200, 403, 403],
      agency: [200, 403, 403],
      otherCreator: [404, 404, 404],
      otherAgency: [404, 404, 404],
      otherAdvertiser: [404, 404, 404],
    });
    const submitted = [];
    for (const role of [null, 'advertiser', 'otherCreator', 'otherAdvertiser'] as const)
      submitted.push((await submit(role)).status);
    expect(submitted).toEqual([401, 403, 404, 404]);
    // A creator who is a member of the store does not approve their own draft.
    await market.member(cast.storeId, cast.ids.creator);
    expect((await approve(1, 'creator')).status).toBe(403);
    await rows('DELETE FROM store_members WHERE user_id = $1', [cast.ids.creator]);
  });

  it('needs a web address or a note, and feedback if changes are requested', async () => {
    const { submit, refuse } = await planned();
    const wrong = async (draft: object) => {
      const { status, body } = await submit('creator', draft);
      return [status, Object.keys(body.errors ?? {})];
    };
    expect(await wrong({})).toEqual([422, ['url']]);
    expect(await wrong({ note: ' ' })).toEqual([422, ['url']]);
    expect(await wrong({ url: 'javascript:alert(1)' })).toEqual([422, ['url']]);
    expect(await wrong({ note: 'x'.repeat(2_001) })).toEqual([422, ['note']]);
    await submit();
    const without = await refuse(1, 'advertiser', {});
    expect([without.status, Object.keys(without.body.errors)]).toEqual([422, ['feedback']]);
  });

  it('is not submitted by a creator who no longer takes part, or for a deleted campaign', async () => {
    const { participantId, campaignId, submit } = await planned();
    await rows(`UPDATE participants SET status = 'done' WHERE id = $1`, [participantId]);
    expect((await submit()).body.error).toBe('not_participating');
    await rows('UPDATE campaigns SET deleted_at = now() WHERE id = $1', [campaignId]);
    expect((await submit()).status).toBe(404);
  });

  it('can be a picture, which is re-encoded and visible only to its parties', async () => {
    const { at } = await planned();
    const url = `${at}/submission-pictures`;
    const send = (role: Role | null, content = blackPng({ width: 40, height: 30 })) =>
      upload(application, { url, as: role === null ? null : cast.tokens[role], content, filename: 'draft\u202e.png' });
    const refused = [];
    for (const role of [null, 'advertiser', 'otherCreator'] as const) refused.push((await send(role)).status);
    expect(refused).toEqual([401, 403, 404]);
    const { status, body } = await send('creator', Buffer.from('<svg onload="alert(1)"/>'));
    expect([status, Object.keys(body.errors)]).toEqual([422, ['file']]);
    const sent = await send('creator');
    expect([sent.status, sent.body.submissions[0]]).toMatchObject([
      201,
      { version: 1, file_name: 'draft.png', url: null },
    ]);
    const read = async (role: Role | null, version = 1) =>
      application.app.inject({
        url: `${at}/submissions/${version}/picture`,
        headers: role === null ? {} : { authorization: cast.tokens[role] },
      });
    const picture = await read('advertiser');
    expect([picture.statusCode, picture.headers['content-type'], picture.headers['cache-control']]).toEqual([
      200,
      'image/png',
      'private, no-store',
    ]);
    expect([(await read('otherAdvertiser')).statusCode, (await read(null)).statusCode]).toEqual([404, 401]);
    expect((await read('creator', 2)).statusCode).toBe(404);
  });
});

describe('Reminders of deliverables', () => {
  const calendar = createCalendar('UTC');
  const remindAt = (day: string) =>
    remindOfDeliverables({ db: database.db, now: () => new Date(`${day}T06:00:00Z`) }, calendar);

  it('are sent once for each day, together, until a draft is submitted', async () => {
    await rows('DELETE FROM submissions');
    await rows('DELETE FROM deliverables');
    const { at, plan, submit, participantId } = await planned();
    await plan({ due_on: '2030-05-19', title: 'Reel' });
    expect(await remindAt('2030-05-16')).toBe(0);
    const counts = await Promise.all([remindAt('2030-05-18'), remindAt('2030-05-18')]);
    expect(counts.reduce((sum, count) => sum + count)).toBe(2);
    expect(await remindAt('2030-05-19')).toBe(0);
    const notices = await noticesOf(cast.ids.creator, 'deliverables_due');
    expect(notices.map(({ data, mail }) => [data.count, data.first, mail])).toEqual([[2, '2030-05-19', 'due']]);
    await call('PATCH', at, 'advertiser', { due_on: '2030-06-01' });
    await submit();
    expect(await remindAt('2030-05-31')).toBe(0);
    await rows(`UPDATE deliverables SET status = 'changes_requested' WHERE participant_id = $1`, [participantId]);
    expect(await remindAt('2030-05-31')).toBe(1);
    // There are at most three reminders, however often the day is changed.
    await call('PATCH', at, 'advertiser', { due_on: '2030-06-02' });
    expect(await remindAt('2030-05-31')).toBe(1);
    await call('PATCH', at, 'advertiser', { due_on: '2030-06-01' });
    expect(await remindAt('2030-05-31')).toBe(0);
  });
});
