import { InvalidInput } from '../../../platform/errors/errors.ts';
import { looksLikeFilm, NotAFilm, readFilm } from '../../../platform/films/read-film.ts';
import { NotAnImage, readImage } from '../../../platform/images/read-image.ts';

/** Of a picture or a film as it comes. */
export const MOST_MEDIA_BYTES = 16 * 1024 * 1024;
/** Longest side, in pixels, of a picture as it is kept. */
const LONGEST_SIDE = 2_048;

/** A file as it is kept. */
export interface ReadFile {
  content: Buffer;
  mediaType: 'image/png' | 'image/jpeg' | 'video/mp4';
  extension: 'png' | 'jpg' | 'mp4';
}

/**
 * Takes a picture (made anew) or a film (checked, and without words), told by its content.
 * @throws InvalidInput naming `file` when it is neither; Unavailable when too many pictures are being read
 */
export async function readMediaFile(file: Buffer): Promise<ReadFile> {
  try {
    return looksLikeFilm(file) ? readFilm(file) : await readImage(file, { maxSide: LONGEST_SIDE });
  } catch (error) {
    if (error instanceof NotAnImage && error.message === FOREIGN) throw refused(`${FOREIGN}, or an MP4 film`);
    if (error instanceof NotAFilm || error instanceof NotAnImage) throw refused(error.message);
    throw error;
  }
}

const FOREIGN = 'must be a PNG or JPEG picture';

const refused = (sentence: string) => new InvalidInput({ file: [sentence] });
