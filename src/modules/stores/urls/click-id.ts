/** The query parameter that contains the click's id on a store's landing page, and later in its order. */
export const CLICK_ID_PARAMETER = 'tclid';

/**
 * Adds a click's id to a landing URL, after any existing query. No other byte changes.
 * @param href an absolute URL as WHATWG serialises it
 * @param clickId the click's public id, whose characters need no escaping (letters, digits, `-`, `_`)
 */
export function withClickId(href: string, clickId: string): string {
  const { before, query, fragment } = splitQuery(href);
  const parameter = `${CLICK_ID_PARAMETER}=${clickId}`;
  return `${before}?${query === null ? parameter : `${query}&${parameter}`}${fragment}`;
}

/**
 * Undoes `withClickId`, so that a landing URL pasted from the browser's address bar is the page's own URL again.
 * The rest of the query stays as it was, byte for byte: stores sign their queries.
 * @param href an absolute URL as WHATWG serialises it
 */
export function withoutClickId(href: string): string {
  if (!href.includes(CLICK_ID_PARAMETER)) return href;
  const { before, query, fragment } = splitQuery(href);
  if (query === null) return href;
  const kept = query.split('&').filter((part) => !isClickId(part));
  return `${before}${kept.length === 0 ? '' : `?${kept.join('&')}`}${fragment}`;
}

function isClickId(part: string): boolean {
  return part === CLICK_ID_PARAMETER || part.startsWith(`${CLICK_ID_PARAMETER}=`);
}

/** `query` is null if the URL has no `?`, which differs from an empty query. */
function splitQuery(href: string): { before: string; query: string | null; fragment: string } {
  const hash = href.indexOf('#');
  const end = hash < 0 ? href.length : hash;
  const mark = href.indexOf('?');
  if (mark < 0 || mark > end) return { before: href.slice(0, end), query: null, fragment: href.slice(end) };
  return { before: href.slice(0, mark), query: href.slice(mark + 1, end), fragment: href.slice(end) };
}
