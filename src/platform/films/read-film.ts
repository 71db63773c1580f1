/** A film ready for storage: the uploaded bytes with everything except pictures and sound overwritten by zeros. */
export interface Film {
  content: Buffer;
  mediaType: 'video/mp4';
  extension: 'mp4';
}

/** The reason why a file is refused, as a phrase that follows the name of its field. */
export class NotAFilm extends Error {}

/** An MP4 box: its type and its content from `from` to `to`. */
interface Box {
  type: string;
  start: number;
  from: number;
  to: number;
}

/** ISO base media, MP4 of both versions, H.264, and the brands that phones and browsers write. */
const BRANDS = new Set(
  'isom iso2 iso3 iso4 iso5 iso6 iso7 iso8 iso9 mp41 mp42 mp71 avc1 dash MSNV M4V M4VH M4VP cmfc hvc1'.split(' '),
);
/** Box types allowed at the outermost level beside `ftyp`. */
const OUTER = new Set(['moov', 'mdat', 'moof', 'mfra', 'sidx', 'styp', 'wide', 'pdin', 'prft', 'emsg']);
/** Boxes for metadata: places, names, embedded files. Zeroing them does not change the film. */
const WORDS = new Set(['free', 'skip', 'udta', 'meta', 'uuid']);
/** Container boxes that are parsed. */
const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf']);
const MAX_BOXES = 20_000;
const MAX_LEVELS = 8;
const BROKEN = 'must be a whole film; this one is broken or cut off';

/** Facts about the film collected during the parse. */
interface Seen {
  boxes: number;
  hasPictures: boolean;
  hasData: boolean;
  words: Box[];
}

/** Whether a file begins like ISO base media (ISO/IEC 14496-12), with a box `ftyp`. */
export function looksLikeFilm(bytes: Buffer): boolean {
  return bytes.length >= 16 && bytes.toString('latin1', 4, 8) === 'ftyp';
}

/**
 * Checks an MP4 by its content: nested boxes to the end of the file, with a video track whose data are in the file
 * itself. Nothing is decoded. Metadata is zeroed in place, so that no offset moves.
 * @throws NotAFilm with a message for the user
 */
export function readFilm(bytes: Buffer): Film {
  if (!looksLikeFilm(bytes)) throw new NotAFilm('must be an MP4 film');
  const seen: Seen = { boxes: 0, hasPictures: false, hasData: false, words: [] };
  const [first, ...outer] = boxesIn(bytes, { from: 0, to: bytes.length }, seen);
  if (first === undefined || !isKnownBrand(bytes, first)) throw new NotAFilm('must be an MP4 film');
  for (const box of outer) {
    if (WORDS.has(box.type)) seen.words.push(box);
    else if (!OUTER.has(box.type)) throw new NotAFilm('must be a film and nothing else; this file holds more');
    else lookInto(bytes, box, seen);
  }
  if (!seen.hasPictures) throw new NotAFilm('must be a film with a track of pictures');
  if (!seen.hasData) throw new NotAFilm(BROKEN);
  return { content: blanked(bytes, seen.words), mediaType: 'video/mp4', extension: 'mp4' };
}

/** Parses a box and its children. */
function lookInto(bytes: Buffer, box: Box, seen: Seen, level = 1): void {
  if (box.type === 'mdat' && box.to > box.from) seen.hasData = true;
  if (box.type === 'hdlr' && bytes.toString('latin1', box.from + 8, box.from + 12) === 'vide') seen.hasPictures = true;
  if (box.type === 'dref') refuseOutside(bytes, box, seen);
  if (!HOLDERS.has(box.type)) return;
  // Limits the depth: a file could consist of boxes nested to the end.
  if (level > MAX_LEVELS) throw new NotAFilm(BROKEN);
  for (const inner of boxesIn(bytes, box, seen)) {
    if (WORDS.has(inner.type)) seen.words.push(inner);
    else lookInto(bytes, inner, seen, level + 1);
  }
}

/** A film can refer to other files and addresses to play in its place. */
function refuseOutside(bytes: Buffer, { from, to }: Box, seen: Seen): void {
  for (const entry of boxesIn(bytes, { from: from + 8, to }, seen)) {
    const isHere = entry.to - entry.from >= 4 && (bytes.readUInt32BE(entry.from) & 1) === 1;
    if (!isHere) throw new NotAFilm('must hold its own pictures and sound; this one refers to other files');
  }
}

/** Returns the boxes that exactly fill a range of the file. */
function boxesIn(bytes: Buffer, { from, to }: Pick<Box, 'from' | 'to'>, seen: Seen): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    seen.boxes += 1;
    const box = boxAt(bytes, at, to);
    if (box === null || seen.boxes > MAX_BOXES) throw new NotAFilm(BROKEN);
    boxes.push(box);
    at = box.to;
  }
  return boxes;
}

/** A box begins with its size. 0 means that it extends to the end, and 1 means that a 64-bit size follows the type. */
function boxAt(bytes: Buffer, at: number, end: number): Box | null {
  if (at + 8 > end) return null;
  const size = bytes.readUInt32BE(at);
  const type = bytes.toString('latin1', at + 4, at + 8);
  if (size === 1 && at + 16 > end) return null;
  const from = at + (size === 1 ? 16 : 8);
  const to = size === 0 ? end : at + (size === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size);
  return to < from || to > end ? null : { type, start: at, from, to };
}

function isKnownBrand(bytes: Buffer, { from, to }: Box): boolean {
  const brands = [bytes.toString('latin1', from, from + 4)];
  for (let at = from + 8; at + 4 <= to; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands.some((brand) => BRANDS.has(brand.trim()));
}

/** Returns the bytes with these boxes replaced by free space of zeros. */
function blanked(bytes: Buffer, words: readonly Box[]): Buffer {
  const content = Buffer.from(bytes);
  for (const { start, from, to } of words) {
    content.write('free', start + 4, 'latin1');
    content.fill(0, from, to);
  }
  return content;
}
