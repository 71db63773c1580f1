import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { sampleServer } from '../../../tests/sample-server.ts';
import { Unavailable } from '../errors/errors.ts';
import { fileUrl } from './file-url.ts';
import { filesRoute } from './files-route.ts';
import { createStorage, type FileStorage } from './storage.ts';

const PICTURE = Buffer.from('the bytes of a picture');
const HASH = createHash('sha256').update(PICTURE).digest('hex');
const KEY = `logos/${HASH}.png`;

const dataDir = await mkdtemp(path.join(tmpdir(), 'tributary-files-'));
const storage = createStorage({ dataDir, s3: null });
await storage.put(KEY, PICTURE, 'image/png');
await storage.put(KEY.replace('.png', '.jpg'), PICTURE, 'image/jpeg');
const app = await sampleServer((server) => filesRoute(server, storage));
afterAll(async () => {
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('a stored picture', () => {
  it.each([
    ['png', 'image/png'],
    ['jpg', 'image/jpeg'],
  ])('.%s is served to everyone, cached forever, as %s only', async (ending, mediaType) => {
    const { statusCode, headers, rawPayload } = await get(`/files/logos/${HASH}.${ending}`);
    expect(statusCode).toBe(200);
    expect(rawPayload.equals(PICTURE)).toBe(true);
    expect(headers).toMatchObject({
      'content-type': mediaType,
      'content-length': String(PICTURE.length),
      'cache-control': 'public, max-age=31536000, immutable',
      etag: `"${HASH}"`,
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
    });
    expect(headers['content-security-policy']).toMatch(/^default-src 'none';.*sandbox$/);
  });

  it.each([`"${HASH}"`, `W/"${HASH}"`, `"other", "${HASH}"`])('is answered with a 304 for %s', async (tag) => {
    const { statusCode, headers, body } = await get(`/files/${KEY}`, { 'if-none-match': tag });
    expect([statusCode, body, headers.etag]).toEqual([304, '', `"${HASH}"`]);
    expect(headers['cache-control']).toContain('immutable');
  });

  it('may load, when it is opened directly, only the second request that a browser makes for a film', async () => {
    await storage.put(KEY.replace('.png', '.mp4'), PICTURE, 'video/mp4');
    const { headers } = await get(`/files/logos/${HASH}.mp4`);
    expect(headers['content-type']).toBe('video/mp4');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox allow-same-origin",
    );
  });

  it.each<[string, number, number]>([
    ['bytes=0-3', 0, 3],
    ['bytes=4-', 4, PICTURE.length - 1],
    ['bytes=-5', PICTURE.length - 5, PICTURE.length - 1],
    ['bytes=2-9999', 2, PICTURE.length - 1],
    ['bytes=-9999', 0, PICTURE.length - 1],
  ])('is sent in part: %s', async (range, first, last) => {
    const { statusCode, headers, rawPayload } = await get(`/files/${KEY}`, { range });
    expect([statusCode, headers['content-range']]).toEqual([206, `bytes ${first}-${last}/${PICTURE.length}`]);
    expect(rawPayload.equals(PICTURE.subarray(first, last + 1))).toBe(true);
  });

  it.each(['bytes=5-2', 'bytes=99-', 'bytes=-0', 'bytes=-', 'bytes=0-1,3-4', 'lines=0-1', 'bytes=a-b', ''])(
    'is sent whole where no range applies: %s',
    async (range) => {
      const { statusCode, rawPayload } = await get(`/files/${KEY}`, { range });
      expect([statusCode, rawPayload.equals(PICTURE)]).toEqual([200, true]);
    },
  );

  it('is sent in part only when If-Range names the same content', async () => {
    const of = async (tag: string) => (await get(`/files/${KEY}`, { range: 'bytes=0-1', 'if-range': tag })).statusCode;
    expect([await of(`"${HASH}"`), await of('"other"'), await of(`W/"${HASH}"`)]).toEqual([206, 200, 200]);
  });

  it.each(['"other"', HASH, '*', ''])('is sent as a whole for another tag: %s', async (tag) => {
    expect((await get(`/files/${KEY}`, { 'if-none-match': tag })).statusCode).toBe(200);
  });

  it('answers HEAD without its bytes', async () => {
    const { statusCode, headers, body } = await app.inject({ method: 'HEAD', url: `/files/${KEY}` });
    expect([statusCode, headers['content-length'], body]).toEqual([200, String(PICTURE.length), '']);
  });

  it('is not rate limited, because a page shows many', async () => {
    const strict = await sampleServer((server) => filesRoute(server, storage), { rateLimitPerMinute: 1 });
    for (let n = 0; n < 5; n++) expect((await strict.inject(`/files/${KEY}`)).statusCode).toBe(200);
    await strict.close();
  });
});

describe('an unknown picture', () => {
  it.each([
    `logos/${'0'.repeat(64)}.png`,
    `logos/${HASH}.PNG`,
    `logos/${HASH}.svg`,
    `logos/${HASH.toUpperCase()}.png`,
    `logos/${HASH}`,
    `logos/${HASH}.png.jpg`,
    `other/${HASH}.png`,
    'logos/..%2f..%2fservice-api-key',
    '..%2fdemo.json/x',
    'placeholder/constructor',
    `logos/${'0'.repeat(500)}`,
    'logos',
    '',
  ])('%s is a 404', async (name) => {
    const { statusCode, headers, body } = await get(`/files/${name}`);
    expect([statusCode, JSON.parse(body).exception]).toEqual([404, 'NotFound']);
    expect(headers['cache-control']).toBeUndefined();
  });

  it('a storage that does not answer is a 503', async () => {
    const away: FileStorage = {
      ...storage,
      get: () => Promise.reject(new Unavailable('The file storage does not answer.')),
    };
    const server = await sampleServer((instance) => filesRoute(instance, away));
    expect((await server.inject(`/files/${KEY}`)).statusCode).toBe(503);
    await server.close();
  });
});

describe('without a logo', () => {
  it('a placeholder is shown, which a later version may change', async () => {
    const { pathname } = new URL(fileUrl('https://links.example', null));
    const { statusCode, headers, body } = await get(pathname);
    expect(statusCode).toBe(200);
    expect(headers['content-type']).toBe('image/svg+xml');
    expect(headers['cache-control']).toBe('public, max-age=86400');
    expect(body).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg".*<\/svg>\n$/);
    expect(body).not.toContain('<script');
    const again = await get(pathname, { 'if-none-match': String(headers.etag) });
    expect(again.statusCode).toBe(304);
  });

  it('the address of a logo leads to the stored file', () => {
    expect(fileUrl('https://links.example', KEY)).toBe(`https://links.example/files/${KEY}`);
  });
});
