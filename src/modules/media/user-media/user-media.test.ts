import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { box, film } from '../../../../tests/harness/films.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { blackPng, picture, withSegment } from '../../../../tests/harness/pictures.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { MAX_MEDIA_BYTES } from '../../../platform/http/upload-limits.ts';
import { createFileRemover } from '../../../platform/storage/remove-file.ts';
import type { FileStorage } from '../../../platform/storage/storage.ts';
import { MAX_FILES } from './add-media.ts';

const files = new Map<string, Buffer>();
const storage: FileStorage = {
  put: async (key, content) => void files.set(key, content),
  get: async (key) => files.get(key) ?? null,
  delete: async (key) => void files.delete(key),
};

const { application, cast } = await createPopulatedApplication({ storage });
const link = await application.market.link({ userId: cast.ids.creator, storeId: cast.storeId });

const run = async (text: string, ...values: unknown[]) => (await application.database.pool.query(text, values)).rows;
const NONE = 2 ** 53 - 1;

function send(content: Buffer, query = '', as: Role | null = 'creator') {
  return upload(application, {
    url: `/v2/user-media?${query}`,
    as: as === null ? null : cast.tokens[as],
    content,
    mediaType: 'text/html',
  });
}

async function added(query = '', as: Role = 'creator', content?: Buffer) {
  const { status, body } = await send(content ?? (await picture('png')), query, as);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
}

const call = (method: 'GET' | 'PATCH' | 'DELETE', url: string, as: Role | null = 'creator', body?: object) =>
  application.call({ method, url, ...(as === null ? {} : { as: cast.tokens[as] }), ...(body ? { body } : {}) });
const list = (as: Role | null, query = '') => call('GET', `/v2/user-media?${query || 'size=100'}`, as);
const ids = async (as: Role, query = '') => (await list(as, query)).body.data.map(({ id }: { id: number }) => id);

/** Creates an external medium as the import does. */
async function elsewhere(values: Record<string, unknown> = {}): Promise<number> {
  const row = { user_id: cast.ids.creator, media_type: 'video', media_id: Math.random().toString(), ...values };
  const names = Object.keys(row);
  const [made] = await run(
    `INSERT INTO user_media (${names}) VALUES (${names.map((_, at) => `$${at + 1}`)}) RETURNING id`,
    ...Object.values(row),
  );
  return made.id;
}

describe('POST /v2/user-media', () => {
  it.each([
    ['png', 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpg'],
  ] as const)('accepts a picture (%s), and serves it re-encoded', async (kind, type, extension) => {
    const sent = await picture(kind, { width: 3_000, height: 30 });
    const { media, ...record } = await added('', 'creator', sent);
    const today = new Date().toISOString().slice(0, 10);
    const [{ username }] = await run('SELECT username FROM users WHERE id = $1', cast.ids.creator);
    expect(record).toEqual({
      id: expect.any(Number),
      media_type: 'social',
      username,
      tag_id: 0,
      user_id: cast.ids.creator,
      favorite: 0,
      show_store: 0,
      published_at: today,
      created_at: expect.stringMatching(/Z$/),
      updated_at: expect.stringMatching(/Z$/),
    });
    expect(media).toEqual({
      content_type: type,
      href: expect.stringMatching(new RegExp(`^http://tributary.test/files/media/[0-9a-f]{64}[.]${extension}$`)),
    });
    const { statusCode, headers, rawPayload } = await application.app.inject({ url: new URL(media.href).pathname });
    expect([statusCode, headers['content-type']]).toEqual([200, type]);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/^default-src 'none';.*sandbox$/),
    });
    expect(rawPayload.equals(sent)).toBe(false);
    expect(await sharp(rawPayload).metadata()).toMatchObject({ format: kind, width: 2_048 });
  });

  it('accepts a video, removes its metadata, and serves byte ranges', async () => {
    const sent = film({ behind: [box('udta', 'taken at 59.3293,18.0686')] });
    const { media_type, media } = await added('', 'creator', sent);
    expect([media_type, media.content_type]).toEqual(['shortvideo', 'video/mp4']);
    const url = new URL(media.href).pathname;
    const whole = await application.app.inject({ url });
    expect([whole.headers['content-type'], whole.rawPayload.length]).toEqual(['video/mp4', sent.length]);
    expect(whole.rawPayload.includes('59.3293')).toBe(false);
    const part = await application.app.inject({ url, headers: { range: 'bytes=4-7' } });
    expect([part.statusCode, part.body]).toEqual([206, 'ftyp']);
  });

  it('stores the same file twice as two files that can be deleted separately', async () => {
    const sent = await picture('png');
    const [one, other] = [await added('', 'creator', sent), await added('', 'creator', sent)];
    expect(one.media.href).not.toBe(other.media.href);
  });

  it('uses a link of the creator, whose kind becomes tag; its store sees the medium if shown', async () => {
    const { id, tag_id, show_store } = await added(`tag_id=${link.id}&show_store=1&media_type=image`);
    expect([tag_id, show_store]).toEqual([link.id, 1]);
    expect(await run('SELECT kind FROM links WHERE id = $1', link.id)).toEqual([{ kind: 'tag' }]);
    expect(await run('SELECT store_id FROM user_media WHERE id = $1', id)).toEqual([{ store_id: cast.storeId }]);
  });

  it("belongs to the creator's social account if given", async () => {
    const userId = await application.market.user();
    await run(`INSERT INTO social_accounts (user_id, type, identifier) VALUES ($1, 'social', 'linnea')`, userId);
    expect((await added(`user_id=${userId}`, 'admin')).username).toBe('linnea');
  });

  it("admits the creator, the creator's agency and administrators", async () => {
    const query = `user_id=${cast.ids.creator}`;
    for (const role of ['agency', 'admin'] as const) expect((await added(query, role)).user_id).toBe(cast.ids.creator);
    for (const role of ['otherCreator', 'otherAgency', 'advertiser'] as const) {
      const { status, body } = await send(await picture('png'), query, role);
      expect([role, status, body.message]).toEqual([role, 404, 'No query results for user.']);
    }
    expect((await send(await picture('png'), `user_id=${NONE}`, 'admin')).status).toBe(404);
    expect((await send(await picture('png'), '', null)).status).toBe(401);
  });

  it('refuses suspended creators', async () => {
    const userId = await application.market.user({ suspended: true });
    const as = await application.tokenOf(userId);
    const { status, body } = await upload(application, { url: '/v2/user-media', as, content: await picture('png') });
    expect([status, body.error]).toEqual([400, 'user_suspended']);
  });

  it.each<[what: string, bytes: () => Buffer | Promise<Buffer>, says: RegExp]>([
    ['a page', () => Buffer.from('<!doctype html><script>alert(1)</script>'), /PNG or JPEG picture, or an MP4 film$/],
    [
      'a drawing with a script',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>'),
      /MP4 film/,
    ],
    ['a GIF', () => picture('gif'), /PNG or JPEG picture, or an MP4 film$/],
    [
      'a picture with a page behind it',
      async () => Buffer.concat([await picture('png'), Buffer.from('<html>')]),
      /nothing else/,
    ],
    ['a picture with a script in it', async () => withSegment(await picture('jpeg'), 0xfe, '<script>'), /nothing else/],
    ['a picture of 60 megapixels', () => blackPng({ width: 10_000, height: 6_000 }), /at most 25000000 pixels/],
    ['a picture that is cut off', async () => (await picture('png')).subarray(0, 60), /cut off/],
    ['a film that is cut off', () => film().subarray(0, -3), /cut off/],
    ['a film with an archive in it', () => film({ behind: [box('PK\x03\x04', 'x')] }), /nothing else/],
    ['a film that plays other files', () => film({ source: 'file:///etc/passwd' }), /other files/],
    ['a sound', () => film({ handler: 'soun' }), /track of pictures/],
    ['nothing', () => Buffer.alloc(0), /must not be an empty file/],
  ])('refuses %s', async (_what, bytes, says) => {
    const before = files.size;
    const { status, body } = await send(await bytes());
    expect([status, body.errors]).toEqual([422, { file: [expect.stringMatching(says)] }]);
    expect(files.size).toBe(before);
  });

  it('refuses files above the maximum size', async () => {
    expect((await send(Buffer.alloc(MAX_MEDIA_BYTES + 1))).status).toBe(413);
  });

  it.each<[query: string, field: string, says: RegExp]>([
    ['media_type=shortvideo', 'media_type', /social or image for this file/],
    ['media_type=video', 'media_type', /social, shortvideo, image/],
    [`tag_id=${NONE}`, 'tag_id', /link of the creator/],
    ['tag_id=0', 'tag_id', /at least 1/],
    ['show_store=2', 'show_store', /true or false/],
  ])('refuses a picture with %s', async (query, field, says) => {
    const before = files.size;
    const { status, body } = await send(await picture('png'), query);
    expect([status, Object.keys(body.errors), body.errors[field][0]]).toEqual([
      422,
      [field],
      expect.stringMatching(says),
    ]);
    expect(files.size).toBe(before);
  });

  it("refuses another user's link, and leaves the link unchanged", async () => {
    const { id } = await application.market.link({ userId: cast.ids.otherCreator, storeId: cast.storeId });
    expect((await send(await picture('png'), `tag_id=${id}`)).status).toBe(422);
    expect(await run('SELECT kind FROM links WHERE id = $1', id)).toEqual([{ kind: 'link' }]);
  });

  it(`limits a creator to ${MAX_FILES} files, also for concurrent uploads`, async () => {
    const userId = await application.market.user();
    await run(
      `INSERT INTO user_media (user_id, media_type, file_key) SELECT $1, 'social', 'media/' || n FROM generate_series(1, $2::int) n`,
      userId,
      MAX_FILES - 1,
    );
    const sent = await picture('png');
    const replies = await Promise.all([1, 2, 3].map(() => send(sent, `user_id=${userId}`, 'admin')));
    expect(replies.map(({ status, body }) => body.error ?? status).sort()).toEqual([
      201,
      'too_many_media',
      'too_many_media',
    ]);
  });
});

describe('GET /v2/user-media', () => {
  it('shows each role its own media', async () => {
    const own = await elsewhere();
    const shown = await elsewhere({ store_id: cast.storeId, show_store: true });
    const hidden = await elsewhere({ store_id: cast.storeId, show_store: false });
    const foreign = await elsewhere({ user_id: cast.ids.otherCreator });
    const seen = async (role: Role) => {
      const all = await ids(role);
      return [own, shown, hidden, foreign].map((id) => all.includes(id));
    };
    expect(await seen('creator')).toEqual([true, true, true, false]);
    expect(await seen('agency')).toEqual([true, true, true, false]);
    expect(await seen('otherCreator')).toEqual([false, false, false, true]);
    expect(await seen('advertiser')).toEqual([false, true, false, false]);
    expect(await seen('otherAdvertiser')).toEqual([false, false, false, false]);
    expect(await seen('admin')).toEqual([true, true, true, true]);
    expect((await list(null)).status).toBe(401);
  });

  it('identifies a platform video by id, and other media by address', async () => {
    const userId = await application.market.user();
    const as = await application.tokenOf(userId);
    await elsewhere({ user_id: userId, media_id: 'dQw4', username: 'tube', published_at: '2025-03-04T23:00:00Z' });
    await elsewhere({
      user_id: userId,
      media_type: 'social',
      media_id: 'p1',
      username: 'gram',
      favorite: true,
      content_type: 'image/webp',
      href: 'https://cdn.example/p1.webp',
    });
    const { body } = await application.call({ url: '/v2/user-media', as });
    expect(body).toMatchObject({ total: 2, per_page: 20, path: 'http://tributary.test/v2/user-media' });
    const times = { created_at: expect.any(String), updated_at: expect.any(String) };
    expect(body.data).toEqual([
      {
        id: expect.any(Number),
        media_type: 'social',
        username: 'gram',
        tag_id: 0,
        user_id: userId,
        favorite: 1,
        show_store: 0,
        published_at: expect.any(String),
        ...times,
        media: { content_type: 'image/webp', href: 'https://cdn.example/p1.webp' },
      },
      {
        id: expect.any(Number),
        media_type: 'video',
        media_id: 'dQw4',
        username: 'tube',
        tag_id: 0,
        user_id: userId,
        favorite: 0,
        show_store: 0,
        published_at: '2025-03-04',
        ...times,
      },
    ]);
  });

  it('is filtered and paginated, and contains pictures of own pages only on request', async () => {
    const userId = await application.market.user();
    const made: Record<string, number> = {};
    for (const kind of ['social', 'shortvideo', 'video', 'image'])
      made[kind] = await elsewhere({ user_id: userId, media_type: kind, favorite: kind === 'video' });
    const of = (query: string) => ids('admin', `user_id=${userId}&${query}`);
    expect(await of('')).toEqual([made.video, made.shortvideo, made.social]);
    for (const kind of Object.keys(made)) expect(await of(`media_type=${kind}`)).toEqual([made[kind]]);
    expect(await of('favorite=1')).toEqual([made.video]);
    expect(await of('favorite=false')).toEqual([made.shortvideo, made.social]);
    expect(await of('size=2&page=2')).toEqual([made.social]);
    expect(await ids('admin', `user_id=${NONE}`)).toEqual([]);
  });

  it.each([
    ['media_type=story', 'media_type'],
    ['favorite=yes', 'favorite'],
    ['user_id=x', 'user_id'],
    ['size=101', 'size'],
    ['page=0', 'page'],
  ])('refuses ?%s', async (query, field) => {
    const { status, body } = await call('GET', `/v2/user-media?${query}`);
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]]);
  });
});

describe('PATCH /v2/user-media/{media}', () => {
  it('changes the given fields only', async () => {
    const { id, updated_at, ...before } = await added();
    const changes = { favorite: 1, show_store: 1, tag_id: link.id, username: 'springer', published_at: '2025-01-31' };
    const { status, body } = await call('PATCH', `/v2/user-media/${id}`, 'creator', changes);
    expect([status, body]).toEqual([200, { ...before, id, ...changes, updated_at: expect.any(String) }]);
    expect(await ids('advertiser')).toContain(id);
    const again = await call('PATCH', `/v2/user-media/${id}`, 'agency', { tag_id: 0 });
    expect(again.body).toMatchObject({ tag_id: 0, favorite: 1, username: 'springer', published_at: '2025-01-31' });
    expect(await ids('advertiser')).not.toContain(id);
    expect((await call('PATCH', `/v2/user-media/${id}`, 'creator', {})).body).toEqual(again.body);
  });

  it.each<[object, string, RegExp]>([
    [{ favorite: 2 }, 'favorite', /one of 0, 1/],
    [{ tag_id: NONE }, 'tag_id', /link of the creator/],
    [{ username: 'a\nb' }, 'username', /one line/],
    [{ published_at: '2025-02-30' }, 'published_at', /day that exists/],
    [{ href: 'https://x.example' }, 'href', /not a known field/],
  ])('refuses %j', async (body, field, says) => {
    const { id } = await added();
    const reply = await call('PATCH', `/v2/user-media/${id}`, 'creator', body);
    expect([reply.status, reply.body.errors]).toEqual([422, { [field]: [expect.stringMatching(says)] }]);
  });
});

describe.each(['PATCH', 'DELETE'] as const)('%s of a medium', (method) => {
  const body = method === 'PATCH' ? {} : undefined;
  it('refuses others; members of a store that sees it may not change it', async () => {
    const { id } = await added(`tag_id=${link.id}&show_store=1`);
    const as = async (role: Role | null) => (await call(method, `/v2/user-media/${id}`, role, body)).status;
    expect([await as(null), await as('otherCreator'), await as('otherAgency')]).toEqual([401, 404, 404]);
    expect([await as('advertiser'), await as('otherAdvertiser')]).toEqual([403, 404]);
    await run('UPDATE user_media SET show_store = false WHERE id = $1', id);
    expect([await as('advertiser'), await as('admin')]).toEqual([404, method === 'PATCH' ? 200 : 204]);
    expect((await call(method, `/v2/user-media/${NONE}`, 'admin', body)).status).toBe(404);
  });
});

describe('DELETE /v2/user-media/{media}', () => {
  it('deletes it and, soon after, its file, but no other file', async () => {
    const sent = await picture('png');
    const [gone, kept] = [await added('', 'creator', sent), await added('', 'creator', sent)];
    expect(await call('DELETE', `/v2/user-media/${gone.id}`)).toMatchObject({ status: 204, body: null });
    await runWaitingJobs(application.database, [createFileRemover(storage)]);
    const statusOf = async (href: string) => (await application.app.inject({ url: new URL(href).pathname })).statusCode;
    expect([await statusOf(gone.media.href), await statusOf(kept.media.href)]).toEqual([404, 200]);
    expect(await ids('creator')).not.toContain(gone.id);
    expect((await call('DELETE', `/v2/user-media/${gone.id}`)).status).toBe(404);
  });

  it('enqueues no file removal for an external medium', async () => {
    const id = await elsewhere();
    // Ignores the jobs of earlier tests.
    const asked = `SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'remove_file' AND created_at >= $1 ORDER BY id`;
    const { now: from } = (await run('SELECT clock_timestamp() AS now'))[0];
    expect((await call('DELETE', `/v2/user-media/${id}`)).status).toBe(204);
    expect(await run(asked, from)).toEqual([]);
  });
});
