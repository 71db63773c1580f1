import { createHash } from 'node:crypto';
import fc from 'fast-check';
import sharp from 'sharp';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPopulatedApplication, ROLES, type Role } from '../../../../tests/harness/cast.ts';
import { memoryStorage } from '../../../../tests/harness/memory-storage.ts';
import { blackPng, picture } from '../../../../tests/harness/pictures.ts';
import { bytesOfText } from './set-image.ts';

const { files, state, storage } = memoryStorage();
const { application, cast } = await createPopulatedApplication({ storage });
beforeEach(() => {
  files.clear();
  state.isUnavailable = false;
});

const campaign = () => application.market.campaign({ storeId: cast.storeId });
/** Sends the picture as in version 2: as text. */
const sendText = (campaignId: number | string, body: object, role: Role | null = 'advertiser') =>
  application.call({
    method: 'POST',
    url: `/v2/offers/${campaignId}/uploads`,
    body,
    ...(role === null ? {} : { as: cast.tokens[role] }),
  });

interface SentForm {
  role?: Role | null;
  storeId?: number | string;
  name?: string;
}
/** Sends the picture as in the legacy API: as a form. */
async function sendForm(campaignId: number | string, content: Buffer, sent: SentForm = {}) {
  const { role = 'advertiser', storeId = cast.storeId, name = 'img_src' } = sent;
  const form = new FormData();
  form.append(name, new Blob([new Uint8Array(content)], { type: 'image/png' }), 'picture.png');
  const encoded = new Response(form);
  const reply = await application.app.inject({
    method: 'POST',
    url: `/advertiser/stores/${storeId}/offers/${campaignId}/upload-img`,
    headers: {
      'content-type': encoded.headers.get('content-type') ?? '',
      ...(role === null ? {} : { authorization: cast.tokens[role] }),
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
  return { status: reply.statusCode, body: reply.json() };
}

/** Returns the campaign's picture address and its content. */
async function shown(campaignId: number) {
  const { body } = await application.call({ url: `/v2/offers/${campaignId}`, as: cast.tokens.admin });
  const reply = await application.app.inject({ url: new URL(body.image_url).pathname });
  return {
    url: body.image_url,
    status: reply.statusCode,
    type: reply.headers['content-type'],
    content: reply.rawPayload,
  };
}

/** Returns a PNG with an exact size; a comment fills it up. */
function pngOfBytes(bytes: number): Buffer {
  const bare = blackPng({ width: 4, height: 4, extra: [['tEXt', 'Comment\0']] }).length;
  return blackPng({ width: 4, height: 4, extra: [['tEXt', `Comment\0${'x'.repeat(bytes - bare)}`]] });
}
const uri = (content: Buffer, type = 'image/png') => `data:${type};base64,${content.toString('base64')}`;

describe('Who may', () => {
  const png = blackPng({ width: 7, height: 7 });
  it.each(ROLES)('%s', async (role) => {
    const campaignId = await campaign();
    const replies = [
      await sendText(campaignId, { default: uri(png) }, role),
      await sendForm(campaignId, png, { role }),
    ];
    const lawful = role === 'advertiser' || role === 'admin';
    expect(replies.map(({ status }) => status)).toEqual(lawful ? [200, 200] : [403, 403]);
    expect(files.size).toBe(lawful ? 1 : 0);
  });

  it("not without a token, and not for a campaign that is missing, deleted or another store's", async () => {
    const campaignId = await campaign();
    expect((await sendText(campaignId, { default: uri(png) }, null)).status).toBe(401);
    expect((await sendForm(campaignId, png, { role: null })).status).toBe(401);
    for (const id of ['999999999', '0', 'x', '9007199254740993']) {
      expect((await sendText(id, { default: uri(png) }, 'admin')).status).toBe(404);
      expect((await sendForm(id, png, { role: 'admin' })).status).toBe(404);
      expect((await sendForm(campaignId, png, { role: 'admin', storeId: id })).status).toBe(404);
    }
    expect((await sendForm(campaignId, png, { role: 'admin', storeId: cast.otherStoreId })).status).toBe(404);
    await application.call({ method: 'DELETE', url: `/v2/offers/${campaignId}`, as: cast.tokens.advertiser });
    expect((await sendText(campaignId, { default: uri(png) })).status).toBe(404);
    expect((await sendForm(campaignId, png)).status).toBe(404);
  });
});

describe('A campaign’s picture', () => {
  it('is a placeholder, then the re-encoded upload, in both API generations', async () => {
    const campaignId = await campaign();
    expect((await shown(campaignId)).url).toBe('http://tributary.test/files/placeholder/logo.svg');
    const sent = await picture('jpeg', { width: 60, height: 30 });
    const text = await sendText(campaignId, { default: uri(sent) });
    expect([text.status, text.body.id, text.body.image, text.body.image_url]).toEqual([
      200,
      campaignId,
      null,
      expect.stringMatching(/^http:\/\/tributary.test\/files\/campaigns\/[0-9a-f]{64}[.]jpg$/),
    ]);
    const first = await shown(campaignId);
    expect(first).toMatchObject({ url: text.body.image_url, status: 200, type: 'image/jpeg' });
    expect(first.content).not.toEqual(sent);
    expect(first.url).toContain(createHash('sha256').update(first.content).digest('hex'));
    expect(await sharp(first.content).metadata()).toMatchObject({ format: 'jpeg', width: 60, height: 30 });

    const form = await sendForm(campaignId, await picture('png', { width: 20, height: 10 }));
    const url = `/stores/${cast.storeId}/offers/${campaignId}`;
    const single = await application.call({ url, as: cast.tokens.advertiser });
    expect([form.status, form.body]).toEqual([200, single.body]);
    const second = await shown(campaignId);
    expect([second.status, second.type]).toEqual([200, 'image/png']);
    expect(second.url).not.toBe(first.url);
    // The previous address still serves the previous picture.
    expect((await application.app.inject({ url: new URL(first.url).pathname })).rawPayload).toEqual(first.content);
  });

  it('is one file, for both API generations and for two campaigns', async () => {
    const png = blackPng({ width: 5, height: 5 });
    const [one, other] = [await campaign(), await campaign()];
    await sendText(one, { default: uri(png) });
    await sendForm(other, png);
    expect((await shown(one)).url).toBe((await shown(other)).url);
    expect(files.size).toBe(1);
  });

  it.each<[string, (content: Buffer) => string]>([
    ['a data URI', (content) => uri(content)],
    ['a data URI that says something else', (content) => uri(content, 'image/svg+xml;charset=utf-8')],
    ['a data URI without a type', (content) => uri(content, '')],
    ['base64', (content) => content.toString('base64')],
    ['base64 without padding', (content) => content.toString('base64').replaceAll('=', '')],
    ['base64 in lines', (content) => content.toString('base64').replaceAll(/.{40}/g, '$&\r\n')],
  ])('is accepted as %s', async (_what, written) => {
    const campaignId = await campaign();
    const { status, body } = await sendText(campaignId, { default: written(blackPng({ width: 6, height: 6 })) });
    expect([status, body.errors]).toEqual([200, undefined]);
    expect((await shown(campaignId)).status).toBe(200);
  });

  it('yields the same bytes for every text encoding', () => {
    const written = fc.record({
      bytes: fc.uint8Array({ minLength: 1, maxLength: 200 }),
      head: fc.constantFrom('', 'data:;base64,', 'data:image/png;base64,', 'DATA:image/jpeg;name=a.jpg;BASE64,'),
      isPadded: fc.boolean(),
      lineLength: fc.integer({ min: 1, max: 80 }),
    });
    fc.assert(
      fc.property(written, ({ bytes, head, isPadded, lineLength }) => {
        const base64 = Buffer.from(bytes).toString('base64');
        const text = isPadded ? base64 : base64.replaceAll('=', '');
        const inLines = text.replaceAll(new RegExp(`.{${lineLength}}`, 'g'), '$&\n');
        expect(bytesOfText(head + inLines, 'default')).toEqual(Buffer.from(bytes));
      }),
    );
  });

  it('may have 10240 characters and not one more', async () => {
    const campaignId = await campaign();
    const max = pngOfBytes(7680).toString('base64');
    expect(max).toHaveLength(10_240);
    expect((await sendText(campaignId, { default: max })).status).toBe(200);
    const tooLong = await sendText(campaignId, { default: `${max}\n` });
    expect([tooLong.status, tooLong.body.errors]).toEqual([422, { default: ['must be at most 10240 characters'] }]);
  });

  it('may have 100000 bytes as a form and not one more', async () => {
    const campaignId = await campaign();
    expect((await sendForm(campaignId, pngOfBytes(100_000))).status).toBe(200);
    expect(await sendForm(campaignId, pngOfBytes(100_001))).toEqual({
      status: 413,
      body: { status: 413, error: 'body_too_large', message: 'The file may have at most 100000 bytes.' },
    });
  });

  it('is at most 1024 pixels wide and high', async () => {
    const campaignId = await campaign();
    await sendText(campaignId, { default: uri(blackPng({ width: 3000, height: 1500 })) });
    expect(await sharp((await shown(campaignId)).content).metadata()).toMatchObject({ width: 1024, height: 512 });
  });

  it('stays unchanged when the storage fails', async () => {
    const campaignId = await campaign();
    await sendText(campaignId, { default: uri(blackPng({ width: 5, height: 5 })) });
    const before = (await shown(campaignId)).url;
    state.isUnavailable = true;
    const refused = await sendText(campaignId, { default: uri(blackPng({ width: 9, height: 9 })) });
    expect(refused.body).toMatchObject({ status: 503, error: 'unavailable' });
    expect((await shown(campaignId)).url).toBe(before);
  });
});

describe('An invalid picture', () => {
  const bomb = () => blackPng({ width: 10_000, height: 6000 });
  const page = Buffer.from('<script>alert(1)</script>');
  it.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['a text', () => page, /PNG or JPEG/],
    ['SVG', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), /PNG or JPEG/],
    ['GIF', () => picture('gif'), /PNG or JPEG/],
    ['half a picture', async () => (await picture('png', { width: 40, height: 40 })).subarray(0, 900), /cut off/],
    ['a picture with a page behind it', async () => Buffer.concat([await picture('png'), page]), /nothing else/],
    ['60 megapixels in a few kilobytes', bomb, /at most 25000000 pixels/],
  ])('is refused in both API generations, and the campaign keeps its picture: %s', async (_what, content, says) => {
    const campaignId = await campaign();
    await sendText(campaignId, { default: uri(blackPng({ width: 5, height: 5 })) });
    const before = (await shown(campaignId)).url;
    const bad = await content();
    expect(uri(bad).length).toBeLessThanOrEqual(10_240);
    const text = await sendText(campaignId, { default: uri(bad) });
    expect([text.status, text.body.errors]).toEqual([422, { default: [expect.stringMatching(says)] }]);
    const form = await sendForm(campaignId, bad);
    expect([form.status, form.body.errors]).toEqual([422, { img_src: [expect.stringMatching(says)] }]);
    expect((await shown(campaignId)).url).toBe(before);
    expect(files.size).toBe(1);
  });

  it.each([
    [{}],
    [{ default: null }],
    [{ default: 7 }],
    [{ default: '' }],
    [{ default: '   ' }],
    [{ default: 'data:image/png;base64,' }],
    [{ default: 'data:image/png,notbase64' }],
    [{ default: 'no base64 at all!' }],
    [{ default: 'QUJD=' }],
    [{ default: 'QUJDR' }],
    [{ default: 'https://elsewhere.example/picture.png' }],
    [{ default: ['QUJD'] }],
  ])('is %j', async (body) => {
    const reply = await sendText(await campaign(), body);
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['default']]);
  });

  it('includes a file under another name, an empty file, and a body that is not a form', async () => {
    const campaignId = await campaign();
    const other = await sendForm(campaignId, blackPng({ width: 5, height: 5 }), { name: 'image' });
    expect(other.body.errors).toEqual({ image: ['is not a known field'], img_src: ['is required'] });
    expect((await sendForm(campaignId, Buffer.alloc(0))).body.errors).toEqual({
      img_src: ['must not be an empty file'],
    });
    const url = `/advertiser/stores/${cast.storeId}/offers/${campaignId}/upload-img`;
    const json = await application.call({ method: 'POST', url, as: cast.tokens.advertiser, body: { img_src: 'x' } });
    expect(json.status).toBe(415);
  });
});
