import { UnreadableTable } from './table.ts';

/** What all parts of a workbook come to, unpacked: ten thousand rows are a fraction of it. */
const MOST_BYTES = 8 * 1024 * 1024;
const MOST_PARTS = 500;

const END = 0x06054b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
/** Says that the true number stands elsewhere, which only archives of gigabytes need. */
const ELSEWHERE_16 = 0xffff;
const ELSEWHERE_32 = 0xffffffff;

/**
 * Holds a workbook to a size before anything of it is unpacked. The reader unpacks no more of a part than the archive's directory says, so it
 * is enough that the directory says so of each, and that they are not too large together.
 * @throws UnreadableTable
 */
export function checkWorkbookSize(bytes: Buffer): void {
  let total = 0;
  for (const { packed, unpacked } of partsOf(bytes)) {
    const isEmpty = packed === 0 && unpacked === 0;
    if (!isEmpty && (packed === 0 || unpacked === 0)) throw broken();
    total += unpacked;
  }
  if (total > MOST_BYTES) throw new UnreadableTable(`must unpack to at most ${MOST_BYTES} bytes`);
}

function partsOf(bytes: Buffer): { packed: number; unpacked: number }[] {
  const end = endOf(bytes);
  const count = bytes.readUInt16LE(end + 10);
  let at = bytes.readUInt32LE(end + 16);
  if (count === ELSEWHERE_16 || at === ELSEWHERE_32 || bytes.readUInt32LE(end + 12) === ELSEWHERE_32) throw broken();
  if (count > MOST_PARTS) throw new UnreadableTable(`must have at most ${MOST_PARTS} parts`);
  return Array.from({ length: count }, () => {
    if (at + ENTRY_BYTES > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw broken();
    const part = { packed: bytes.readUInt32LE(at + 20), unpacked: bytes.readUInt32LE(at + 24) };
    if ([part.packed, part.unpacked, bytes.readUInt32LE(at + 42)].includes(ELSEWHERE_32)) throw broken();
    // The sizes that a part without them says of itself would be believed in their place.
    if (part.packed === 0 && (bytes.readUInt16LE(at + 8) & 8) !== 0) throw broken();
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
