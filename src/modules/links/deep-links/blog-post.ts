import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { mapInTurns } from '../../../platform/turns.ts';
import { trackedUrl } from '../present.ts';
import { findHrefs } from './html/find-hrefs.ts';
import { replaceHrefs, webAddressIn } from './html/href-value.ts';
import { MAX_LINKS, type Translation, type TranslationDeps, translateLinks } from './translate-links.ts';

/** Maximum length of a post, in bytes of UTF-8. */
export const MAX_POST_BYTES = 1024 * 1024;

export interface TranslatedPost {
  html: string;
  /** Whether the post differs from the request. */
  isUpdated: boolean;
  /** One entry per page with a paid link, in the order of appearance. */
  translations: Extract<Translation, { kind: 'link' }>[];
}

/**
 * Replaces the links of a post that can earn by the creator's tracked links. Every other character stays unchanged,
 * and so do links that several stores own. A dry run writes nothing and inserts existing links only.
 * @param html at most 1 MiB, with at most 2,000 links to web addresses
 * @throws InvalidInput on `blogPost` when it is larger; RuleRefused (`user_suspended`); NotFound when the creator
 * does not exist
 */
export async function translateBlogPost(
  ctx: Pick<Context, 'db' | 'actor' | 'publicUrl' | 'now'>,
  deps: TranslationDeps,
  { userId, html, dry }: { userId: number; html: string; dry: boolean },
): Promise<TranslatedPost> {
  if (Buffer.byteLength(html) > MAX_POST_BYTES) throw refusal('must be at most 1 MiB (1,048,576 bytes) in UTF-8');
  const hrefs = await findHrefs(html);
  const addressOf = await mapInTurns(hrefs, (href) => webAddressIn(html, href));
  const links = hrefs.flatMap((href, at) => {
    const address = addressOf[at] ?? null;
    return address === null ? [] : { ...href, address };
  });
  if (links.length > MAX_LINKS)
    throw refusal(`must hold at most 2,000 links to web addresses, and holds ${links.length}`);

  const addresses = [...new Set(links.map(({ address }) => address))];
  const translations = (await translateLinks(ctx, deps, { userId, addresses, dry })).filter(
    (translation) => translation.kind === 'link',
  );
  const tracked = new Map(
    translations.flatMap(({ before, made }) =>
      made.kind === 'link' ? [[before, trackedUrl(ctx.publicUrl, made.link.code)] as const] : [],
    ),
  );
  const replaced = links.flatMap((link) => {
    const value = tracked.get(link.address);
    return value === undefined ? [] : { ...link, value };
  });
  return { html: replaceHrefs(html, replaced), isUpdated: replaced.length > 0, translations: onePerPage(translations) };
}

/** A page may appear in several forms. */
function onePerPage(translations: TranslatedPost['translations']): TranslatedPost['translations'] {
  const byPage = new Map<string, TranslatedPost['translations'][number]>();
  for (const translation of translations) {
    const page = translation.made.link.url;
    if (!byPage.has(page)) byPage.set(page, translation);
  }
  return [...byPage.values()];
}

const refusal = (sentence: string): InvalidInput => new InvalidInput({ blogPost: [sentence] });
