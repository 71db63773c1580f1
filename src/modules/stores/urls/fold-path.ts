/** Matches paths that folding would change. Other paths are returned unchanged after one search. */
const UNFOLDED = /[A-Z%]|\/\//;
const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/;

/**
 * The form in which URL rules and pages are compared. Letter case, repeated slashes and an escaped slash in the path make no
 * difference, because most stores serve the same page, and a rule must not be bypassed this way. The query keeps its case.
 * @param comparable host, path and query as in `comparable` of `ProductUrl`; also a rule's pattern
 * @returns the folded form; folding it again changes nothing
 */
export function foldPath(comparable: string): string {
  const query = comparable.indexOf('?');
  const path = query < 0 ? comparable : comparable.slice(0, query);
  if (!UNFOLDED.test(path)) return comparable;
  const lower = path.replace(/(?:%[0-9A-F]{2})+|[A-Z]+/g, lowerCase).replace(/\/{2,}/g, '/');
  const folded = DOT_SEGMENT.test(lower) ? withoutDotSegments(lower) : lower;
  return query < 0 ? folded : folded + comparable.slice(query);
}

/** Converts letters, or a run of escapes, to lower case; escapes that are not UTF-8 remain as they are. */
function lowerCase(text: string): string {
  if (!text.startsWith('%')) return text.toLowerCase();
  try {
    return encodeURIComponent(decodeURIComponent(text).toLowerCase()).replaceAll('%2F', '/');
  } catch {
    return text;
  }
}

/** An escaped slash can produce a dot segment that the URL parser has not removed. */
function withoutDotSegments(text: string): string {
  const slash = text.indexOf('/');
  return text.slice(0, slash) + new URL(`http://x${text.slice(slash)}`).pathname;
}
