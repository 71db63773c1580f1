/** The structure of a picture file, read without decoding pixels. */
export interface Container {
  kind: 'png' | 'jpeg';
  width: number;
  height: number;
  /** Offset of the picture's end. Everything after it is not part of the picture. */
  end: number;
  /** Everything that is not needed to decode pixels: texts, profiles, thumbnails, comments. */
  extras: readonly Buffer[];
}

/** `foreign`: neither PNG nor JPEG. `broken`: it begins like one of them, but is malformed or truncated. */
export type Refused = 'foreign' | 'broken';

const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const JPEG_SIGNATURE = Buffer.from([0xff, 0xd8, 0xff]);

/** Detects PNG and JPEG by content and parses their parts once, in linear time. */
export function readContainer(bytes: Buffer): Container | Refused {
  if (bytes.subarray(0, PNG_SIGNATURE.length).equals(PNG_SIGNATURE)) return walkPng(bytes) ?? 'broken';
  if (bytes.subarray(0, JPEG_SIGNATURE.length).equals(JPEG_SIGNATURE)) return walkJpeg(bytes) ?? 'broken';
  return 'foreign';
}

/** Chunk types that define the picture. */
const PNG_PICTURE = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);

/**
 * PNG is a signature followed by chunks of length, type, data and checksum
 * (https://www.w3.org/TR/png-3/#5Chunk-layout).
 */
function walkPng(bytes: Buffer): Container | null {
  const extras: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  let at = PNG_SIGNATURE.length;
  while (at + 12 <= bytes.length) {
    const length = bytes.readUInt32BE(at);
    const type = bytes.toString('latin1', at + 4, at + 8);
    const data = bytes.subarray(at + 8, at + 8 + length);
    at += 12 + length;
    if (at > bytes.length || (size === null) !== (type === 'IHDR')) return null;
    if (type === 'IHDR') {
      if (length !== 13) return null;
      size = { width: data.readUInt32BE(0), height: data.readUInt32BE(4) };
    }
    if (type === 'IEND') return size && { kind: 'png', ...size, end: at, extras };
    if (!PNG_PICTURE.has(type)) extras.push(data);
  }
  return null;
}

const [SOI, EOI, SOS, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe];
const isRestart = (marker: number) => marker >= 0xd0 && marker <= 0xd7;
const isApplication = (marker: number) => marker >= 0xe0 && marker <= 0xef;
/** Frames begin with C0 to CF, except for the three markers that define tables. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/**
 * JPEG is a list of markers, each with a length and data. The data of a scan is followed by its pixels (ITU-T T.81,
 * annex B).
 */
function walkJpeg(bytes: Buffer): Container | null {
  const extras: Buffer[] = [];
  let size: { width: number; height: number } | null = null;
  let at = 2;
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    while (bytes[at] === 0xff) at += 1;
    const marker = bytes[at++] ?? SOI;
    if (marker === EOI) return size && { kind: 'jpeg', ...size, end: at, extras };
    if (marker === 0 || marker === SOI || at + 2 > bytes.length) return null;
    if (isRestart(marker) || marker === 1) continue;
    const length = bytes.readUInt16BE(at);
    const segment = bytes.subarray(at, at + length);
    at += length;
    if (length < 2 || at > bytes.length) return null;
    if (isFrame(marker)) {
      if (size !== null || length < 8) return null;
      size = { height: segment.readUInt16BE(3), width: segment.readUInt16BE(5) };
    }
    if (isApplication(marker) || marker === COMMENT) extras.push(segment);
    if (marker === SOS) at = afterScan(bytes, at);
  }
  return null;
}

/** Returns the offset of the next marker. An FF within pixels is followed by 00 or is a restart marker. */
function afterScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && !isRestart(next)) return at;
  }
  return bytes.length;
}
