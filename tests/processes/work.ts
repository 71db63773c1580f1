import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';
import { enqueueAll } from '../../src/platform/jobs/job.ts';
import { sendMail } from '../../src/platform/mail/mail.ts';
import { waitUntil } from '../faults/server-process.ts';
import { blackPng } from '../harness/pictures.ts';
import { type Check, pairs, tokenOf } from './checks.ts';
import { call } from './fleet.ts';

const MAILS = 200;
const TIMEOUT_MS = 180_000;

/** Mails, which are written to files without a mail server, in the folder of the process that sent them. */
export const jobs: Check = async ({ pool, members }) => {
  const mails = Array.from({ length: MAILS }, (_, number) => ({
    to: `someone-${number}@example.test`,
    subject: `Mail ${number}`,
    text: 'Once.',
  }));
  await new SqlDatabase(pool).transaction((tx) => enqueueAll(tx, sendMail, mails));
  await waitUntil(
    'no job waits',
    async () => {
      const { rows } = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM graphile_worker.jobs');
      return rows[0]!.n === 0;
    },
    TIMEOUT_MS,
  );
  const sent = await Promise.all(members.map(({ dataDir }) => countMails(path.join(dataDir, 'mail'))));
  assert.equal(
    sent.reduce((sum, one) => sum + one, 0),
    MAILS,
  );
  for (const share of sent) assert.ok(share > 0, `shares: ${sent}`);
  return `${MAILS} mails, each sent once: ${sent.join(' + ')}`;
};

/** The mails of `jobs` in a folder; the service sends other mails, too. */
async function countMails(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const texts = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
  return texts.filter((text) => /^Subject: Mail \d+/m.test(text)).length;
}

/** A file that one process stores is served by the others. */
export const files: Check = async (fleet) => {
  let seen = 0;
  for (const [here, there] of pairs(fleet.members)) {
    const storeId = await fleet.market.store();
    const admin = await tokenOf(fleet, await fleet.market.user({ isAdmin: true }));
    const form = new FormData();
    const picture = blackPng({ width: 64 + seen, height: 64 });
    form.append('logo', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'logo.png');
    const url = `/advertiser/stores/${storeId}`;
    const taken = await call(here, `${url}/upload-logo`, { method: 'POST', as: admin, body: form });
    assert.equal(taken.status, 200, JSON.stringify(taken.body));
    const { logo_url: logoUrl } = (await call(there, url, { as: admin })).body;
    const [one, other] = [await call(here, new URL(logoUrl).pathname), await call(there, new URL(logoUrl).pathname)];
    assert.deepEqual([one.status, other.status], [200, 200]);
    assert.ok(other.body.length > 0 && other.body.equals(one.body));
    seen += 1;
  }
  return `${seen} logos, each taken in by one process and handed out by the other (one folder that both see)`;
};
