import type { IncomingHttpHeaders } from 'node:http';

/** Headers with only the first value used, as in `IncomingMessage.headers`. Repeated values of other headers are joined. */
const FIRST_COUNTS = ['user-agent', 'referer'];
/** All headers that the redirect reads, except the one that names the country. */
const NAMES = [
  ...FIRST_COUNTS,
  ...['sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-purpose', 'purpose', 'x-purpose', 'x-moz'],
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'],
];
const MAX_SPELLINGS = 1_000;

/**
 * Creates the function that returns the headers which classify a click, with the values that `IncomingMessage.headers` would have. That property
 * converts every header of the request, and a browser sends about twenty. It takes `IncomingMessage.rawHeaders`.
 * @param countryHeader one more header that is read, in lower case; null: none
 */
export function shopperHeaders(countryHeader: string | null): (raw: readonly string[]) => IncomingHttpHeaders {
  const names = new Set(countryHeader === null ? NAMES : [...NAMES, countryHeader]);
  /** Lower-case names by spelling; null: the header is ignored. */
  const spellings = new Map<string, string | null>();
  const nameOf = (spelling: string): string | null => {
    let name = spellings.get(spelling);
    if (name === undefined) {
      const lower = spelling.toLowerCase();
      name = names.has(lower) ? lower : null;
      // Limits the memory used by invented spellings.
      if (spellings.size >= MAX_SPELLINGS) spellings.clear();
      spellings.set(spelling, name);
    }
    return name;
  };
  return (raw) => {
    const headers: Record<string, string> = {};
    for (let at = 0; at < raw.length; at += 2) {
      const name = nameOf(raw[at]!);
      if (name === null) continue;
      const before = headers[name];
      if (before === undefined) headers[name] = raw[at + 1]!;
      else if (!FIRST_COUNTS.includes(name)) headers[name] = `${before}, ${raw[at + 1]!}`;
    }
    return headers;
  };
}
