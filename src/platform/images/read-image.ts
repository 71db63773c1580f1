import sharp from 'sharp';
import { MAX_PICTURE_PIXELS } from '../http/upload-limits.ts';
import { readContainer } from './container.ts';
import { limitConcurrency } from './limit-concurrency.ts';

/** A re-encoded picture. Only the pixels of the uploaded file are left in it. */
export interface Image {
  content: Buffer;
  mediaType: 'image/png' | 'image/jpeg';
  extension: 'png' | 'jpg';
  width: number;
  height: number;
}

interface ImageLimits {
  /** Longest side of the stored picture in pixels. A larger picture is scaled down; a smaller one is left as it is. */
  maxSide: number;
}

/** The reason why a file is refused, as a phrase that follows the name of its field. */
export class NotAnImage extends Error {}

/** A very long and thin picture takes hundreds of times as long to decode as a square with the same number of pixels. */
const LONGEST_SIDE = 20_000;
const LONGEST_SECONDS = 10;
/** Decoding a picture with the maximum number of pixels takes about 260 MB. */
const MAX_AT_ONCE = 2;
const MAX_WAITING = 50;

// Restricts libvips to two formats, one thread per picture and no cache.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
sharp.concurrency(1);
sharp.cache(false);

const inTurn = limitConcurrency(MAX_AT_ONCE, MAX_WAITING);

/**
 * Detects PNG or JPEG by content, decodes the picture, rotates it upright, scales it down to the limits, and encodes
 * it in the same format without metadata. A file that is also something else (a page, a script, an archive) is
 * refused, although that content would not be stored.
 * @throws NotAnImage with a message for the user; Unavailable when too many pictures are being decoded
 */
export async function readImage(bytes: Buffer, limits: ImageLimits): Promise<Image> {
  const container = readContainer(bytes);
  if (container === 'foreign') throw new NotAnImage('must be a PNG or JPEG picture');
  if (container === 'broken') throw new NotAnImage('must be a whole picture; this one is broken or cut off');
  const { kind, width, height, end, extras } = container;
  if (width * height > MAX_PICTURE_PIXELS) throw new NotAnImage(`must have at most ${MAX_PICTURE_PIXELS} pixels`);
  if (Math.max(width, height) > LONGEST_SIDE) throw new NotAnImage(`must be at most ${LONGEST_SIDE} pixels a side`);
  if (!isPadding(bytes.subarray(end)) || beginsComment(bytes) || extras.some(isSomethingElse)) {
    throw new NotAnImage('must be a picture and nothing else; this file holds more');
  }
  return inTurn(() => encodeAnew(bytes, kind, limits));
}

async function encodeAnew(bytes: Buffer, kind: 'png' | 'jpeg', { maxSide }: ImageLimits): Promise<Image> {
  const upright = sharp(bytes, { limitInputPixels: MAX_PICTURE_PIXELS, failOn: 'warning' })
    .timeout({ seconds: LONGEST_SECONDS })
    .autoOrient()
    .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true });
  const encoded = kind === 'png' ? upright.png({ compressionLevel: 9 }) : upright.jpeg({ quality: 90 });
  try {
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
    const { width, height } = info;
    return kind === 'png'
      ? { content: data, mediaType: 'image/png', extension: 'png', width, height }
      : { content: data, mediaType: 'image/jpeg', extension: 'jpg', width, height };
  } catch (error) {
    throw new NotAnImage('must be a picture that can be decoded; this one is damaged', { cause: error });
  }
}

/** Some cameras and tools pad files with zeros. */
function isPadding(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

/** Signatures of pages, scripts, archives and documents, in lower case. XMP is XML and must not match. */
const SOMETHING_ELSE = [
  ...['!doctype', 'html', 'head', 'body', 'script', 'svg', 'iframe', 'img', 'object', 'embed', '?php'].map(
    (tag) => `<${tag}`,
  ),
  'pk\x03\x04',
  'pk\x05\x06',
  '%pdf-',
];

function isSomethingElse(extra: Buffer): boolean {
  const text = extra.toString('latin1').toLowerCase();
  return SOMETHING_ELSE.some((sign) => text.includes(sign));
}

/** A script can hide a picture in a comment that begins in the length of the first segment. */
function beginsComment(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 6) === '/*';
}
