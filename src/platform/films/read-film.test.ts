import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { box, film } from '../../../tests/harness/films.ts';
import { NotAFilm, readFilm } from './read-film.ts';

const FOREIGN = 'must be an MP4 film';
const BROKEN = 'must be a whole film; this one is broken or cut off';
const MORE = 'must be a film and nothing else; this file holds more';

function refusal(bytes: Buffer): string | null {
  try {
    readFilm(bytes);
    return null;
  } catch (error) {
    if (error instanceof NotAFilm) return error.message;
    throw error;
  }
}

describe('An MP4 film', () => {
  it('is returned unchanged', () => {
    const bytes = film();
    expect(readFilm(bytes)).toEqual({ content: bytes, mediaType: 'video/mp4', extension: 'mp4' });
  });

  it.each(['free', 'skip', 'udta', 'meta', 'uuid'])(
    'loses the metadata in a box %s without a change of offsets',
    (type) => {
      const words = box(type, '<script>59.3293,18.0686</script>');
      const bytes = film({ behind: [words], within: [words] });
      const { content } = readFilm(bytes);
      expect(content.length).toBe(bytes.length);
      expect(content.includes('script')).toBe(false);
      expect(content.indexOf('mdat')).toBe(bytes.indexOf('mdat'));
      expect(readFilm(content).content.equals(content)).toBe(true);
    },
  );

  it('may have 64-bit sizes, and a last box that extends to the end', () => {
    const long = Buffer.concat([Buffer.from([0, 0, 0, 1]), Buffer.from('mdat'), Buffer.alloc(8), Buffer.from('data')]);
    long.writeBigUInt64BE(BigInt(long.length), 8);
    expect(refusal(film({ data: long }))).toBeNull();
    expect(refusal(film({ data: Buffer.concat([Buffer.alloc(4), Buffer.from('mdatdata')]) }))).toBeNull();
  });
});

describe('input that is not a film is refused:', () => {
  it.each<[string, Buffer, string]>([
    ['nothing', Buffer.alloc(0), FOREIGN],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), FOREIGN],
    ['a script in front', Buffer.concat([Buffer.from('/*'), film()]), FOREIGN],
    ['another kind of ISO media', film({ brand: 'heic' }), FOREIGN],
    ['a page behind', Buffer.concat([film(), Buffer.from('<html><script>alert(1)</script></html>')]), BROKEN],
    ['an archive in a box of its own', film({ behind: [box('PK\x03\x04', 'archive')] }), MORE],
    ['a film that is cut off', film().subarray(0, -1), BROKEN],
    ['a beginning alone', film().subarray(0, 20), 'must be a film with a track of pictures'],
    ['sound alone', film({ handler: 'soun' }), 'must be a film with a track of pictures'],
    ['pictures without data', film({ data: box('mdat', '') }), BROKEN],
    [
      'one that plays other files',
      film({ source: 'http://10.0.0.1/secret' }),
      'must hold its own pictures and sound; this one refers to other files',
    ],
  ])('%s', (_what, bytes, says) => {
    expect(refusal(bytes)).toBe(says);
  });

  it.each([['trak'], ['trak', 'mdia']])('boxes nested without end: %s', (...types) => {
    let bytes = box('trak', '');
    for (let level = 0; level < 15_000; level++) bytes = box(types[level % types.length]!, bytes);
    expect(refusal(film({ within: [bytes] }))).toBe(BROKEN);
  });

  it('more boxes than any film has', () => {
    const many = Buffer.concat(Array.from({ length: 20_000 }, () => box('free', '')));
    expect(refusal(film({ behind: [many] }))).toBe(BROKEN);
  });

  it('wrong sizes', () => {
    for (const size of [2, 7, 0x7fffffff, 0xffffffff]) {
      const bytes = film();
      bytes.writeUInt32BE(size, bytes.indexOf('moov') - 4);
      expect(refusal(bytes)).toBe(BROKEN);
    }
    const long = film();
    long.writeUInt32BE(1, long.indexOf('moov') - 4);
    expect(refusal(long)).toBe(BROKEN);
  });
});

it('Any change of bytes yields a film of the same length or a refusal', () => {
  const good = film({ within: [box('udta', 'place')] });
  const change = fc.record({ at: fc.nat(good.length - 1), byte: fc.nat(255) });
  fc.assert(
    fc.property(fc.array(change, { minLength: 1, maxLength: 8 }), fc.nat(good.length), (changes, length) => {
      const bytes = Buffer.from(good.subarray(0, length));
      for (const { at, byte } of changes) if (at < length) bytes[at] = byte;
      const before = Buffer.from(bytes);
      try {
        expect(readFilm(bytes).content.length).toBe(length);
      } catch (error) {
        expect(error).toBeInstanceOf(NotAFilm);
      }
      expect(bytes.equals(before)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
