import { parseProductUrl } from '../stores/urls/index.ts';

const SEVERAL = 'The text contains more than one address. Paste one of them.';
/** An ampersand as HTML writes it, before the name of a parameter. */
const WRITTEN_AMPERSAND = /&(?:(?:amp|#0*38|#x0*26);)+/gi;
/** An address in a text ends at white space, a quotation mark, an angle bracket, or where Markdown ends its label. */
const ADDRESS = /https?:\/\/(?:(?!\]\()[^\s<>"'`“”„«»])+/gi;
/** Punctuation that ends a sentence and not an address. */
const ENDING = /[.,;:!*_|'’"”…)\]}>]$/;
const PLAIN_TEXT = /[\s<>"'`“”„«»]|\]\(|^[([{*_]/;
const BRACKETS = { ')': '(', ']': '[', '}': '{' } as const;

/**
 * Finds the page address in a text that somebody has pasted: a shared text, a link in HTML or Markdown, or an address with a comma behind it.
 * @returns the address, or the text itself if it contains none; a reason if it contains several addresses
 */
export function findAddress(pasted: string): { text: string } | { reason: string } {
  const text = pasted.replaceAll(WRITTEN_AMPERSAND, '&').trim();
  if (!PLAIN_TEXT.test(text)) return { text: withoutEnding(text) };
  const addresses = [...new Set([...text.matchAll(ADDRESS)].map(([address]) => withoutEnding(address)))];
  if (addresses.length > 1) return { reason: SEVERAL };
  if (addresses.length === 1) return { text: addresses[0]! };
  const words = text
    .split(/[\s<>"'`“”„«»]+/)
    .map(withoutEnding)
    .filter(isBareAddress);
  if (new Set(words).size > 1) return { reason: SEVERAL };
  return { text: words[0] ?? text };
}

/** A closing bracket belongs to an address that contains the opening one: `…/Shoes_(brand)`. */
function withoutEnding(address: string): string {
  let end = address.length;
  while (end > 0 && ENDING.test(address.slice(0, end))) {
    const last = address[end - 1] as keyof typeof BRACKETS;
    const opening = BRACKETS[last];
    if (opening !== undefined) {
      const before = address.slice(0, end - 1);
      if (before.split(opening).length > before.split(last).length) break;
    }
    end -= 1;
  }
  return address.slice(0, end);
}

/** A word such as `www.shop.example/shoes`; a sentence has words with dots as well, but without a path. */
const isBareAddress = (word: string): boolean => /^www\.|^[^/@]+\.[^/@]+\//i.test(word) && parseProductUrl(word).ok;

/** Services that lead to another address, which one of their parameters contains. */
const WRAPPERS: readonly { host: RegExp; path?: RegExp; parameters: readonly string[] }[] = [
  { host: /^(?:www\.)?google\.[a-z]{2,3}(?:\.[a-z]{2})?$/, path: /^\/url$/, parameters: ['q', 'url'] },
  { host: /^(?:l|lm)\.(?:facebook|instagram|messenger|threads)\.(?:com|net)$/, parameters: ['u'] },
  { host: /\.safelinks\.protection\.outlook\.com$/, parameters: ['url'] },
  { host: /^statics\.teams\.cdn\.office\.net$/, parameters: ['url'] },
  { host: /^(?:www\.|m\.)?youtube\.com$/, path: /^\/redirect$/, parameters: ['q'] },
  { host: /^(?:www\.)?linkedin\.com$/, path: /^\/(?:redir|safety)\//, parameters: ['url'] },
  { host: /^out\.reddit\.com$/, parameters: ['url'] },
  { host: /^t\.umblr\.com$/, parameters: ['z'] },
  { host: /^(?:m\.)?vk\.com$/, path: /^\/away/, parameters: ['to'] },
  { host: /^slack-redir\.net$/, parameters: ['url'] },
  { host: /^(?:www\.)?pinterest\.[a-z.]{2,6}$/, path: /^\/offsite\/?$/, parameters: ['url'] },
  { host: /^(?:www\.|html\.)?duckduckgo\.com$/, path: /^\/l\/?$/, parameters: ['uddg'] },
  { host: /^deref-(?:gmx|mail|web-?0?\d?)\.(?:net|com|de)$|^deref-web\.de$/, parameters: ['redirectUrl'] },
  { host: /^exit\.sc$/, parameters: ['url'] },
  { host: /^(?:www\.)?tiktok\.com$/, path: /^\/link\//, parameters: ['target'] },
  { host: /^(?:www\.)?steamcommunity\.com$/, path: /^\/linkfilter\/?$/, parameters: ['u', 'url'] },
];

/**
 * The address to which a well-known wrapper leads, read from the wrapper's own address without any request.
 * @param href an absolute URL
 * @returns null for an address that is no wrapper
 */
export function unwrapped(href: string): string | null {
  const url = new URL(href);
  // Proofpoint writes the address between underscores, and replaces some characters in it.
  if (url.hostname === 'urldefense.com')
    return (
      /\/v3\/__(https?:\/{1,2}[^_]+(?:_(?!_;)[^_]*)*)__;/.exec(href)?.[1]?.replace(/^(https?:)\/(?!\/)/, '$1//') ?? null
    );
  const wrapper = WRAPPERS.find(
    ({ host, path }) => host.test(url.hostname) && (path === undefined || path.test(url.pathname)),
  );
  const inner = wrapper?.parameters
    .map((name) => url.searchParams.get(name))
    .find((value) => value !== null && value !== '');
  return inner !== undefined && inner !== null && /^https?:\/\//i.test(inner) ? inner : null;
}
