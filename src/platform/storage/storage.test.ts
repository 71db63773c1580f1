import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openS3, type S3Peer } from '../../../tests/harness/peers/s3.ts';
import { Unavailable } from '../errors/errors.ts';
import { s3Storage } from './s3.ts';
import { createStorage, type FileStorage } from './storage.ts';

async function folder(): Promise<string> {
  const made = await mkdtemp(path.join(tmpdir(), 'tributary-storage-'));
  onTestFinished(() => rm(made, { recursive: true, force: true }));
  return made;
}

async function bucket(): Promise<{ peer: S3Peer; storage: FileStorage }> {
  const peer = await openS3();
  return { peer, storage: createStorage({ dataDir: '.unused', s3: peer.settings }) };
}

const keyOf = (content: Buffer, ending: 'png' | 'jpg' = 'png') =>
  `logos/${createHash('sha256').update(content).digest('hex')}.${ending}`;

/** Returns the errors of these promises. A promise that succeeds is an error. */
async function faultsOf(asked: Promise<unknown>[]): Promise<Error[]> {
  const answers = await Promise.allSettled(asked);
  return answers.map((answer) => (answer.status === 'rejected' ? answer.reason : new Error('it did not fail')));
}

describe.each([
  ['a folder', async () => createStorage({ dataDir: await folder(), s3: null })],
  ['a bucket', async () => (await bucket()).storage],
])('%s', (_, open) => {
  it('returns stored files of any size unchanged', async () => {
    const storage = await open();
    for (const size of [0, 1, 70_000, 3_000_000]) {
      const content = randomBytes(size);
      await storage.put(keyOf(content), content, 'image/png');
      expect((await storage.get(keyOf(content)))?.equals(content)).toBe(true);
    }
  });

  it('stores files separately, and replaces a file with the same key', async () => {
    const storage = await open();
    const [key, other] = [keyOf(Buffer.from('a')), keyOf(Buffer.from('a'), 'jpg')];
    await storage.put(key, Buffer.from('first'), 'image/png');
    await storage.put(other, Buffer.from('other'), 'image/jpeg');
    await storage.put(key, Buffer.from('second'), 'image/png');
    expect(String(await storage.get(key))).toBe('second');
    expect(String(await storage.get(other))).toBe('other');
  });

  it('has nothing under an unused or deleted key, also after repeated deletion', async () => {
    const storage = await open();
    const key = keyOf(Buffer.from('gone'));
    expect(await storage.get(key)).toBeNull();
    await storage.put(key, Buffer.from('gone'), 'image/png');
    await storage.delete(key);
    await storage.delete(key);
    expect(await storage.get(key)).toBeNull();
  });

  it('stores one intact file for many concurrent writes', async () => {
    const storage = await open();
    const content = randomBytes(200_000);
    await Promise.all(Array.from({ length: 10 }, () => storage.put(keyOf(content), content, 'image/png')));
    expect((await storage.get(keyOf(content)))?.equals(content)).toBe(true);
  });

  it.each(['', 'logos/a.png', '../secret', `logos/../${'0'.repeat(64)}.png`, `logos/${'0'.repeat(64)}.svg`, 'logos/'])(
    'refuses %j as a key',
    async (key) => {
      const storage = await open();
      const faults = await faultsOf([
        storage.put(key, Buffer.from('x'), 'image/png'),
        storage.get(key),
        storage.delete(key),
      ]);
      for (const fault of faults) expect(fault.message).toContain('not a key of the file storage');
    },
  );
});

describe('a folder', () => {
  it('contains complete files with private permissions only, and no temporary files', async () => {
    const dataDir = await folder();
    const key = keyOf(Buffer.from('a'));
    await createStorage({ dataDir, s3: null }).put(key, Buffer.from('a'), 'image/png');
    expect(await readdir(path.join(dataDir, 'files', 'logos'))).toEqual([path.basename(key)]);
    expect((await stat(path.join(dataDir, 'files', key))).mode & 0o777).toBe(0o600);
    expect((await stat(path.join(dataDir, 'files'))).mode & 0o777).toBe(0o700);
  });
});

describe('a bucket', () => {
  const KEY = keyOf(Buffer.from('a'));
  const UNAVAILABLE = Array(3).fill(expect.any(Unavailable));
  const faultsAtEach = (storage: FileStorage) =>
    faultsOf([storage.put(KEY, Buffer.from('a'), 'image/png'), storage.get(KEY), storage.delete(KEY)]);

  it('receives the media type and has the bucket as the first path segment', async () => {
    const { peer, storage } = await bucket();
    await storage.put(KEY, Buffer.from('a'), 'image/png');
    expect(peer.requests[0]?.target).toBe(`/tributary-files/${KEY}`);
    expect(peer.objects.get(KEY)).toEqual({ body: Buffer.from('a'), mediaType: 'image/png' });
  });

  it('supports a path prefix of its server', async () => {
    const peer = await openS3();
    await s3Storage({ ...peer.settings, endpoint: `${peer.url}/` }).put(KEY, Buffer.from('a'), 'image/png');
    expect(peer.objects.size).toBe(1);
  });

  it.each([503, 500, 429])('is unavailable when it answers %i', async (status) => {
    const { peer, storage } = await bucket();
    for (let n = 0; n < 3; n++) peer.failNext({ status, body: '<Error><Code>SlowDown</Code></Error>' });
    expect(await faultsAtEach(storage)).toEqual(UNAVAILABLE);
    expect(peer.requests).toHaveLength(3);
  });

  it('is unavailable when it is missing, hangs up or is silent', async () => {
    const nobody = s3Storage({ ...(await openS3()).settings, endpoint: 'http://127.0.0.1:1' });
    expect(await faultsAtEach(nobody)).toEqual(UNAVAILABLE);
    const { peer, storage } = await bucket();
    for (let n = 0; n < 3; n++) peer.failNext('hang up');
    expect(await faultsAtEach(storage)).toEqual(UNAVAILABLE);
    for (let n = 0; n < 3; n++) peer.failNext('silence');
    expect(await faultsAtEach(s3Storage(peer.settings, 100))).toEqual(UNAVAILABLE);
  });

  it.each([
    ['another secret', { secretAccessKey: 'wrong-secret' }, 'SignatureDoesNotMatch'],
    ['another region', { region: 'us-east-1' }, 'AuthorizationHeaderMalformed'],
    ['another bucket', { bucket: 'elsewhere' }, 'NoSuchBucket'],
  ])('a response of %s is a configuration error and not a missing file', async (_, settings, code) => {
    const peer = await openS3();
    const storage = s3Storage({ ...peer.settings, ...settings });
    for (const fault of await faultsAtEach(storage)) {
      expect(fault.message).toContain(code);
      expect(fault).not.toBeInstanceOf(Unavailable);
    }
    expect(peer.objects.size).toBe(0);
  });

  it('does not follow redirects', async () => {
    const elsewhere = await openS3();
    const { peer, storage } = await bucket();
    peer.failNext({ status: 307, headers: { location: `${elsewhere.url}/tributary-files/${KEY}` } });
    await expect(storage.get(KEY)).rejects.toThrow('307');
    expect(elsewhere.requests).toEqual([]);
  });
});
