import { InvalidInput } from '../../../platform/errors/errors.ts';
import { looksLikeFilm, NotAFilm, readFilm } from '../../../platform/films/read-film.ts';
import { STORED_MEDIA_SIDE } from '../../../platform/http/upload-limits.ts';
import { NotAnImage, readImage } from '../../../platform/images/read-image.ts';

/** A file ready for storage. */
export interface ReadFile {
  content: Buffer;
  mediaType: 'image/png' | 'image/jpeg' | 'video/mp4';
  extension: 'png' | 'jpg' | 'mp4';
}

/**
 * Accepts a picture (re-encoded) or a video (checked, without metadata), detected by content.
 * @throws InvalidInput naming `file` when it is neither; Unavailable when too many pictures are being decoded
 */
export async function readMediaFile(file: Buffer): Promise<ReadFile> {
  try {
    return looksLikeFilm(file) ? readFilm(file) : await readImage(file, { maxSide: STORED_MEDIA_SIDE });
  } catch (error) {
    if (error instanceof NotAnImage && error.message === FOREIGN) throw refused(`${FOREIGN}, or an MP4 film`);
    if (error instanceof NotAFilm || error instanceof NotAnImage) throw refused(error.message);
    throw error;
  }
}

const FOREIGN = 'must be a PNG or JPEG picture';

const refused = (sentence: string) => new InvalidInput({ file: [sentence] });
