import sharp from 'sharp';
import { readContainer } from './container.ts';
import { fewAtOnce } from './few-at-once.ts';

/** A picture that we made from what somebody sent: nothing of the file that came is left in it but the pixels. */
export interface Image {
  content: Buffer;
  mediaType: 'image/png' | 'image/jpeg';
  extension: 'png' | 'jpg';
  width: number;
  height: number;
}

export interface ImageLimits {
  /** Pixels that the picture may have as it comes, width times height. */
  maxPixels?: number;
  /** Longest side of the picture as it is kept; a larger one is made smaller, a smaller one is left. */
  maxSide: number;
}

/** Why a file is not taken, as a sentence that goes on after the name of its field. */
export class NotAnImage extends Error {}

const MOST_PIXELS = 25_000_000;
/** One that is very long and thin takes hundreds of times as long as a square of as many pixels. */
const LONGEST_SIDE = 20_000;
const LONGEST_SECONDS = 10;
/** A picture of the most pixels takes up to some 260 MB while it is decoded. */
const MOST_AT_ONCE = 2;
const MOST_WAITING = 50;

// Of all that libvips can read it reads two formats, each picture in one thread, and keeps none of them.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer'] });
sharp.concurrency(1);
sharp.cache(false);

const inTurn = fewAtOnce(MOST_AT_ONCE, MOST_WAITING);

/**
 * Takes a PNG or JPEG, told by its content, decodes it, turns it upright, scales it into its limits, and encodes it
 * anew in the same format without any metadata. A file that is something else as well (a page, a script, an archive) is
 * refused, though nothing of that would be kept.
 * @throws NotAnImage, with a sentence for people; Unavailable when too many are being read
 */
export async function readImage(bytes: Buffer, { maxPixels = MOST_PIXELS, maxSide }: ImageLimits): Promise<Image> {
  const container = readContainer(bytes);
  if (container === 'foreign') throw new NotAnImage('must be a PNG or JPEG picture');
  if (container === 'broken') throw new NotAnImage('must be a whole picture; this one is broken or cut off');
  const { kind, width, height, end, extras } = container;
  if (width * height > maxPixels) throw new NotAnImage(`must have at most ${maxPixels} pixels`);
  if (Math.max(width, height) > LONGEST_SIDE) throw new NotAnImage(`must be at most ${LONGEST_SIDE} pixels a side`);
  if (!isPadding(bytes.subarray(end)) || beginsComment(bytes) || extras.some(isSomethingElse)) {
    throw new NotAnImage('must be a picture and nothing else; this file holds more');
  }
  return inTurn(() => encodeAnew(bytes, kind, { maxPixels, maxSide }));
}

async function encodeAnew(bytes: Buffer, kind: 'png' | 'jpeg', limits: Required<ImageLimits>): Promise<Image> {
  const { maxPixels, maxSide } = limits;
  const upright = sharp(bytes, { limitInputPixels: maxPixels, failOn: 'warning' })
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

/** Some cameras and tools fill a file up with zeros. */
function isPadding(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

/** How pages, scripts, archives and documents are known, in small letters. XMP, which is XML, is none of them. */
const SOMETHING_ELSE = [
  ...['!doctype', 'html', 'head', 'body', 'script', 'svg', 'iframe', 'img', 'object', 'embed', '?php'].map(
    (tag) => `<${tag}`,
  ),
  ...['pk\x03\x04', 'pk\x05\x06', '%pdf-'],
];

function isSomethingElse(extra: Buffer): boolean {
  const text = extra.toString('latin1').toLowerCase();
  return SOMETHING_ELSE.some((sign) => text.includes(sign));
}

/** A script may hide the bytes of a picture in a comment, which it begins in the length of the first segment. */
function beginsComment(bytes: Buffer): boolean {
  return bytes.toString('latin1', 4, 6) === '/*';
}
