import { createHash } from 'node:crypto';
import { InvalidInput } from '../errors/errors.ts';
import { STORED_PICTURE_SIDE } from '../http/upload-limits.ts';
import type { Folder } from '../storage/file-key.ts';
import type { FileStorage } from '../storage/storage.ts';
import { type Image, NotAnImage, readImage } from './read-image.ts';

/** An uploaded picture. */
export interface SentPicture {
  folder: Folder;
  /** PNG or JPEG, not yet verified. */
  file: Buffer;
  /** The name of the field in the request. */
  field: string;
}

/**
 * Re-encodes a picture and stores it under the hash of the result. The same picture is therefore one file, and the
 * address of a replaced picture stays valid for another day (maintenance deletes it later).
 * @returns the key in the storage; write it to the database after this call, so that no row refers to a missing file
 * @throws InvalidInput naming the field when the file is not a valid picture; Unavailable when the storage does not
 * answer
 */
export async function keepPicture(storage: FileStorage, { folder, file, field }: SentPicture): Promise<string> {
  const { content, mediaType, extension } = await requirePicture(file, { field, maxSide: STORED_PICTURE_SIDE });
  const key = `${folder}/${createHash('sha256').update(content).digest('hex')}.${extension}`;
  await storage.put(key, content, mediaType);
  return key;
}

/**
 * Re-encodes an uploaded picture, so that nothing but its pixels is kept.
 * @param maxSide the longest side of the result, in pixels
 * @throws InvalidInput naming the field when the file is not a valid picture
 */
export async function requirePicture(
  file: Buffer,
  { field, maxSide }: { field: string; maxSide: number },
): Promise<Image> {
  try {
    return await readImage(file, { maxSide });
  } catch (error) {
    if (error instanceof NotAnImage) throw new InvalidInput({ [field]: [error.message] });
    throw error;
  }
}
