import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { blackPng, picture, pngOf, withSegment } from '../../../tests/harness/pictures.ts';
import { NotAnImage, readImage } from './read-image.ts';

const read = (bytes: Buffer, maxSide = 100) => readImage(bytes, { maxSide });
/** Returns the message with which a file is refused; null when it is accepted. */
const refusal = (bytes: Buffer) =>
  read(bytes).then(
    () => null,
    (error) => {
      expect(error).toBeInstanceOf(NotAnImage);
      return (error as Error).message;
    },
  );

const FOREIGN = 'must be a PNG or JPEG picture';
const BROKEN = 'must be a whole picture; this one is broken or cut off';
const DAMAGED = 'must be a picture that can be decoded; this one is damaged';
const MORE = 'must be a picture and nothing else; this file holds more';
const TOO_MANY = 'must have at most 25000000 pixels';
const TOO_LONG = 'must be at most 20000 pixels a side';

describe('a picture', () => {
  it.each([
    ['png', 'image/png', 'png'],
    ['jpeg', 'image/jpeg', 'jpg'],
  ] as const)('keeps its format (%s)', async (kind, mediaType, extension) => {
    const image = await read(await picture(kind));
    expect(image).toMatchObject({ mediaType, extension, width: 40, height: 20 });
    expect((await sharp(image.content).metadata()).format).toBe(kind);
  });

  it('keeps its pixels and its transparency', async () => {
    const raw = { width: 2, height: 1, channels: 4 } as const;
    const pixels = Buffer.from([255, 0, 0, 255, 0, 255, 0, 128]);
    const { content } = await read(await sharp(pixels, { raw }).png().toBuffer());
    expect(await sharp(content).raw().toBuffer()).toEqual(pixels);
  });

  it('is always encoded to the same bytes', async () => {
    for (const kind of ['png', 'jpeg'] as const) {
      const bytes = await picture(kind);
      expect((await read(bytes)).content).toEqual((await read(bytes)).content);
    }
  });

  it.each([
    [100, 50, 100, 50],
    [101, 50, 100, 50],
    [200, 100, 100, 50],
    [100, 200, 50, 100],
    [1, 1, 1, 1],
    [1000, 1, 100, 1],
  ])('of %i x %i fits into 100 x 100 as %i x %i', async (width, height, fitWidth, fitHeight) => {
    expect(await read(blackPng({ width, height }))).toMatchObject({ width: fitWidth, height: fitHeight });
  });

  it('loses its metadata after it is rotated upright', async () => {
    const lying = await sharp(await picture('jpeg'))
      .withMetadata({ orientation: 6, exif: { IFD0: { Copyright: 'secret place' } } })
      .toBuffer();
    expect(lying.toString('latin1')).toContain('secret place');
    const image = await read(lying);
    expect(image).toMatchObject({ width: 20, height: 40 });
    const { orientation, exif, icc, xmp, iptc } = await sharp(image.content).metadata();
    expect({ orientation, exif, icc, xmp, iptc }).toEqual({});

    const texts = blackPng({ width: 3, height: 3, extra: [['tEXt', 'Comment\0secret place']] });
    expect((await read(texts)).content.toString('latin1')).not.toContain('secret place');
  });

  it('in CMYK is converted to RGB', async () => {
    const printed = await sharp(await picture('jpeg'))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer();
    expect((await sharp((await read(printed)).content).metadata()).space).toBe('srgb');
  });

  it('may be padded with zeros, contain XMP, and have several scans or passes', async () => {
    const jpeg = await picture('jpeg');
    const xmp = '<?xpacket begin=""?><x:xmpmeta><rdf:RDF></rdf:RDF></x:xmpmeta>';
    for (const bytes of [
      Buffer.concat([jpeg, Buffer.alloc(7)]),
      withSegment(jpeg, 0xe1, `http://ns.adobe.com/xap/1.0/\0${xmp}`),
      await sharp(jpeg).jpeg({ progressive: true }).toBuffer(),
      await sharp(jpeg).png({ progressive: true }).toBuffer(),
      blackPng({ width: 9, height: 9, bitsOfPixel: 64, interlaced: true }),
    ]) {
      expect(await refusal(bytes)).toBeNull();
    }
  });
});

describe('a file that is not a picture', () => {
  it.each<[string, Buffer | Promise<Buffer>]>([
    ['nothing', Buffer.alloc(0)],
    ['a text', Buffer.from('hello')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect/></svg>')],
    ['GIF', picture('gif')],
    ['WebP', picture('webp')],
    ['BMP', Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)])],
    ['a page that holds a picture', picture('png').then((png) => Buffer.concat([Buffer.from('<html>'), png]))],
    [
      'an archive that contains a picture',
      picture('png').then((png) => Buffer.concat([Buffer.from('PK\x03\x04'), png])),
    ],
    ['half a signature', Buffer.from([0x89, 0x50, 0x4e, 0x47])],
  ])('is refused: %s', async (_what, bytes) => {
    expect(await refusal(await bytes)).toBe(FOREIGN);
  });
});

describe('a picture that is also another kind of file', () => {
  const page = '<script>alert(1)</script>';
  it.each(['png', 'jpeg'] as const)('is refused when a page, a script or an archive follows the %s', async (kind) => {
    const whole = await picture(kind);
    for (const more of [page, '*/alert(1)//', 'PK\x05\x06', 'x', '\0\0\x01']) {
      expect(await refusal(Buffer.concat([whole, Buffer.from(more, 'latin1')]))).toBe(MORE);
    }
    expect(await refusal(Buffer.concat([whole, await picture('png')]))).toBe(MORE);
  });

  it.each([page, '<!DOCTYPE html>', '<?php system($x); ?>', '<SvG onload=x>', 'PK\x03\x04zip', '%PDF-1.7'])(
    'is refused when it contains %s',
    async (hidden) => {
      const jpeg = await picture('jpeg');
      const bytes = Buffer.from(`note ${hidden}`, 'latin1');
      for (const marker of [0xfe, 0xe0, 0xe1, 0xed]) expect(await refusal(withSegment(jpeg, marker, bytes))).toBe(MORE);
      for (const type of ['tEXt', 'iTXt', 'eXIf', 'prIv']) {
        expect(await refusal(blackPng({ width: 3, height: 3, extra: [[type, bytes]] }))).toBe(MORE);
      }
    },
  );

  it('is refused when a script hides the picture in a comment', async () => {
    const script = Buffer.concat([
      Buffer.from('JFIF\0'),
      Buffer.alloc(0x2f2a - 2 - 5 - 20),
      Buffer.from('*/=alert(1);/*      '),
    ]);
    const bytes = withSegment(await picture('jpeg'), 0xe0, script);
    expect(bytes.toString('latin1', 4, 6)).toBe('/*');
    expect(await refusal(bytes)).toBe(MORE);
  });
});

describe('an incomplete picture', () => {
  it.each(['png', 'jpeg'] as const)('is refused wherever the %s is truncated', async (kind) => {
    const whole = await picture(kind);
    for (let length = 8; length < whole.length; length += 7) {
      expect([BROKEN, DAMAGED]).toContain(await refusal(whole.subarray(0, length)));
    }
  });

  it.each(['png', 'jpeg'] as const)(
    'is refused when pixels of a %s are missing before its end marker',
    async (kind) => {
      const whole = await picture(kind, { width: 80, height: 80 });
      const half = Buffer.concat([whole.subarray(0, whole.length / 2), whole.subarray(-2)]);
      expect([BROKEN, DAMAGED]).toContain(await refusal(half));
    },
  );

  const header = (width: number, height: number) => {
    const data = Buffer.alloc(13);
    data.writeUInt32BE(width, 0);
    data.writeUInt32BE(height, 4);
    data.set([8, 0], 8);
    return data;
  };
  it.each<[string, Buffer, string]>([
    ['no header', pngOf(['IDAT', ''], ['IEND', '']), BROKEN],
    ['a header that is too short', pngOf(['IHDR', Buffer.alloc(12)], ['IEND', '']), BROKEN],
    ['two headers', pngOf(['IHDR', header(1, 1)], ['IHDR', header(1, 1)], ['IEND', '']), BROKEN],
    ['no pixels', pngOf(['IHDR', header(5, 5)], ['IEND', '']), DAMAGED],
    ['no width', pngOf(['IHDR', header(0, 5)], ['IEND', '']), DAMAGED],
    [
      'a chunk longer than the file',
      Buffer.concat([pngOf(), Buffer.from([255, 255, 255, 255]), Buffer.alloc(8)]),
      BROKEN,
    ],
    ['no frame', Buffer.from([0xff, 0xd8, 0xff, 0xd9]), BROKEN],
    ['a segment without a length', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0]), BROKEN],
    ['a segment shorter than its length', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 1, 0xff, 0xd9]), BROKEN],
  ])('is refused: %s', async (_what, bytes, sentence) => {
    expect(await refusal(bytes)).toBe(sentence);
  });

  it('is accepted or refused, for any bytes', async () => {
    const [png, jpeg] = [await picture('png', { width: 8, height: 8 }), await picture('jpeg', { width: 8, height: 8 })];
    const change = fc.record({ at: fc.nat(2_000), byte: fc.nat(255) });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.array(change, { minLength: 1, maxLength: 6 }), async (isPng, changes) => {
        const bytes = Buffer.from(isPng ? png : jpeg);
        for (const { at, byte } of changes) bytes[at % bytes.length] = byte;
        const said = await refusal(bytes);
        expect([null, FOREIGN, BROKEN, DAMAGED, MORE, TOO_MANY, TOO_LONG]).toContain(said);
      }),
      { numRuns: 300 },
    );
  });
});

describe('a picture that is expensive to decode', () => {
  it('must not be very long and thin', async () => {
    expect(await refusal(blackPng({ width: 20_001, height: 1 }))).toBe(TOO_LONG);
    expect(await read(blackPng({ width: 1, height: 20_000 }))).toMatchObject({ height: 100 });
  });

  it('may have 25 million pixels', async () => {
    expect(await read(blackPng({ width: 5_000, height: 5_000 }))).toMatchObject({ width: 100, height: 100 });
  });

  it('is refused with one more row of pixels', async () => {
    expect(await refusal(blackPng({ width: 5_000, height: 5_001 }))).toBe(TOO_MANY);
  });

  it('is refused with 60 megapixels in a few kilobytes, and with more pixels than fit into memory', async () => {
    const bomb = blackPng({ width: 10_000, height: 6_000 });
    expect(bomb.length).toBeLessThan(10_000);
    expect(await refusal(bomb)).toBe(TOO_MANY);
    const size = Buffer.from('7fffffff7fffffff0806000000', 'hex');
    expect(await refusal(pngOf(['IHDR', size], ['IDAT', 'x'], ['IEND', '']))).toBe(TOO_MANY);
    const jpeg = await picture('jpeg');
    const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
    jpeg.writeUInt32BE(0xffffffff, frame + 5);
    expect(await refusal(jpeg)).toBe(TOO_MANY);
  });

  it('is decoded in turn when many arrive at once, and refused when the queue is full', async () => {
    const bytes = await picture('png');
    const results = await Promise.allSettled(Array.from({ length: 60 }, () => read(bytes)));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }) => reason.status)).toEqual(Array.from({ length: 8 }, () => 503));
    expect(await refusal(bytes)).toBeNull();
  });
});

describe('the decoder', () => {
  it('libvips reads PNG and JPEG only, for every caller', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    for (const bytes of [svg, await picture('gif'), await picture('webp')]) {
      await expect(sharp(bytes).metadata()).rejects.toThrow(/unsupported image format/);
    }
  });
});
