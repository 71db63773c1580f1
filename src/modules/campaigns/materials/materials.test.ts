import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createPopulatedApplication, type Role } from '../../../../tests/harness/cast.ts';
import { film } from '../../../../tests/harness/films.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { picture } from '../../../../tests/harness/pictures.ts';
import { upload } from '../../../../tests/harness/upload.ts';
import { zipOf } from '../../../../tests/harness/zip.ts';
import { MAX_MATERIAL_BYTES } from '../../../platform/http/upload-limits.ts';
import { createFileRemover } from '../../../platform/storage/remove-file.ts';
import type { FileStorage } from '../../../platform/storage/storage.ts';
import { MAX_MATERIALS } from './material.ts';

const MB = 1_000_000;
const files = new Map<string, Buffer>();
const storage: FileStorage = {
  put: async (key, content) => void files.set(key, content),
  get: async (key) => files.get(key) ?? null,
  delete: async (key) => void files.delete(key),
};
const { application, cast } = await createPopulatedApplication({
  storage,
  environment: { UPLOAD_ACCOUNT_MB: '40', UPLOAD_TOTAL_MB: '60' },
});
const { market, database } = application;
const { ids, tokens, storeId, otherStoreId } = cast;
const query = async (text: string, ...values: unknown[]) => (await database.pool.query(text, values)).rows;
const tokenOf = (as: Role | null) => (as === null ? null : tokens[as]);

const PDF = Buffer.from('%PDF-1.7\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');
const ZIP = zipOf([['logo.txt', Buffer.from('a logo')]]);

const send = (offer: number, as: Role | null, content: Buffer, filename = 'brief.pdf', note?: string) =>
  upload(application, {
    url: `/v2/offers/${offer}/materials${note === undefined ? '' : `?note=${encodeURIComponent(note)}`}`,
    as: tokenOf(as),
    content,
    filename,
    mediaType: 'text/html',
  });
const call = (method: 'GET' | 'PATCH' | 'DELETE', url: string, as: Role | null, body?: object) =>
  application.call({ method, url, ...(as !== null && { as: tokens[as] }), ...(body !== undefined && { body }) });
const list = (offer: number, as: Role | null) => call('GET', `/v2/offers/${offer}/materials`, as);
const download = (id: number, as: Role | null) =>
  application.app.inject({
    url: `/v2/materials/${id}/file`,
    headers: as === null ? {} : { authorization: tokens[as] },
  });
const namesOf = async (offer: number) =>
  (await list(offer, 'advertiser')).body.data.map(({ file_name }: { file_name: string }) => file_name);

async function added(offer: number, content: Buffer = PDF, filename?: string) {
  const { status, body } = await send(offer, 'advertiser', content, filename);
  expect([status, body]).toEqual([201, expect.anything()]);
  return body as { id: number; file_name: string; sha256: string };
}

/** A campaign with one file, whose creator has this status. */
async function campaign(status: string | null = 'accepted', type: 'user_accept' | 'standard' = 'user_accept') {
  const offer = await market.campaign({ storeId, type });
  if (status !== null) await market.participant({ campaignId: offer, userId: ids.creator, status });
  return { offer, material: await added(offer) };
}

describe('The files of a campaign', () => {
  it('are accepted by their content, and named with the ending of what they are', async () => {
    const { offer } = await campaign();
    const png = await picture('png');
    const kinds: [Buffer, string, string, string][] = [
      [png, 'logo.PNG', 'logo.PNG', 'image/png'],
      [await picture('jpeg'), 'photo.jpeg', 'photo.jpeg', 'image/jpeg'],
      [film(), 'teaser', 'teaser.mp4', 'video/mp4'],
      [PDF, 'page.html', 'page.html.pdf', 'application/pdf'],
      [ZIP, 'all\u202efdp.exe', 'allfdp.exe.zip', 'application/zip'],
    ];
    for (const [content, given, name, type] of kinds) {
      const { status, body } = await send(offer, 'advertiser', content, given, 'For stories');
      expect([status, body]).toMatchObject([201, { file_name: name, media_type: type, note: 'For stories' }]);
      const { headers, rawPayload, statusCode } = await download(body.id, 'creator');
      expect([statusCode, headers]).toMatchObject([
        200,
        {
          'content-type': type,
          'content-length': String(body.size),
          'x-content-type-options': 'nosniff',
          'cache-control': 'private, no-store',
          'content-security-policy': "default-src 'none'; sandbox",
        },
      ]);
      expect(headers['content-disposition']).toMatch(/^attachment; filename="material-\d+\.\w+"; filename\*=UTF-8''/);
      expect(headers['content-disposition']).toContain(encodeURIComponent(name));
      expect(createHash('sha256').update(rawPayload).digest('hex')).toBe(body.sha256);
    }
  });

  it('are refused when they are something else, broken, empty or too large', async () => {
    const { offer } = await campaign();
    const before = files.size;
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    const bad = [
      svg,
      Buffer.from('<!doctype html><script>alert(1)</script>'),
      PDF.subarray(0, 20),
      ZIP.subarray(0, -3),
      Buffer.concat([ZIP, Buffer.from('<script>')]),
      Buffer.from('MZ a program'),
      Buffer.alloc(0),
    ];
    for (const content of bad) {
      const { status, body } = await send(offer, 'advertiser', content, 'logo.png');
      expect([status, Object.keys(body.errors)]).toEqual([422, ['file']]);
    }
    expect((await send(offer, 'advertiser', Buffer.alloc(MAX_MATERIAL_BYTES + 1), 'large.zip')).status).toBe(413);
    const long = await send(offer, 'advertiser', PDF, 'brief.pdf', 'x'.repeat(501));
    expect([long.status, Object.keys(long.body.errors)]).toEqual([422, ['note']]);
    expect(files.size).toBe(before);
  });

  it('are read by the store, administrators, those who take part and their agencies, and by nobody else', async () => {
    const { offer, material } = await campaign();
    const found: Record<string, unknown> = {};
    for (const as of [null, ...Object.keys(ids)] as (Role | null)[])
      found[`${as}`] = [(await list(offer, as)).status, (await download(material.id, as)).statusCode];
    expect(found).toEqual({
      null: [401, 401],
      creator: [200, 200],
      agency: [200, 200],
      advertiser: [200, 200],
      admin: [200, 200],
      otherCreator: [404, 404],
      otherAgency: [404, 404],
      otherAdvertiser: [404, 404],
    });
  });

  it.each([
    ['open', 403, 404],
    ['applied', 403, 404],
    ['second_prio', 403, 404],
    ['denied', 403, 404],
    ['store_denied', 403, 404],
    ['product_sent', 200, 200],
    ['have_posted', 200, 200],
    ['done', 200, 200],
  ])('answer a participant with the status %s with %d and %d', async (status, listed, read) => {
    const { offer, material } = await campaign(status);
    expect([(await list(offer, 'creator')).status, (await download(material.id, 'creator')).statusCode]).toEqual([
      listed,
      read,
    ]);
    const ofAgency = read === 200 ? 200 : 404;
    expect((await list(offer, 'agency')).status).toBe(ofAgency);
  });

  it('of a standard campaign are read by those whom it is for', async () => {
    const offer = await market.campaign({ storeId, type: 'standard', onlyUserId: ids.creator });
    const { id } = await added(offer);
    expect((await download(id, 'creator')).statusCode).toBe(200);
    expect((await download(id, 'otherCreator')).statusCode).toBe(404);
  });

  it('of a standard campaign are read by the agencies whose creators may, and by no other agency', async () => {
    const reads = async (offer: number, id: number) =>
      Promise.all(
        (['agency', 'otherAgency'] as const).map(async (as) => [
          (await list(offer, as)).status,
          (await download(id, as)).statusCode,
        ]),
      );
    const yes = [200, 200];
    const no = [404, 404];
    const tag = await market.userTag({ userIds: [ids.creator] });
    // A creator has one campaign of their own at a store.
    const endOwn = () => query('UPDATE campaigns SET deleted_at = now() WHERE only_user_id = $1', ids.creator);
    await endOwn();
    const audiences: Record<string, object> = {
      onlyUser: { onlyUserId: ids.creator },
      tag: { targets: [{ userTagId: tag }] },
      agency: { targets: [{ agencyId: cast.agencyId }] },
    };
    for (const [name, { targets, ...given }] of Object.entries(audiences) as [string, Record<string, never>][]) {
      const offer = await market.campaign({ storeId, type: 'standard', ...given });
      for (const target of (targets ?? []) as { userTagId?: number; agencyId?: number }[])
        await query(
          'INSERT INTO campaign_targets (campaign_id, user_tag_id, agency_id) VALUES ($1, $2, $3)',
          offer,
          target.userTagId,
          target.agencyId,
        );
      const { id } = await added(offer);
      expect([name, await reads(offer, id)]).toEqual([name, [yes, no]]);
      expect([name, (await download(id, 'creator')).statusCode]).toEqual([name, 200]);
      const url = `/v2/materials/${id}`;
      expect([name, (await call('PATCH', url, 'agency', { note: 'x' })).status]).toEqual([name, 403]);
      expect([name, (await call('PATCH', url, 'otherAgency', { note: 'x' })).status]).toEqual([name, 404]);
    }
    await endOwn();
    const offer = await market.campaign({ storeId, type: 'standard', onlyUserId: ids.creator });
    const { id } = await added(offer);
    // Whoever cannot sign in opens nothing for the agency; nor does a creator who has left it.
    await query('UPDATE users SET suspended_at = now() WHERE id = $1', ids.creator);
    expect(await reads(offer, id)).toEqual([no, no]);
    await query('UPDATE users SET suspended_at = NULL, agency_id = $2 WHERE id = $1', ids.creator, cast.otherAgencyId);
    expect(await reads(offer, id)).toEqual([no, yes]);
    await query('UPDATE users SET agency_id = $2 WHERE id = $1', ids.creator, cast.agencyId);
    expect(await reads(offer, id)).toEqual([yes, no]);
    await query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', offer);
    expect(await reads(offer, id)).toEqual([no, no]);
  });

  it('of a deleted campaign are read by its store only', async () => {
    const { offer, material } = await campaign();
    await query('UPDATE campaigns SET deleted_at = now() WHERE id = $1', offer);
    expect([(await list(offer, 'creator')).status, (await download(material.id, 'creator')).statusCode]).toEqual([
      404, 404,
    ]);
    expect((await list(offer, 'advertiser')).status).toBe(200);
    expect((await send(offer, 'advertiser', PDF)).status).toBe(404);
  });

  it('are written by the store and administrators only', async () => {
    const { offer, material } = await campaign();
    const url = `/v2/materials/${material.id}`;
    const found: Record<string, unknown> = {};
    for (const as of [null, 'creator', 'agency', 'otherCreator', 'otherAgency', 'otherAdvertiser'] as const)
      found[`${as}`] = [
        (await send(offer, as, PDF)).status,
        (await call('PATCH', url, as, { note: 'mine' })).status,
        (await call('DELETE', url, as)).status,
      ];
    expect(found).toEqual({
      null: [401, 401, 401],
      creator: [403, 403, 403],
      agency: [404, 403, 403],
      otherCreator: [404, 404, 404],
      otherAgency: [404, 404, 404],
      otherAdvertiser: [404, 404, 404],
    });
    expect((await list(offer, 'creator')).body.data).toMatchObject([{ id: material.id, note: '' }]);
    expect((await call('PATCH', url, 'admin', { note: 'Checked' })).body.note).toBe('Checked');
  });

  it('are never served at the public address of uploads', async () => {
    const { material } = await campaign();
    const [{ file_key: key }] = await query('SELECT file_key FROM campaign_materials WHERE id = $1', material.id);
    expect(files.has(key)).toBe(true);
    expect((await application.app.inject({ url: `/files/${key}` })).statusCode).toBe(404);
    // Control: the same content in a public folder is served.
    const shown = `media/${'a'.repeat(64)}.png`;
    files.set(shown, Buffer.from('a picture'));
    expect((await application.app.inject({ url: `/files/${shown}` })).statusCode).toBe(200);
    files.delete(shown);
  });

  it('are not removed by maintenance, which removes files without a reference', async () => {
    const { material } = await campaign();
    const [{ file_key: key }] = await query('SELECT file_key FROM campaign_materials WHERE id = $1', material.id);
    const unknown = `materials/${'b'.repeat(64)}.pdf`;
    const orphans = await query('SELECT find_orphaned_files($1, now(), now()) AS key', [key, unknown]);
    expect(orphans).toEqual([{ key: unknown }]);
  });

  it('are put in the order that the store chooses', async () => {
    const offer = await market.campaign({ storeId });
    const [a, b, c] = [
      await added(offer, PDF, 'a.pdf'),
      await added(offer, PDF, 'b.pdf'),
      await added(offer, PDF, 'c.pdf'),
    ];
    const move = (id: number, place: number) => call('PATCH', `/v2/materials/${id}`, 'advertiser', { place });
    await move(c!.id, 1);
    expect(await namesOf(offer)).toEqual(['c.pdf', 'a.pdf', 'b.pdf']);
    await move(c!.id, 2);
    expect(await namesOf(offer)).toEqual(['a.pdf', 'c.pdf', 'b.pdf']);
    await move(a!.id, MAX_MATERIALS);
    expect(await namesOf(offer)).toEqual(['c.pdf', 'b.pdf', 'a.pdf']);
    expect((await call('DELETE', `/v2/materials/${b!.id}`, 'advertiser')).status).toBe(204);
    await move(a!.id, 1);
    expect(await namesOf(offer)).toEqual(['a.pdf', 'c.pdf']);
    for (const place of [0, MAX_MATERIALS + 1, 1.5]) {
      const { status, body } = await call('PATCH', `/v2/materials/${a!.id}`, 'advertiser', { place });
      expect([status, Object.keys(body.errors)]).toEqual([422, ['place']]);
    }
  });

  it('are removed with their content, and counted while they are kept', async () => {
    const { offer, material } = await campaign();
    const [{ file_key: key, bytes }] = await query(
      'SELECT file_key, bytes FROM campaign_materials WHERE id = $1',
      material.id,
    );
    const stored = async () => Number((await query('SELECT bytes FROM stored_bytes'))[0].bytes);
    const before = await stored();
    expect((await call('DELETE', `/v2/materials/${material.id}`, 'advertiser')).status).toBe(204);
    expect(await stored()).toBe(before - Number(bytes));
    await runWaitingJobs(database, [createFileRemover(storage)]);
    expect(files.has(key)).toBe(false);
    expect((await download(material.id, 'creator')).statusCode).toBe(404);
    expect((await call('DELETE', `/v2/materials/${material.id}`, 'advertiser')).status).toBe(404);
    const actions = await query(
      "SELECT action FROM audit_log WHERE subject_kind = 'offer' AND subject_id = $1 ORDER BY id",
      offer,
    );
    expect(actions.map(({ action }) => action)).toEqual(['offer.material_added', 'offer.material_removed']);
  });

  it('are at most as many as stated, also when they are added at the same time', async () => {
    const { offer, material } = await campaign();
    await query(
      `INSERT INTO campaign_materials (campaign_id, place, file_name, media_type, bytes, sha256, file_key, created_at, updated_at)
       SELECT campaign_id, n, file_name, media_type, bytes, sha256, file_key || n, created_at, updated_at
       FROM campaign_materials, generate_series(1, $2::int) n WHERE id = $1`,
      material.id,
      MAX_MATERIALS - 2,
    );
    const before = files.size;
    const replies = await Promise.all(Array.from({ length: 3 }, () => send(offer, 'advertiser', PDF)));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 400, 400]);
    expect(replies.find(({ status }) => status === 400)!.body.error).toBe('too_many_materials');
    expect(files.size).toBe(before + 1);
  });

  it('have a limit of bytes for each store, and one of all kept files', async () => {
    await query('DELETE FROM campaign_materials');
    const large = Buffer.concat([PDF, Buffer.alloc(15 * MB), PDF]);
    const own = [await market.campaign({ storeId }), await market.campaign({ storeId })];
    const others = await market.campaign({ storeId: otherStoreId });
    const sent = async (offer: number, as: Role) => {
      // What an account may upload in a day is another limit.
      await query('DELETE FROM upload_days');
      const { status, body } = await send(offer, as, large);
      return status === 201 ? 201 : body.error;
    };
    const found = [];
    for (const [offer, as] of [
      [own[0]!, 'advertiser'],
      [own[1]!, 'advertiser'],
      [own[1]!, 'advertiser'],
      [others, 'otherAdvertiser'],
      [others, 'otherAdvertiser'],
    ] as const)
      found.push(await sent(offer, as));
    expect(found).toEqual([201, 201, 'upload_limit', 201, 'upload_limit']);
  });
});
