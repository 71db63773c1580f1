/** Media types of stored files, by file extension. */
const MEDIA_TYPES = {
  png: 'image/png',
  jpg: 'image/jpeg',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const;

/** The media types of files that everybody who has the address may read. */
export const PUBLIC_MEDIA_TYPES = [MEDIA_TYPES.png, MEDIA_TYPES.jpg, MEDIA_TYPES.mp4] as const;

/** Top-level folders of the storage. */
export const FOLDERS = ['logos', 'campaigns', 'media', 'materials'] as const;
export type Folder = (typeof FOLDERS)[number];

/**
 * `<folder>/<SHA-256 of the content, or a random value of that length>.<extension>`. The content of a key never
 * changes.
 */
const KEY = new RegExp(`^(${FOLDERS.join('|')})/([0-9a-f]{64})\\.(${Object.keys(MEDIA_TYPES).join('|')})$`);

export interface FileKey {
  key: string;
  hash: string;
  mediaType: (typeof MEDIA_TYPES)[keyof typeof MEDIA_TYPES];
  /** Whether the file is served at `/files/…`. The others are read only by routes that check who asks. */
  isPublic: boolean;
}

const PRIVATE_FOLDER = 'materials' satisfies Folder;

/** Parses the key of a stored file; null when the text is not a key. */
export function parseFileKey(text: string): FileKey | null {
  const [, folder, hash, ending] = KEY.exec(text) ?? [];
  if (hash === undefined) return null;
  const mediaType = MEDIA_TYPES[ending as keyof typeof MEDIA_TYPES];
  return { key: text, hash, mediaType, isPublic: folder !== PRIVATE_FOLDER };
}

/** @throws Error when the text is not a key, which is a bug and never the caller's fault */
export function assertFileKey(text: string): void {
  if (parseFileKey(text) === null) throw new Error(`not a key of the file storage: ${JSON.stringify(text)}`);
}
