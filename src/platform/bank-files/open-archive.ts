import { gunzipSync, inflateRawSync } from 'node:zlib';
import { UnreadableReport } from './bank-report.ts';

/** Maximum size of the unpacked content of an archive, in bytes. */
const MAX_UNPACKED_BYTES = 20 * 1024 * 1024;
/** Maximum number of files in an archive. */
const MAX_FILES = 200;

const CENTRAL_FILE = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const END_BYTES = 22;
const MAX_COMMENT_BYTES = 65_535;

/**
 * The files in a zip or gzip archive; a content that is no archive is returned as it is. The sizes are bounded while unpacking,
 * whatever the archive states about them.
 * @throws UnreadableReport
 */
export function openArchive(content: Buffer): Buffer[] {
  try {
    if (content[0] === 0x1f && content[1] === 0x8b)
      return [gunzipSync(content, { maxOutputLength: MAX_UNPACKED_BYTES })];
    if (content.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))) return unzipped(content);
  } catch (error) {
    if (error instanceof UnreadableReport) throw error;
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new UnreadableReport(`must have at most ${MAX_UNPACKED_BYTES} bytes when it is unpacked`);
    throw new UnreadableReport('is a damaged archive');
  }
  return [content];
}

/** Reads the directory at the end of a zip file (APPNOTE of PKWARE, 4.3.12 and 4.3.16), without ZIP64 and encryption. */
function unzipped(content: Buffer): Buffer[] {
  const end = endOfDirectory(content);
  const count = content.readUInt16LE(end + 10);
  if (count > MAX_FILES) throw new UnreadableReport(`must contain at most ${MAX_FILES} files`);
  const files: Buffer[] = [];
  let at = content.readUInt32LE(end + 16);
  let left = MAX_UNPACKED_BYTES;
  for (let file = 0; file < count; file += 1) {
    if (content.readUInt32LE(at) !== CENTRAL_FILE) throw new UnreadableReport('is a damaged archive');
    const [nameLength, extraLength] = [content.readUInt16LE(at + 28), content.readUInt16LE(at + 30)];
    const name = content.toString('utf8', at + 46, at + 46 + nameLength);
    if (isReport(name)) {
      const unpacked = unzippedFile(content, at, left);
      left -= unpacked.length;
      files.push(unpacked);
    }
    at += 46 + nameLength + extraLength + content.readUInt16LE(at + 32);
  }
  if (files.length === 0) throw new UnreadableReport('contains no XML file');
  return files;
}

/** Folders, and what operating systems add to archives, are no reports. */
const isReport = (name: string): boolean => !name.endsWith('/') && !/(?:^|\/)(?:__MACOSX\/|\.)/.test(name);

function unzippedFile(content: Buffer, entry: number, left: number): Buffer {
  const [flags, method] = [content.readUInt16LE(entry + 8), content.readUInt16LE(entry + 10)];
  if (flags % 2 === 1) throw new UnreadableReport('must not be encrypted');
  const start = content.readUInt32LE(entry + 42);
  const from = start + 30 + content.readUInt16LE(start + 26) + content.readUInt16LE(start + 28);
  const packed = content.subarray(from, from + content.readUInt32LE(entry + 20));
  if (method === 8) return inflateRawSync(packed, { maxOutputLength: Math.max(left, 1) });
  if (method !== 0) throw new UnreadableReport('is packed by a method other than deflate');
  if (packed.length > left)
    throw new UnreadableReport(`must have at most ${MAX_UNPACKED_BYTES} bytes when it is unpacked`);
  return packed;
}

function endOfDirectory(content: Buffer): number {
  const earliest = Math.max(0, content.length - END_BYTES - MAX_COMMENT_BYTES);
  for (let at = content.length - END_BYTES; at >= earliest; at -= 1)
    if (content.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  throw new UnreadableReport('is a damaged archive');
}
