import type { IncomingHttpHeaders } from 'node:http';

/** Headers of which the first value is used, as in `IncomingMessage.headers`. Repeated values of others are joined. */
const FIRST_COUNTS = ['user-agent', 'referer'];
/** All headers that the redirect reads. */
const NAMES = new Set([
  ...FIRST_COUNTS,
  ...['sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-purpose', 'purpose', 'x-purpose', 'x-moz'],
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'],
]);
const MAX_SPELLINGS = 1_000;
/** Lower-case names by spelling; null: the header is ignored. */
const spellings = new Map<string, string | null>();

/**
 * Returns the headers that classify a click, with the values that `IncomingMessage.headers` would have. That property converts every
 * header of the request, and a browser sends about twenty.
 * @param raw `IncomingMessage.rawHeaders`
 */
export function shopperHeaders(raw: readonly string[]): IncomingHttpHeaders {
  const headers: Record<string, string> = {};
  for (let at = 0; at < raw.length; at += 2) {
    const name = nameOf(raw[at]!);
    if (name === null) continue;
    const before = headers[name];
    if (before === undefined) headers[name] = raw[at + 1]!;
    else if (!FIRST_COUNTS.includes(name)) headers[name] = `${before}, ${raw[at + 1]!}`;
  }
  return headers;
}

function nameOf(spelling: string): string | null {
  let name = spellings.get(spelling);
  if (name === undefined) {
    const lower = spelling.toLowerCase();
    name = NAMES.has(lower) ? lower : null;
    // Limits the memory used by invented spellings.
    if (spellings.size >= MAX_SPELLINGS) spellings.clear();
    spellings.set(spelling, name);
  }
  return name;
}
