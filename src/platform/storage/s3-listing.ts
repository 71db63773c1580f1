import { XMLParser } from 'fast-xml-parser';
import { parseFileKey } from './file-key.ts';
import type { StoredFile } from './file-storage.ts';

interface Listing {
  ListBucketResult?: {
    NextContinuationToken?: string;
    Contents?: { Key?: string; LastModified?: string; Size?: string }[];
  };
}

const parser = new XMLParser({
  parseTagValue: false,
  htmlEntities: false,
  isArray: (name) => name === 'Contents',
});

/**
 * Parses one page of a bucket listing: the files with our keys, and the token of the next page (null on the last
 * page).
 * @throws Error when the text is not such a page
 */
export function readListing(xml: string): { files: StoredFile[]; next: string | null } {
  const { ListBucketResult: page } = parser.parse(xml) as Listing;
  if (page === undefined) throw new Error('the file storage answered a listing with something else');
  const files = (typeof page === 'string' ? [] : (page.Contents ?? [])).flatMap(
    ({ Key: key, LastModified: at, Size: size }) => {
      const modifiedAt = new Date(at ?? '');
      const bytes = Number(size ?? Number.NaN);
      // Ignore files with foreign keys, or without a date or a size.
      if (key === undefined || parseFileKey(key) === null || Number.isNaN(modifiedAt.getTime())) return [];
      return Number.isSafeInteger(bytes) ? [{ key, bytes, modifiedAt }] : [];
    },
  );
  return { files, next: page.NextContinuationToken ?? null };
}
