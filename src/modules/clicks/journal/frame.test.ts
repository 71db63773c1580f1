import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeFrame, encodeFrame, findFrame, HEADER_BYTES, type LoggedClick } from './frame.ts';

const hex = (digits: number) =>
  fc
    .array(fc.integer({ min: 0, max: 15 }), { minLength: digits, maxLength: digits })
    .map((list) => list.map((one) => one.toString(16)).join(''));
const click: fc.Arbitrary<LoggedClick> = fc.record({
  id: hex(32).map((text) =>
    [8, 12, 16, 20, 32].map((end, index) => text.slice([0, 8, 12, 16, 20][index], end)).join('-'),
  ),
  code: fc.stringMatching(/^[A-Za-z0-9_-]{1,64}$/),
  day: fc.integer({ min: 0, max: 60_000 }).map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10)),
  visitor: hex(32),
  class: fc.integer({ min: 0, max: 255 }),
  source: fc.integer({ min: 0, max: 255 }),
  network: fc.option(hex(32), { nil: undefined }),
  deviceCountry: fc.option(fc.integer({ min: 0, max: 2_707 }), { nil: undefined }),
  subs: fc.option(fc.record({ sub1: fc.constantFrom('newsletter', 'summer-24') }), { nil: undefined }),
});
const frame = fc.record({
  first: fc.integer({ min: 0, max: 2 ** 48 - 1 }),
  clicks: fc.array(click, { minLength: 1, maxLength: 20 }),
});
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** Every readable frame in some bytes, with any bytes between the frames. */
function framesIn(bytes: Buffer) {
  const found = [];
  for (let at: number | null = 0; at !== null && at < bytes.length; ) {
    const decoded = decodeFrame(bytes, at);
    if (decoded.kind === 'frame') {
      found.push(decoded.frame);
      at = decoded.end;
    } else at = decoded.kind === 'damaged' ? decoded.next : findFrame(bytes, at + 1);
  }
  return found;
}

describe('a frame', () => {
  test('is read as it was written, and so is the frame after it', () => {
    fc.assert(
      fc.property(fc.array(frame, { maxLength: 5 }), (frames) => {
        const bytes = Buffer.concat(frames.map(({ first, clicks }) => encodeFrame(clicks, first)));
        expect(framesIn(bytes)).toEqual(frames);
      }),
    );
  });

  test('that is torn anywhere is no frame', () => {
    fc.assert(
      fc.property(frame, fc.nat(), ({ first, clicks }, cut) => {
        const whole = encodeFrame(clicks, first);
        const torn = whole.subarray(0, cut % whole.length);
        if (torn.length > 0) expect(decodeFrame(torn, 0).kind).toBe('incomplete');
      }),
    );
  });

  test('with any bit turned over is not read, and the frames around it are', () => {
    fc.assert(
      fc.property(frame, frame, frame, fc.nat(), (before, damaged, after, place) => {
        const bytes = encodeFrame(damaged.clicks, damaged.first);
        const bit = place % (bytes.length * 8);
        bytes[bit >> 3]! ^= 1 << (bit & 7);
        const all = [encodeFrame(before.clicks, before.first), bytes, encodeFrame(after.clicks, after.first)];
        expect(framesIn(Buffer.concat(all))).toEqual([before, after]);
      }),
      { numRuns: 500 },
    );
  });

  test('of noise is none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (noise) => isSame(framesIn(Buffer.from(noise)), [])),
    );
  });

  test('of the version before device and country is read', () => {
    const written =
      '54434c317f00000007000000000000000200000053cdf11c6a2eedd9010001052500215000000198d2f012347abc8def0123456789ab0123456789abcdef0123' +
      '456789abcdef6162635f31011000fedcba9876543210fedcba9876543210020f007b2273756231223a22626c6f67227d010100010000225000000198d2f01235' +
      '7abc8def0123456789ab0000000000000000000000000000000078';
    const first = {
      id: '0198d2f0-1234-7abc-8def-0123456789ab',
      code: 'abc_1',
      day: '2026-03-01',
      class: 0,
      source: 1,
      visitor: '0123456789abcdef0123456789abcdef',
      network: 'fedcba9876543210fedcba9876543210',
      subs: { sub1: 'blog' },
    };
    const second = {
      id: '0198d2f0-1235-7abc-8def-0123456789ab',
      code: 'x',
      day: '2026-03-02',
      class: 1,
      source: 0,
      visitor: '0'.repeat(32),
    };
    expect(framesIn(Buffer.from(written, 'hex'))).toEqual([{ first: 7, clicks: [first, second] }]);
  });

  test('with a field of a later version is read without that field', () => {
    const one: LoggedClick = {
      id: '0198d2f0-1234-7abc-8def-0123456789ab',
      code: 'a',
      day: '2026-03-01',
      visitor: '0'.repeat(32),
      class: 0,
      source: 0,
      deviceCountry: 2,
    };
    const bytes = encodeFrame([one], 0);
    // The tag of its only field; both checksums are made anew.
    bytes[bytes.length - 5] = 99;
    bytes.writeUInt32LE(crc32(bytes.subarray(HEADER_BYTES)), 20);
    bytes.writeUInt32LE(crc32(bytes.subarray(0, 24)), 24);
    const { deviceCountry: _, ...rest } = one;
    expect(framesIn(bytes)).toEqual([{ first: 0, clicks: [rest] }]);
  });

  test.each<[string, Partial<LoggedClick>]>([
    ['a code of 256 characters', { code: 'a'.repeat(256) }],
    ['a day that is none', { day: 'today' }],
    ['a day before 1970', { day: '1969-12-31' }],
  ])('is not made of %s', (_, wrong) => {
    const good: LoggedClick = {
      id: '0'.repeat(32),
      code: 'a',
      day: '2025-06-01',
      visitor: '0'.repeat(32),
      class: 0,
      source: 0,
    };
    expect(() => encodeFrame([{ ...good, ...wrong }], 0)).toThrow(RangeError);
  });
});
