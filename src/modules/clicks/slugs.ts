import type { Statements } from '../../platform/database/statements-on.ts';
import { SLUG } from '../links/index.ts';

const MAX_REMEMBERED = 50_000;

/** Codes have this length; slugs of the same length contain a hyphen. */
const CODE_LENGTH = 10;

/**
 * Reads the codes of the links that have or had these slugs, or whose code differs from the text in upper and lower case alone. Upper and lower case are the same in a slug; a text that is the code of
 * several links in this way is none.
 * @param texts as they were requested
 * @returns codes by requested text; texts that belong to no link are missing
 */
export async function readSlugs(database: Statements, texts: readonly string[]): Promise<Map<string, string>> {
  const lowered = texts.map((text) => ({ text, slug: text.toLowerCase() }));
  const wanted = lowered.filter(({ slug }) => SLUG.test(slug) || slug.length === CODE_LENGTH);
  if (wanted.length === 0) return new Map();
  const { rows } = await database.query<{ slug: string; code: string }>({
    name: 'profile_slugs',
    text: `SELECT s.slug, l.code FROM link_slugs s JOIN links l ON l.id = s.link_id WHERE s.slug = ANY ($1::text[])
      UNION ALL SELECT lower(l.code), min(l.code) FROM links l WHERE lower(l.code) = ANY ($1::text[]) GROUP BY lower(l.code) HAVING count(*) = 1`,
    values: [[...new Set(wanted.map(({ slug }) => slug))]],
  });
  const codes = new Map(rows.map(({ slug, code }) => [slug, code]));
  return new Map(
    wanted.flatMap(({ text, slug }) => {
      const code = codes.get(slug);
      return code === undefined ? [] : [[text, code] as const];
    }),
  );
}

/** Codes by slug, of a limited number of slugs. */
export class SlugCodes {
  readonly #codes = new Map<string, string>();

  get(text: string): string | undefined {
    return this.#codes.get(text);
  }

  set(text: string, code: string): void {
    // The spelling is the visitor's choice, so it must not fill the memory.
    if (this.#codes.size >= MAX_REMEMBERED) this.#codes.clear();
    this.#codes.set(text, code);
  }
}
