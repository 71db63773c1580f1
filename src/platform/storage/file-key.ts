/** The kinds of files that we store, by their ending. */
export const MEDIA_TYPES = { png: 'image/png', jpg: 'image/jpeg', mp4: 'video/mp4' } as const;

/** What the files of the storage lie in. */
export const FOLDERS = ['logos', 'campaigns', 'media'] as const;
export type Folder = (typeof FOLDERS)[number];

/** `<folder>/<SHA-256 of the content, or anything as unguessable>.<ending>`: content under a key never changes. */
const KEY = new RegExp(`^(${FOLDERS.join('|')})/([0-9a-f]{64})\\.(${Object.keys(MEDIA_TYPES).join('|')})$`);

export interface FileKey {
  key: string;
  hash: string;
  mediaType: (typeof MEDIA_TYPES)[keyof typeof MEDIA_TYPES];
}

/** What a text says as a key of a stored file; null when it is none. */
export function parseFileKey(text: string): FileKey | null {
  const [, , hash, ending] = KEY.exec(text) ?? [];
  if (hash === undefined) return null;
  return { key: text, hash, mediaType: MEDIA_TYPES[ending as keyof typeof MEDIA_TYPES] };
}

/** @throws Error for a text that is no key: a fault of ours, never of a caller */
export function assertFileKey(text: string): void {
  if (parseFileKey(text) === null) throw new Error(`not a key of the file storage: ${JSON.stringify(text)}`);
}
