import { createHash } from 'node:crypto';
import { InvalidInput } from '../errors/errors.ts';
import type { Folder } from '../storage/file-key.ts';
import type { FileStorage } from '../storage/storage.ts';
import { type Image, NotAnImage, readImage } from './read-image.ts';

/** Longest side, in pixels, of a picture as it is kept. */
const LONGEST_SIDE = 1_024;

/** A picture as it came. */
export interface SentPicture {
  folder: Folder;
  /** PNG or JPEG, or something that pretends to be. */
  file: Buffer;
  /** What the caller calls it. */
  field: string;
}

/**
 * Makes a picture anew and stores it under the hash of what came of it, so the same picture is one file, and an address that was given out
 * shows what it did for another day after a new one took its place (housekeeping).
 * @returns the key in the storage; store it after this, so that nobody is told of a file that is not there
 * @throws InvalidInput naming the field when it is no such picture; Unavailable when the storage does not answer
 */
export async function keepPicture(storage: FileStorage, { folder, file, field }: SentPicture): Promise<string> {
  const { content, mediaType, extension } = await pictureOf(file, field);
  const key = `${folder}/${createHash('sha256').update(content).digest('hex')}.${extension}`;
  await storage.put(key, content, mediaType);
  return key;
}

async function pictureOf(file: Buffer, field: string): Promise<Image> {
  try {
    return await readImage(file, { maxSide: LONGEST_SIDE });
  } catch (error) {
    if (error instanceof NotAnImage) throw new InvalidInput({ [field]: [error.message] });
    throw error;
  }
}
