import { sql } from 'drizzle-orm';
import type { Context } from '../../platform/context.ts';
import { FORMATS } from '../../platform/http/formats.ts';
import { MAX_LINK_TAGS } from '../../platform/limits.ts';
import { type ConvertedUrl, convertUrls } from './convert-urls.ts';
import { MAX_TITLE_LENGTH } from './link-title.ts';
import type { StoreIndex } from './matching/index.ts';
import { MAX_TAG_LENGTH, readTag } from './settings/change-link.ts';

/** Number of links in one transaction. An import that fails keeps the links of earlier transactions, and can be repeated. */
const BATCH = 1000;

/** A link of another platform. */
export interface LinkToImport {
  /** The page, as written in the file. */
  url: string;
  title: string;
  tags: readonly string[];
}

/**
 * Creates a creator's links to many pages, with their titles and tags. Existing links remain unchanged, so repeating it changes
 * nothing. An invalid title or tag is omitted.
 * @param dry whether to compute the result without writing
 * @returns the results in the order of the links
 * @throws the errors of `convertUrls`
 */
export async function importLinks(
  ctx: Pick<Context, 'db' | 'publicUrl' | 'now'>,
  index: StoreIndex,
  { userId, links, dry }: { userId: number; links: readonly LinkToImport[]; dry: boolean },
): Promise<ConvertedUrl[]> {
  const results: ConvertedUrl[] = [];
  for (let from = 0; from < links.length; from += BATCH)
    results.push(...(await importBatch(ctx, index, { userId, links: links.slice(from, from + BATCH), dry })));
  return results;
}

async function importBatch(
  ctx: Pick<Context, 'db' | 'publicUrl' | 'now'>,
  index: StoreIndex,
  { userId, links, dry }: { userId: number; links: readonly LinkToImport[]; dry: boolean },
): Promise<ConvertedUrl[]> {
  return ctx.db.transaction(async (tx) => {
    const context = { ...ctx, db: tx };
    const converted = await convertUrls(context, index, { userId, texts: links.map(({ url }) => url), dry });
    const labels = new Map<number, { title: string | null; tags: string[] }>();
    for (const [at, { made }] of converted.entries()) {
      if (made?.kind !== 'link' || made.status !== 'created' || labels.has(made.link.id)) continue;
      const label = { title: readTitle(links[at]!.title), tags: readTags(links[at]!.tags) };
      if (label.title !== null || label.tags.length > 0) labels.set(made.link.id, label);
    }
    if (labels.size > 0) {
      const values = [...labels.values()];
      await tx.execute(sql`
        UPDATE links l SET title = coalesce(label.title, l.title), tags = ARRAY (SELECT jsonb_array_elements_text(label.tags))
        FROM unnest(${sql.param([...labels.keys()])}::bigint[], ${sql.param(values.map(({ title }) => title))}::text[],
          ${sql.param(values.map(({ tags }) => JSON.stringify(tags)))}::jsonb[]) AS label (id, title, tags)
        WHERE l.id = label.id AND l.user_id = ${userId}`);
    }
    return converted.map((result) => withTitle(result, labels));
  });
}

function withTitle(result: ConvertedUrl, labels: ReadonlyMap<number, { title: string | null }>): ConvertedUrl {
  const { made } = result;
  const title = made?.kind === 'link' ? labels.get(made.link.id)?.title : null;
  if (made?.kind !== 'link' || title === null || title === undefined) return result;
  return { ...result, made: { ...made, link: { ...made.link, title } } };
}

/** Titles of other platforms are often the titles of pages, with line breaks and of any length. */
function readTitle(text: string): string | null {
  const title = [...text.replace(/\s+/g, ' ').trim()].slice(0, MAX_TITLE_LENGTH).join('');
  return FORMATS['name']!.test(title) ? title : null;
}

function readTags(texts: readonly string[]): string[] {
  const tags = texts.map(readTag).filter((tag) => [...tag].length <= MAX_TAG_LENGTH && FORMATS['name']!.test(tag));
  return [...new Set(tags)].slice(0, MAX_LINK_TAGS);
}
