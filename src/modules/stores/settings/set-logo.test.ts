import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Cast, createPopulatedApplication } from '../../../../tests/harness/cast.ts';
import { memoryStorage } from '../../../../tests/harness/memory-storage.ts';
import { blackPng, picture, withSegment } from '../../../../tests/harness/pictures.ts';

const { files, state, storage } = memoryStorage();
const { application, cast } = await createPopulatedApplication({ storage });
beforeEach(() => {
  files.clear();
  state.isUnavailable = false;
});

interface Sent {
  as?: keyof Cast['tokens'] | null;
  storeId?: number | string;
  name?: string;
  filename?: string;
  type?: string;
}

async function upload(content: Buffer, sent: Sent = {}) {
  const { as = 'advertiser', storeId = cast.storeId, name = 'logo', filename = 'logo.png', type = 'image/png' } = sent;
  const form = new FormData();
  form.append(name, new Blob([new Uint8Array(content)], { type }), filename);
  const encoded = new Response(form);
  const reply = await application.app.inject({
    method: 'POST',
    url: `/advertiser/stores/${storeId}/upload-logo`,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(as === null ? {} : { authorization: cast.tokens[as] }),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** Returns the address of the store's logo and the content at that address. */
async function shownLogo(storeId = cast.storeId) {
  const { body } = await application.call({ url: `/advertiser/stores/${storeId}`, as: cast.tokens.admin });
  const url = new URL(body.logo_url);
  const reply = await application.app.inject({ url: url.pathname });
  return { url: url.href, status: reply.statusCode, type: reply.headers['content-type'], content: reply.rawPayload };
}

/** Returns a PNG with an exact size; a comment fills it up. */
function pngOfBytes(bytes: number): Buffer {
  const bare = blackPng({ width: 4, height: 4, extra: [['tEXt', 'Comment\0']] }).length;
  return blackPng({ width: 4, height: 4, extra: [['tEXt', `Comment\0${'x'.repeat(bytes - bare)}`]] });
}

describe('a store’s logo', () => {
  it.each([
    ['png', 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpg'],
  ] as const)('is the uploaded %s, re-encoded, and shown from then on', async (kind, type, extension) => {
    const sent = await picture(kind, { width: 60, height: 30 });
    const { status, body } = await upload(sent);
    expect([status, body.id, body.feed_name, body.logo_url]).toEqual([
      200,
      cast.storeId,
      expect.any(String),
      expect.stringMatching(new RegExp(`^http://tributary.test/files/logos/[0-9a-f]{64}[.]${extension}$`)),
    ]);
    const shown = await shownLogo();
    expect(shown).toMatchObject({ url: body.logo_url, status: 200, type });
    expect(shown.content).not.toEqual(sent);
    expect(shown.url).toContain(createHash('sha256').update(shown.content).digest('hex'));
    expect(await sharp(shown.content).metadata()).toMatchObject({ format: kind, width: 60, height: 30 });
  });

  it('is recognised by its content, not by its name and type', async () => {
    const jpeg = await picture('jpeg');
    const { status, body } = await upload(jpeg, { filename: '../../x.svg', type: 'image/svg+xml' });
    expect([status, body.logo_url]).toEqual([200, expect.stringMatching(/\.jpg$/)]);
  });

  it('replaces the previous one, whose address still shows it', async () => {
    const first = (await upload(blackPng({ width: 5, height: 5 }))).body.logo_url;
    const second = (await upload(blackPng({ width: 6, height: 6 }))).body.logo_url;
    expect(second).not.toBe(first);
    expect((await shownLogo()).url).toBe(second);
    expect((await application.app.inject({ url: new URL(first).pathname })).statusCode).toBe(200);
    expect((await upload(blackPng({ width: 5, height: 5 }))).body.logo_url).toBe(first);
    expect(files.size).toBe(2);
  });

  it('is at most 1024 pixels wide and high', async () => {
    await upload(blackPng({ width: 3_000, height: 1_500 }));
    expect(await sharp((await shownLogo()).content).metadata()).toMatchObject({ width: 1_024, height: 512 });
  });

  it('may have 100000 bytes, and not one more', async () => {
    const max = pngOfBytes(100_000);
    expect(max).toHaveLength(100_000);
    expect((await upload(max)).status).toBe(200);
    expect(await upload(pngOfBytes(100_001))).toEqual({
      status: 413,
      body: { status: 413, error: 'body_too_large', message: 'The file may have at most 100000 bytes.' },
    });
    expect((await upload(Buffer.alloc(2_000_000))).status).toBe(413);
  });

  it('is unchanged when the storage refuses the new one', async () => {
    const before = (await upload(await picture('png'))).body.logo_url;
    state.isUnavailable = true;
    expect((await upload(blackPng({ width: 9, height: 9 }))).body).toMatchObject({ status: 503, error: 'unavailable' });
    expect((await shownLogo()).url).toBe(before);
  });
});

describe('an invalid logo', () => {
  const bomb = () => blackPng({ width: 10_000, height: 6_000 });
  const page = Buffer.from('<script>alert(1)</script>');
  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['an empty file', () => Buffer.alloc(0), /must not be an empty file/],
    ['a text', () => page, /PNG or JPEG/],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG or JPEG/],
    ['GIF', () => picture('gif'), /PNG or JPEG/],
    ['WebP', () => picture('webp'), /PNG or JPEG/],
    ['half a picture', async () => (await picture('jpeg', { width: 200, height: 200 })).subarray(0, 1_000), /cut off/],
    ['a picture with a page behind it', async () => Buffer.concat([await picture('png'), page]), /nothing else/],
    ['a picture with a page in it', async () => withSegment(await picture('jpeg'), 0xfe, page), /nothing else/],
    ['60 megapixels in a few kilobytes', bomb, /at most 25000000 pixels/],
  ])('is refused, and the store keeps its own: %s', async (_what, content, says) => {
    const before = (await upload(await picture('png'))).body.logo_url;
    const { status, body } = await upload(await content());
    expect([status, body.errors]).toEqual([422, { logo: [expect.stringMatching(says)] }]);
    expect((await shownLogo()).url).toBe(before);
    expect(files.size).toBe(1);
  });

  it('is a file of another name, or no file', async () => {
    expect((await upload(await picture('png'), { name: 'image' })).body.errors).toEqual({
      image: ['is not a known field'],
      logo: ['is required'],
    });
    const url = `/advertiser/stores/${cast.storeId}/upload-logo`;
    const bare = await application.call({ method: 'POST', url, as: cast.tokens.advertiser });
    expect([bare.status, bare.body.errors]).toEqual([422, { logo: ['is required'] }]);
    const json = await application.call({ method: 'POST', url, as: cast.tokens.advertiser, body: { logo: 'x' } });
    expect(json.status).toBe(415);
  });
});

describe('a logo is set', () => {
  it('by members of the store and administrators', async () => {
    const png = blackPng({ width: 7, height: 7 });
    for (const as of ['advertiser', 'admin'] as const) expect((await upload(png, { as })).status).toBe(200);
    const kept = files.size;
    const other = blackPng({ width: 8, height: 8 });
    expect((await upload(other, { as: null })).status).toBe(401);
    for (const as of ['creator', 'agency', 'otherAdvertiser', 'otherCreator', 'otherAgency'] as const) {
      expect((await upload(other, { as })).status).toBe(403);
    }
    for (const storeId of [999_999, 'x']) expect((await upload(other, { as: 'admin', storeId })).status).toBe(404);
    const hidden = await application.market.store({ hidden: true });
    expect((await upload(other, { storeId: hidden })).status).toBe(404);
    expect(files.size).toBe(kept);
  });
});
