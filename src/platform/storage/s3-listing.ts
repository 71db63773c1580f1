import { XMLParser } from 'fast-xml-parser';
import { parseFileKey } from './file-key.ts';
import type { StoredFile } from './storage.ts';

interface Listing {
  ListBucketResult?: {
    NextContinuationToken?: string;
    Contents?: { Key?: string; LastModified?: string }[];
  };
}

const parser = new XMLParser({
  parseTagValue: false,
  htmlEntities: false,
  isArray: (name) => name === 'Contents',
});

/**
 * Reads a page of what a bucket lists: its files that are ours, and how to ask for the next page, null behind the last.
 * @throws Error when it is no such page
 */
export function readListing(xml: string): { files: StoredFile[]; next: string | null } {
  const { ListBucketResult: page } = parser.parse(xml) as Listing;
  if (page === undefined) throw new Error('the file storage answered a listing with something else');
  const files = (typeof page === 'string' ? [] : (page.Contents ?? [])).flatMap(({ Key: key, LastModified: at }) => {
    const modifiedAt = new Date(at ?? '');
    // Another’s file, or one of unknown age, is none that we look at.
    if (key === undefined || parseFileKey(key) === null || Number.isNaN(modifiedAt.getTime())) return [];
    return [{ key, modifiedAt }];
  });
  return { files, next: page.NextContinuationToken ?? null };
}
