import { inflateRawSync } from 'node:zlib';
import { MAX_TABLE_ROWS } from '../../../platform/http/upload-limits.ts';
import { MAX_LINES, UnreadableTable } from './table.ts';

/** The maximum unpacked size of a workbook: ten thousand rows with the ten columns of a bank. */
const MAX_BYTES = 8 * 1024 * 1024;
const MAX_PARTS = 500;
/** The maximum number of tags in all parts. */
const MAX_TAGS = 600_000;
const DEEPEST = 64;
const LONGEST_TAG = 16 * 1024;
/** The reference of a cell beyond column CZ, or an escaped one that could be. The reader visits every column up to it. */
const FAR_CELL = /\sr\s*=\s*["'][^"'<>]*(?:&|(?:[D-Z][A-Z]|[A-Z]{3})\d)/i;
/** The start tag of a row, with any namespace prefix. */
const ROW = /<(?:[\w.-]+:)?row[\s/>]/y;

const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const STORED = 0;
const DEFLATED = 8;
/** Marks a value that is stored in a ZIP64 record, which only archives of gigabytes need. */
const ELSEWHERE_16 = 0xffff;
const ELSEWHERE_32 = 0xffffffff;

interface Part {
  method: number;
  packed: number;
  unpacked: number;
  localAt: number;
}

/**
 * Checks the size of a workbook before it is read. The reader builds trees, visits each row up to its last cell, and trusts the
 * archive's directory. This check unpacks no part beyond the size in the directory, like the reader.
 * @throws UnreadableTable
 */
export function checkWorkbook(bytes: Buffer): void {
  const parts = partsOf(bytes);
  if (parts.reduce((sum, { unpacked }) => sum + unpacked, 0) > MAX_BYTES)
    throw new UnreadableTable(`must unpack to at most ${MAX_BYTES} bytes`);
  let tags = 0;
  for (const part of parts) tags += checkMarkup(unpack(bytes, part).toString('latin1'), MAX_TAGS - tags);
}

/** @returns the number of tags, at most `maxTags` */
function checkMarkup(text: string, maxTags: number): number {
  const isMarkup = /^(?:\xef\xbb\xbf)?\s*</.test(text);
  let tags = 0;
  let rows = 0;
  let depth = 0;
  let end = -1;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    tags += 1;
    // The text is searched once: the tags before the next end share it.
    if (end < at) end = text.indexOf('>', at);
    if (end < 0 || end - at > LONGEST_TAG) throw broken();
    ROW.lastIndex = at;
    if (ROW.test(text)) rows += 1;
    if (text[at + 1] === '/') depth -= 1;
    else if (text[end - 1] !== '/' && text[at + 1] !== '?' && text[at + 1] !== '!') depth += 1;
    // Other content is an image. There, the count is meaningless unless it is excessive.
    if (isMarkup ? depth > DEEPEST : tags > MAX_LINES) throw broken();
    if (rows > MAX_LINES) throw new UnreadableTable(`must have at most ${MAX_TABLE_ROWS} rows`);
    if (tags > maxTags) throw new UnreadableTable('must have fewer cells or styles');
  }
  if (FAR_CELL.test(text)) throw new UnreadableTable('must have at most 104 columns');
  return tags;
}

function unpack(bytes: Buffer, { method, packed, unpacked, localAt }: Part): Buffer {
  if (localAt + LOCAL_BYTES > bytes.length || bytes.readUInt32LE(localAt) !== LOCAL) throw broken();
  const from = localAt + LOCAL_BYTES + bytes.readUInt16LE(localAt + 26) + bytes.readUInt16LE(localAt + 28);
  const content = bytes.subarray(from, from + packed);
  if (content.length < packed) throw broken();
  if (method === STORED && packed === unpacked) return content;
  if (method !== DEFLATED) throw broken();
  if (packed === 0) return content;
  try {
    return inflateRawSync(content, { maxOutputLength: unpacked });
  } catch {
    throw broken();
  }
}

/** Reads the directory. If it lacks sizes, the reader would trust those in the headers of the parts. */
function partsOf(bytes: Buffer): Part[] {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === ELSEWHERE_16 || at === ELSEWHERE_32 || bytes.readUInt32LE(end + 12) === ELSEWHERE_32) throw broken();
  if (count > MAX_PARTS) throw new UnreadableTable(`must have at most ${MAX_PARTS} parts`);
  return Array.from({ length: count }, () => {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw broken();
    const [packed, unpacked] = [bytes.readUInt32LE(at + 20), bytes.readUInt32LE(at + 24)];
    const part = { method: bytes.readUInt16LE(at + 10), packed, unpacked, localAt: bytes.readUInt32LE(at + 42) };
    if ([packed, unpacked, part.localAt].includes(ELSEWHERE_32)) throw broken();
    const isDescribedLater = (bytes.readUInt16LE(at + 8) & 8) !== 0;
    if (packed === 0 ? unpacked > 0 || isDescribedLater : unpacked === 0) throw broken();
    at += ENTRY_BYTES + bytes.readUInt16LE(at + 28) + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
    return part;
  });
}

function endOf(bytes: Buffer): number {
  for (let at = bytes.length - END_BYTES; at >= Math.max(0, bytes.length - END_BYTES - LONGEST_COMMENT); at--)
    if (bytes.readUInt32LE(at) === END) return at;
  throw broken();
}

const broken = () => new UnreadableTable('must be a whole XLSX file');
