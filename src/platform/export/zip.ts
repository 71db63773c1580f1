import { promisify } from 'node:util';
import { crc32, deflateRaw } from 'node:zlib';

const deflate = promisify(deflateRaw);

export interface ZipEntry {
  /** A path of ASCII characters, with `/` between its parts. */
  name: string;
  content: Buffer;
}

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;

/**
 * Packs files into a ZIP archive (APPNOTE 6.3, without ZIP64).
 * @param at the modification time of all files, in UTC
 * @throws RangeError when the archive would need ZIP64
 */
export async function zip(entries: readonly ZipEntry[], at: Date): Promise<Buffer> {
  const local: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const { name, content } of entries) {
    const packed = await deflate(content);
    const path = Buffer.from(name, 'ascii');
    const facts = factsOf({ packed, content, path, at });
    const head = Buffer.concat([words([LOCAL, 4]), facts, path]);
    central.push(
      Buffer.concat([
        words([CENTRAL, 4], [VERSION, 2]),
        facts,
        words([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
        path,
      ]),
    );
    local.push(head, packed);
    offset += head.length + packed.length;
  }
  const directory = Buffer.concat(central);
  if (entries.length > 0xffff || offset + directory.length > 0xffffffff)
    throw new RangeError('The archive is too large.');
  const count = entries.length;
  const end = words([END, 4], [0, 2], [0, 2], [count, 2], [count, 2], [directory.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...local, directory, end]);
}

interface EntryFacts {
  packed: Buffer;
  content: Buffer;
  path: Buffer;
  at: Date;
}

/** The fields that the local header and the central directory share. */
function factsOf({ packed, content, path, at }: EntryFacts): Buffer {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return words(
    ...([
      [VERSION, 2],
      [0, 2],
      [DEFLATED, 2],
      [time, 2],
      [day, 2],
      [crc32(content), 4],
    ] as const),
    ...([
      [packed.length, 4],
      [content.length, 4],
      [path.length, 2],
      [0, 2],
    ] as const),
  );
}

/** Little-endian numbers of 2 or 4 bytes, one after another. */
function words(...fields: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
