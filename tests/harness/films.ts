/** A box of ISO base media: its size, its type, its content. */
export function box(type: string, content: Buffer | string): Buffer {
  const data = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8, 0);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, data]);
}

interface FilmShape {
  brand?: string;
  /** The handler type of the only track: `vide` or `soun`. */
  handler?: string;
  /** An external address of the data. */
  source?: string;
  data?: Buffer;
  /** Boxes inside the parent of the track, and at the end. */
  within?: Buffer[];
  behind?: Buffer[];
}

/** The smallest MP4 with the boxes of a film; no player could show it. */
export function film({
  brand = 'isom',
  handler = 'vide',
  source,
  data = box('mdat', 'pictures and sound'),
  within = [],
  behind = [],
}: FilmShape = {}): Buffer {
  const flags = Buffer.from([0, 0, 0, source === undefined ? 1 : 0]);
  const entry = box('url ', Buffer.concat([flags, Buffer.from(`${source ?? ''}${source === undefined ? '' : '\0'}`)]));
  const dref = box('dref', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry]));
  const hdlr = box('hdlr', `\0\0\0\0\0\0\0\0${handler}${'\0'.repeat(13)}`);
  const media = box('mdia', Buffer.concat([hdlr, box('minf', box('dinf', dref))]));
  const movie = box('moov', Buffer.concat([box('mvhd', '\0'.repeat(100)), box('trak', media), ...within]));
  return Buffer.concat([box('ftyp', `${brand}\0\0\0\0${brand}`), movie, ...behind, data]);
}
