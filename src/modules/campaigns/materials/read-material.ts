import { InvalidInput } from '../../../platform/errors/errors.ts';
import { looksLikeFilm, NotAFilm, readFilm } from '../../../platform/films/read-film.ts';
import { STORED_MATERIAL_SIDE } from '../../../platform/http/upload-limits.ts';
import { NotAnImage, readImage } from '../../../platform/images/read-image.ts';

export const MATERIAL_TYPES = ['image/png', 'image/jpeg', 'video/mp4', 'application/pdf', 'application/zip'] as const;
export type MaterialType = (typeof MATERIAL_TYPES)[number];

/** A file that is ready for storage. */
interface ReadMaterial {
  content: Buffer;
  mediaType: MaterialType;
  extension: 'png' | 'jpg' | 'mp4' | 'pdf' | 'zip';
}

const PDF_START = Buffer.from('%PDF-');
const PDF_END = Buffer.from('%%EOF');
/** Where readers look for the end of a PDF, in bytes from the end. */
const PDF_END_WITHIN = 1_024;
const ZIP_START = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
const ZIP_END = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
const ZIP_END_BYTES = 22;
const MAX_ZIP_COMMENT = 65_535;

const refused = (sentence: string) => new InvalidInput({ file: [sentence] });

/**
 * Accepts a file by its content: a picture (re-encoded), a film (checked, without metadata), or a PDF or ZIP (whole; what is inside is not checked).
 * @throws InvalidInput naming `file`; Unavailable when too many pictures are being decoded
 */
export async function readMaterial(file: Buffer): Promise<ReadMaterial> {
  if (file.subarray(0, PDF_START.length).equals(PDF_START)) return readPdf(file);
  if (file.subarray(0, ZIP_START.length).equals(ZIP_START)) return readZip(file);
  try {
    return looksLikeFilm(file) ? readFilm(file) : await readImage(file, { maxSide: STORED_MATERIAL_SIDE });
  } catch (error) {
    if (error instanceof NotAnImage && error.message === FOREIGN)
      throw refused('must be a PNG or JPEG picture, an MP4 film, a PDF or a ZIP');
    if (error instanceof NotAFilm || error instanceof NotAnImage) throw refused(error.message);
    throw error;
  }
}

const FOREIGN = 'must be a PNG or JPEG picture';

function readPdf(content: Buffer): ReadMaterial {
  if (!content.subarray(-PDF_END_WITHIN).includes(PDF_END))
    throw refused('must be a whole PDF; this one is broken or cut off');
  return { content, mediaType: 'application/pdf', extension: 'pdf' };
}

/** The record at the end of a ZIP states the length of the comment after it, which must end with the file. */
function readZip(content: Buffer): ReadMaterial {
  const tail = content.subarray(-(ZIP_END_BYTES + MAX_ZIP_COMMENT));
  for (let at = tail.lastIndexOf(ZIP_END); at >= 0; at = at === 0 ? -1 : tail.lastIndexOf(ZIP_END, at - 1)) {
    const isEnd = at + ZIP_END_BYTES <= tail.length;
    if (isEnd && at + ZIP_END_BYTES + tail.readUInt16LE(at + ZIP_END_BYTES - 2) === tail.length)
      return { content, mediaType: 'application/zip', extension: 'zip' };
  }
  throw refused('must be a whole ZIP; this one is broken or cut off');
}
