import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { expect, it, onTestFinished } from 'vitest';
import { SqlDatabase } from '../../src/platform/database/sql-database.ts';
import { enqueueAll } from '../../src/platform/jobs/job.ts';
import { sendMail } from '../../src/platform/mail/mail.ts';
import { s3Storage } from '../../src/platform/storage/s3.ts';
import { createTestDatabase } from '../harness/database.ts';
import { freePort } from '../harness/free-port.ts';
import { openMailServer } from '../harness/peers/mail-server.ts';
import { openS3 } from '../harness/peers/s3.ts';
import { blackPng } from '../harness/pictures.ts';
import { startFromSources } from '../harness/source-server.ts';
import { startRedis } from './redis-server.ts';

/** Lets a service answer at another port, at which nothing has listened so far. */
async function answerAt(port: number, url: string): Promise<void> {
  const { hostname, port: target } = new URL(url);
  const relay = createServer((socket) => {
    const upstream = connect(Number(target), hostname);
    socket.pipe(upstream).pipe(socket);
    for (const end of [socket, upstream]) end.on('error', () => end.destroy());
  });
  await new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void relay.close());
}

async function until(isSo: () => Promise<boolean> | boolean): Promise<void> {
  for (let tries = 0; tries < 600; tries += 1) {
    if (await isSo()) return;
    await sleep(100);
  }
  throw new Error('the service was not used after it had come back');
}

async function settings() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-away-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return { DATA_DIR: dataDir, ENCRYPTION_KEY: randomBytes(32).toString('base64') };
}

it('A server starts while mail, files, Redis, identity and payment provider are away, and uses the first three when they are back', async () => {
  const database = await createTestDatabase();
  const [mail, files, redis, identity, stripe] = await Promise.all(Array.from({ length: 5 }, () => freePort()));
  const [mails, bucket] = [await openMailServer(), await openS3()];
  const server = await startFromSources({
    ...(await settings()),
    DATABASE_URL: database.url,
    SMTP_URL: `smtp://127.0.0.1:${mail}`,
    S3_ENDPOINT: `http://127.0.0.1:${files}`,
    S3_BUCKET: bucket.settings.bucket,
    S3_REGION: bucket.settings.region,
    S3_ACCESS_KEY_ID: bucket.settings.accessKeyId,
    S3_SECRET_ACCESS_KEY: bucket.settings.secretAccessKey,
    REDIS_URL: `redis://127.0.0.1:${redis}`,
    IDP_ISSUER: `http://127.0.0.1:${identity}/realm`,
    IDP_AUDIENCE: 'tributary',
    STRIPE_SECRET_KEY: 'sk_test_away',
    STRIPE_API_URL: `http://127.0.0.1:${stripe}`,
  });
  onTestFinished(async () => void (await server.stop()));
  const call = (method: string, route: string, init: RequestInit = {}) =>
    fetch(server.url + route, { method, ...init });
  expect((await call('GET', '/v2/health')).status).toBe(200);
  // Without Redis, this process counts the requests.
  expect((await call('GET', '/v2/me')).headers.get('x-ratelimit-remaining')).not.toBeNull();
  expect(server.said()).not.toMatch(/\n {4}at /);

  await new SqlDatabase(database.pool).transaction((tx) =>
    enqueueAll(tx, sendMail, [{ to: 'someone@example.test', subject: 'Later', text: 'Once.' }]),
  );
  const jobs = async () =>
    (await database.pool.query("SELECT last_error FROM graphile_worker.jobs WHERE task_identifier = 'send_mail'")).rows;
  await until(async () => (await jobs())[0]?.last_error != null);
  await answerAt(mail!, mails.url);
  // Jobs are tried again later and later; an operator does not wait.
  await database.pool.query('UPDATE graphile_worker._private_jobs SET run_at = now() WHERE last_error IS NOT NULL');
  await until(() => mails.mails.length > 0);

  await answerAt(files!, bucket.url);
  const key = `media/${'a'.repeat(64)}.png`;
  await s3Storage({ ...bucket.settings, endpoint: `http://127.0.0.1:${files}` }).put(
    key,
    blackPng({ width: 2, height: 2 }),
    'image/png',
  );
  expect((await call('GET', `/files/${key}`)).status).toBe(200);

  if (existsSync('/usr/bin/redis-server')) {
    const peer = (await startRedis())!;
    onTestFinished(() => peer.kill());
    await answerAt(redis!, peer.url);
    const reader = new Redis(peer.url);
    onTestFinished(() => void reader.disconnect());
    await until(async () => {
      await call('GET', '/v2/me');
      return (await reader.keys('tributary:rate:*')).length > 0;
    });
  }
  expect(await server.stop()).toBe(0);
}, 240_000);

it('A server does not start without its external database, and ends with a sentence', async () => {
  const server = await startFromSources({
    ...(await settings()),
    DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/tributary`,
  });
  expect(server.said()).toMatch(
    /DATABASE_URL: PostgreSQL does not answer at 127\.0\.0\.1:\d+ .*Start it, or correct host and port\./,
  );
  expect(server.said()).not.toMatch(/\n {4}at /);
  expect(await server.stop()).toBe(1);
}, 120_000);
