import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApplication } from '../../../../tests/harness/application.ts';
import { runWaitingJobs } from '../../../../tests/harness/jobs.ts';
import { takeMails } from '../../../../tests/harness/mailbox.ts';
import { createDataExporter, purgeExports } from './exports.ts';
import { SECTIONS } from './sections.ts';

const URL_OF_EXPORTS = '/v2/me/data-exports';
let clock = new Date('2030-05-05T12:00:00.000Z');
const application = await createTestApplication({ now: () => clock });
beforeEach(() => takeMails(application.database));
const call = (method: 'GET' | 'POST', url: string, as?: string) =>
  application.call({ method, url, ...(as === undefined ? {} : { as }) });
const runJobs = () =>
  runWaitingJobs(application.database, [createDataExporter({ db: application.database.db, now: () => clock })]);
const person = async (email: string) => {
  const id = await application.market.user({ email });
  return { id, email, token: await application.tokenOf(id) };
};

/** The files of an archive, as read by another program. */
async function filesIn(archive: Buffer): Promise<Record<string, string>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'tributary-export-'));
  const file = path.join(folder, 'a.zip');
  await writeFile(file, archive);
  const reader = `import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive: print(json.dumps({name: archive.read(name).decode() for name in archive.namelist()}))`;
  const { stdout } = await promisify(execFile)('python3', ['-c', reader, file], { maxBuffer: 1e8 });
  await rm(folder, { recursive: true });
  return JSON.parse(stdout);
}
const download = (id: number, as?: string) =>
  application.app.inject({ url: `${URL_OF_EXPORTS}/${id}`, headers: as === undefined ? {} : { authorization: as } });

describe('An export of the own data', () => {
  it('is a file that a job creates and a mail announces', async () => {
    const { id, email, token } = await person('asks@example.test');
    const storeId = await application.market.store();
    await application.market.link({ userId: id, storeId, url: 'https://shop.example.test/=formula,1' });
    const asked = await call('POST', URL_OF_EXPORTS, token);
    expect(asked).toMatchObject({ status: 202, body: { made_at: null, bytes: null } });
    expect((await download(asked.body.id, token)).statusCode).toBe(404);
    await runJobs();
    const mails = await takeMails(application.database);
    expect(mails).toMatchObject([
      { to: email, text: expect.stringContaining(`/console/account?export=${asked.body.id}`) },
    ]);
    // A job that is delivered twice sends one mail.
    await runJobs();
    expect(await takeMails(application.database)).toEqual([]);
    const [listed] = (await call('GET', URL_OF_EXPORTS, token)).body.data;
    expect(listed).toMatchObject({ id: asked.body.id, made_at: clock.toISOString(), bytes: expect.any(Number) });
    const reply = await download(asked.body.id, token);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip']);
    const files = await filesIn(reply.rawPayload);
    expect(Object.keys(files)).toHaveLength(1 + 2 * SECTIONS.length);
    expect(JSON.parse(files['about.json']!)).toMatchObject({ user_id: id, incomplete: [] });
    expect(JSON.parse(files['json/profile.json']!)).toMatchObject([{ id, email }]);
    expect(JSON.parse(files['json/links.json']!)).toMatchObject([{ url: 'https://shop.example.test/=formula,1' }]);
    expect(files['csv/links.csv']).toContain('https://shop.example.test/=formula,1');
    // No file contains credentials.
    const { rows } = await application.database.pool.query('SELECT hash FROM tokens WHERE user_id = $1', [id]);
    const all = Object.values(files).join('\n');
    expect(all).not.toContain(token);
    for (const { hash } of rows) expect(all).not.toContain(hash.toString('hex'));
    expect(all).not.toContain('password_hash');
  });

  it('is available only to its owner, in person', async () => {
    const [owner, other] = [await person('owner@example.test'), await person('other@example.test')];
    const { id } = (await call('POST', URL_OF_EXPORTS, owner.token)).body;
    await runJobs();
    expect((await download(id)).statusCode).toBe(401);
    expect((await download(id, other.token)).statusCode).toBe(404);
    expect((await call('GET', URL_OF_EXPORTS, other.token)).body.data).toEqual([]);
    expect((await call('POST', URL_OF_EXPORTS)).status).toBe(401);
    const agencyId = await application.market.agency({ isDefault: true });
    const [creator, representative] = [await application.market.user({ agencyId }), await application.market.user()];
    await application.market.representative(agencyId, representative);
    const { body } = await application.call({
      method: 'POST',
      url: '/users/access-token/from-id',
      body: { userId: creator },
      as: await application.tokenOf(representative),
    });
    expect((await call('POST', URL_OF_EXPORTS, body.access_token)).status).toBe(403);
    expect((await call('GET', URL_OF_EXPORTS, body.access_token)).status).toBe(403);
  });

  it('is limited in number, and kept for a week', async () => {
    const { token } = await person('often@example.test');
    const ask = () => call('POST', URL_OF_EXPORTS, token);
    const asked = await Promise.all([ask(), ask(), ask(), ask(), ask()]);
    expect(asked.map(({ status }) => status).sort()).toEqual([202, 202, 202, 400, 400]);
    expect((await ask()).body).toMatchObject({ error: 'too_many_exports' });
    await runJobs();
    const { id } = (await call('GET', URL_OF_EXPORTS, token)).body.data[0];
    clock = new Date(clock.getTime() + 7 * 86_400_000);
    expect((await download(id, token)).statusCode).toBe(404);
    expect(await purgeExports({ db: application.database.db, now: () => clock })).toBeGreaterThanOrEqual(3);
    expect((await ask()).status).toBe(202);
  });
});
