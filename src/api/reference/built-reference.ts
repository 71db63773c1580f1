import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { renderReference } from './render-reference.ts';

/** The address that the files contain in place of the public address of the server. */
const ADDRESS = 'https://public-address.invalid';
/** Matches public addresses without characters that a page, an example or JSON would escape. */
const UNESCAPED = /^[\w.:/[\]~%-]+$/;
const SLUG = /^[a-z0-9-]*$/;
const DOCUMENT = 'openapi.json';
const fileOf = (slug: string): string => `page-${slug}.html`;

/** The API reference as written by `npm run build`. */
export interface BuiltReference {
  /** Reads the OpenAPI document as JSON. */
  document(): Promise<string>;
  /** Reads a page as HTML; null if it does not exist. The slug of the overview is empty. */
  page(slug: string): Promise<string | null>;
}

/**
 * Writes the OpenAPI document and every page of the reference.
 * @param open assembles the application with this public address; it is closed afterwards
 */
export async function writeReference(
  folder: string,
  open: (publicUrl: string) => Promise<FastifyInstance>,
): Promise<void> {
  const app = await open(ADDRESS);
  try {
    const { slugs, page } = renderReference(app, ADDRESS);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, DOCUMENT), JSON.stringify(app.swagger()));
    for (const slug of slugs()) await writeFile(path.join(folder, fileOf(slug)), page(slug) ?? '');
  } finally {
    await app.close();
  }
}

/**
 * Reads the files of `writeReference`, with this public address. Null if the address would have to be escaped; the reference is
 * then rendered from the routes.
 */
export function openBuiltReference(folder: string, publicUrl: string): BuiltReference | null {
  if (!UNESCAPED.test(publicUrl)) return null;
  const read = async (file: string) => (await readFile(path.join(folder, file), 'utf8')).replaceAll(ADDRESS, publicUrl);
  return {
    document: () => read(DOCUMENT),
    page: async (slug) => {
      if (!SLUG.test(slug)) return null;
      return read(fileOf(slug)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
    },
  };
}
