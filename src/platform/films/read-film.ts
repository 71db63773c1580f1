/** A film as it is kept: the bytes that came, with everything but its pictures and sound blanked out. */
export interface Film {
  content: Buffer;
  mediaType: 'video/mp4';
  extension: 'mp4';
}

/** Why a file is not taken, as a sentence that goes on after the name of its field. */
export class NotAFilm extends Error {}

/** A box: its type, and its content from `from` to `to`. */
interface Box {
  type: string;
  start: number;
  from: number;
  to: number;
}

/** ISO base media, MP4 of both versions, H.264, and what phones and browsers write. */
const BRANDS = new Set(
  'isom iso2 iso3 iso4 iso5 iso6 iso7 iso8 iso9 mp41 mp42 mp71 avc1 dash MSNV M4V M4VH M4VP cmfc hvc1'.split(' '),
);
/** What may stand at the outermost level beside `ftyp`. */
const OUTER = new Set(['moov', 'mdat', 'moof', 'mfra', 'sidx', 'styp', 'wide', 'pdin', 'prft', 'emsg']);
/** Room for anybody's words: places, names, whole other files. Blanked, and the film is the same film. */
const WORDS = new Set(['free', 'skip', 'udta', 'meta', 'uuid']);
/** Boxes that hold boxes, as far as they are looked into. */
const HOLDERS = new Set(['moov', 'trak', 'mdia', 'minf', 'dinf']);
const MOST_BOXES = 20_000;
const MOST_LEVELS = 8;
const BROKEN = 'must be a whole film; this one is broken or cut off';

/** What has been seen of the film on the walk. */
interface Seen {
  boxes: number;
  hasPictures: boolean;
  hasData: boolean;
  words: Box[];
}

/** Whether a file begins as ISO base media does (ISO/IEC 14496-12): a box `ftyp` first. */
export function looksLikeFilm(bytes: Buffer): boolean {
  return bytes.length >= 16 && bytes.toString('latin1', 4, 8) === 'ftyp';
}

/**
 * Takes an MP4, told by its content: boxes one in another to the very end of the file, with a track of pictures whose data lie in the file
 * itself. Nothing is decoded. What is room for words is blanked in place, so that no offset moves.
 * @throws NotAFilm, with a sentence for people
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

/** Goes through a box and those within. */
function lookInto(bytes: Buffer, box: Box, seen: Seen, level = 1): void {
  if (box.type === 'mdat' && box.to > box.from) seen.hasData = true;
  if (box.type === 'hdlr' && bytes.toString('latin1', box.from + 8, box.from + 12) === 'vide') seen.hasPictures = true;
  if (box.type === 'dref') refuseElsewhere(bytes, box, seen);
  if (!HOLDERS.has(box.type)) return;
  // A file could be one box in another all through.
  if (level > MOST_LEVELS) throw new NotAFilm(BROKEN);
  for (const inner of boxesIn(bytes, box, seen)) {
    if (WORDS.has(inner.type)) seen.words.push(inner);
    else lookInto(bytes, inner, seen, level + 1);
  }
}

/** A film could name other files and addresses to be played in its place. */
function refuseElsewhere(bytes: Buffer, { from, to }: Box, seen: Seen): void {
  for (const entry of boxesIn(bytes, { from: from + 8, to }, seen)) {
    const isHere = entry.to - entry.from >= 4 && (bytes.readUInt32BE(entry.from) & 1) === 1;
    if (!isHere) throw new NotAFilm('must hold its own pictures and sound; this one refers to other files');
  }
}

/** The boxes that fill a stretch of the file exactly. */
function boxesIn(bytes: Buffer, { from, to }: Pick<Box, 'from' | 'to'>, seen: Seen): Box[] {
  const boxes: Box[] = [];
  for (let at = from; at < to; ) {
    seen.boxes += 1;
    const box = boxAt(bytes, at, to);
    if (box === null || seen.boxes > MOST_BOXES) throw new NotAFilm(BROKEN);
    boxes.push(box);
    at = box.to;
  }
  return boxes;
}

/** A box begins with its size, 0 when it goes to the end and 1 when the size comes behind the type, in 64 bits. */
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

/** The same bytes with these boxes as free space of zeros. */
function blanked(bytes: Buffer, words: readonly Box[]): Buffer {
  const content = Buffer.from(bytes);
  for (const { start, from, to } of words) {
    content.write('free', start + 4, 'latin1');
    content.fill(0, from, to);
  }
  return content;
}
