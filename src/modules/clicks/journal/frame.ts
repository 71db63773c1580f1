import { crc32 } from 'node:zlib';
import { isDeviceCountry } from '../device-country.ts';
import { isSubs, type Subs } from '../subs.ts';
import { decodeHex, HEX_BYTES } from './hex.ts';

/**
 * The fields of a click that the journal stores, because they cannot be read again. The link's terms are looked up when the click
 * is recorded.
 */
export interface LoggedClick {
  /** UUIDv7; contains the time of the click. */
  id: string;
  /** Code of the link; at most 255 ASCII characters. */
  code: string;
  /** Day of the statistics, `YYYY-MM-DD`. */
  day: string;
  /** Keyed hash of the visitor, 32 hex digits. */
  visitor: string;
  /** Keyed hash of the network, 32 hex digits; null or left out: not limited. */
  network?: string | null | undefined;
  class: number;
  source: number;
  /** Sub-ids that the link was followed with, if any. */
  subs?: Subs | undefined;
  /** Device and country (see `packDeviceCountry`); left out: logged by an earlier version. */
  deviceCountry?: number | undefined;
}

/** Clicks that were synced together. The click at `index` has the sequence number `first + index`. */
export interface Frame {
  first: number;
  clicks: LoggedClick[];
}

/*
 * A frame is a header and its records, integers little-endian:
 *   header  magic u32 | bytes of records u32 | first sequence u64 | number of records u32 | CRC-32 of records u32 | CRC-32 of the header before it u32
 *   record  version u8 | class u8 | source u8 | length of code u8 | length of extras u16 | day u32 | id 16 | visitor 16 | code | extras
 * `day` counts days since 1970. Extras are fields that were added later, each: tag u8 | length u16 | bytes; unknown tags are skipped.
 *   1: network, 16 bytes; 2: sub-ids, JSON; 3: device and country, u16.
 * A new field is a new tag, so that a log written before an upgrade is read by the new version, and one written after it by the version before.
 */
const MAGIC = 0x314c4354;
export const HEADER_BYTES = 28;
const RECORD_BYTES = 42;
const RECORD_VERSION = 1;
/** A length beyond this is damage, not a frame. */
export const MAX_FRAME_BYTES = 8 * 1024 * 1024;
const DAY_MS = 86_400_000;

/** Encodes clicks as one frame. @throws RangeError when a click cannot be kept as it is */
export function encodeFrame(clicks: readonly LoggedClick[], first: number): Buffer {
  let size = HEADER_BYTES;
  const subs = clicks.map(subsOf);
  for (let index = 0; index < clicks.length; index++)
    size += RECORD_BYTES + clicks[index]!.code.length + extrasSize(clicks[index]!, subs[index]!);
  const frame = Buffer.allocUnsafe(size);
  let at = HEADER_BYTES;
  for (let index = 0; index < clicks.length; index++) at = writeRecord(frame, at, clicks[index]!, subs[index]!);
  frame.writeUInt32LE(MAGIC, 0);
  frame.writeUInt32LE(size - HEADER_BYTES, 4);
  frame.writeUIntLE(first, 8, 6);
  frame.writeUInt16LE(0, 14);
  frame.writeUInt32LE(clicks.length, 16);
  frame.writeUInt32LE(crc32(frame.subarray(HEADER_BYTES)), 20);
  frame.writeUInt32LE(crc32(frame.subarray(0, 24)), 24);
  return frame;
}

const TAGS = { network: 1, subs: 2, deviceCountry: 3 } as const;
const DEVICE_COUNTRY_BYTES = 2;
const MAX_EXTRAS_BYTES = 0xffff;

/** The stored form of sub-ids; null if there are none. */
function subsOf({ subs }: LoggedClick): Buffer | null {
  return subs === undefined ? null : Buffer.from(JSON.stringify(subs));
}

/** Bytes of the fields of a click that not all have. */
function extrasSize({ network, deviceCountry }: LoggedClick, subs: Buffer | null): number {
  const size =
    (network == null ? 0 : 3 + HEX_BYTES) +
    (deviceCountry === undefined ? 0 : 3 + DEVICE_COUNTRY_BYTES) +
    (subs === null ? 0 : 3 + subs.length);
  if (size > MAX_EXTRAS_BYTES) throw new RangeError(`sub-ids of ${subs?.length} bytes cannot be kept`);
  return size;
}

/** The hex digits of a record's id, visitor and network, and its code. */
const texts = Buffer.alloc(512);

/** Writes a record. @returns where it ends */
function writeRecord(frame: Buffer, at: number, click: LoggedClick, subs: Buffer | null): number {
  const { code, network, deviceCountry } = click;
  if (code.length > 255) throw new RangeError(`a link's code of ${code.length} characters cannot be kept`);
  // One copy of all texts as bytes: V8 has a dozen representations of strings, which make reading their characters slow.
  const codeEnd = texts.write(`${click.id}${click.visitor}${network ?? ''}${code}`, 'latin1');
  frame[at] = RECORD_VERSION;
  frame[at + 1] = click.class;
  frame[at + 2] = click.source;
  frame[at + 3] = code.length;
  frame.writeUInt16LE(extrasSize(click, subs), at + 4);
  frame.writeUInt32LE(dayNumber(click.day), at + 6);
  const visitorAt = decodeHex(texts, 0, frame, at + 10);
  const networkAt = decodeHex(texts, visitorAt, frame, at + 26);
  let end = at + RECORD_BYTES;
  for (let from = codeEnd - code.length; from < codeEnd; from++) frame[end++] = texts[from]!;
  if (network != null) {
    frame[end] = TAGS.network;
    frame.writeUInt16LE(HEX_BYTES, end + 1);
    decodeHex(texts, networkAt, frame, end + 3);
    end += 3 + HEX_BYTES;
  }
  if (deviceCountry !== undefined) {
    frame[end] = TAGS.deviceCountry;
    frame.writeUInt16LE(DEVICE_COUNTRY_BYTES, end + 1);
    frame.writeUInt16LE(deviceCountry, end + 3);
    end += 3 + DEVICE_COUNTRY_BYTES;
  }
  if (subs === null) return end;
  frame[end] = TAGS.subs;
  frame.writeUInt16LE(subs.length, end + 1);
  subs.copy(frame, end + 3);
  return end + 3 + subs.length;
}

let lastDay = '';
let lastNumber = 0;

/** Days since 1970. @throws RangeError */
export function dayNumber(day: string): number {
  if (day !== lastDay) {
    const at = Date.parse(`${day}T00:00:00Z`);
    if (Number.isNaN(at) || at < 0) throw new RangeError(`${day} is no day that can be kept`);
    lastNumber = at / DAY_MS;
    lastDay = day;
  }
  return lastNumber;
}

/** The content of a place of a journal: a frame, nothing that can be read yet, or damage. */
export type Decoded =
  | { kind: 'frame'; frame: Frame; end: number }
  /** The bytes end within a frame; `needed` is how many there would have to be, counted from `at`. */
  | { kind: 'incomplete'; needed: number }
  /** There is no frame at this position. `next` is the position of the next frame; null if these bytes contain none. */
  | { kind: 'damaged'; next: number | null };

/** Decodes the frame at `at`, which must be before the end of `bytes`. */
export function decodeFrame(bytes: Buffer, at: number): Decoded {
  if (bytes.length - at < HEADER_BYTES) return { kind: 'incomplete', needed: HEADER_BYTES };
  if (!isHeader(bytes, at)) return { kind: 'damaged', next: findFrame(bytes, at + 1) };
  const size = bytes.readUInt32LE(at + 4);
  const from = at + HEADER_BYTES;
  const end = from + size;
  if (end > bytes.length) return { kind: 'incomplete', needed: HEADER_BYTES + size };
  const count = bytes.readUInt32LE(at + 16);
  const isWhole = crc32(bytes.subarray(from, end)) === bytes.readUInt32LE(at + 20);
  const clicks = isWhole ? readRecords(bytes, from, end, count) : null;
  if (clicks === null) return { kind: 'damaged', next: findFrame(bytes, from) };
  return { kind: 'frame', frame: { first: bytes.readUIntLE(at + 8, 6), clicks }, end };
}

function isHeader(bytes: Buffer, at: number): boolean {
  return (
    bytes.readUInt32LE(at) === MAGIC &&
    bytes.readUInt32LE(at + 4) <= MAX_FRAME_BYTES &&
    crc32(bytes.subarray(at, at + 24)) === bytes.readUInt32LE(at + 24)
  );
}

const MAGIC_BYTES = Buffer.from('TCL1');

/** The position of the first header at or after a position; null if there is none. */
export function findFrame(bytes: Buffer, from: number): number | null {
  for (let at = bytes.indexOf(MAGIC_BYTES, from); at >= 0; at = bytes.indexOf(MAGIC_BYTES, at + 1)) {
    if (at + HEADER_BYTES > bytes.length) return null;
    if (isHeader(bytes, at)) return at;
  }
  return null;
}

/** The records between two positions; null if their version is unknown or their length is wrong. */
function readRecords(bytes: Buffer, from: number, end: number, count: number): LoggedClick[] | null {
  const clicks: LoggedClick[] = [];
  let at = from;
  for (let index = 0; index < count; index++) {
    if (at + RECORD_BYTES > end || bytes[at] !== RECORD_VERSION) return null;
    const codeEnd = at + RECORD_BYTES + bytes[at + 3]!;
    const recordEnd = codeEnd + bytes.readUInt16LE(at + 4);
    if (recordEnd > end) return null;
    const extras = readExtras(bytes, codeEnd, recordEnd);
    if (extras === null) return null;
    clicks.push({
      id: uuidAt(bytes, at + 10),
      code: bytes.toString('latin1', at + RECORD_BYTES, codeEnd),
      day: new Date(bytes.readUInt32LE(at + 6) * DAY_MS).toISOString().slice(0, 10),
      visitor: bytes.toString('hex', at + 26, at + 42),
      class: bytes[at + 1]!,
      source: bytes[at + 2]!,
      ...extras,
    });
    at = recordEnd;
  }
  return at === end ? clicks : null;
}

type Extras = Pick<LoggedClick, 'network' | 'subs' | 'deviceCountry'>;

/** The fields that not all clicks have; null when they cannot be read. */
function readExtras(bytes: Buffer, from: number, end: number): Extras | null {
  const extras: Extras = {};
  for (let at = from; at < end; ) {
    const valueEnd = at + 3 <= end ? at + 3 + bytes.readUInt16LE(at + 1) : end + 1;
    if (valueEnd > end) return null;
    if (bytes[at] === TAGS.network) extras.network = bytes.toString('hex', at + 3, valueEnd);
    if (bytes[at] === TAGS.subs) {
      const subs: unknown = JSON.parse(bytes.toString('utf8', at + 3, valueEnd));
      if (!isSubs(subs)) return null;
      extras.subs = subs;
    }
    if (bytes[at] === TAGS.deviceCountry) {
      const packed = valueEnd - at === 3 + DEVICE_COUNTRY_BYTES ? bytes.readUInt16LE(at + 3) : null;
      if (!isDeviceCountry(packed)) return null;
      extras.deviceCountry = packed;
    }
    at = valueEnd;
  }
  return extras;
}

function uuidAt(bytes: Buffer, at: number): string {
  const hex = bytes.toString('hex', at, at + 16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
