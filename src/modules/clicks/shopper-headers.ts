import type { IncomingHttpHeaders } from 'node:http';

/** Of these the first counts when there are several, as for `IncomingMessage.headers`; values of others are joined. */
const FIRST_COUNTS = ['user-agent', 'referer'];
/** All that the redirect looks at. */
const NAMES = new Set([
  ...FIRST_COUNTS,
  ...['sec-fetch-dest', 'sec-fetch-mode', 'sec-fetch-site', 'sec-purpose', 'purpose', 'x-purpose', 'x-moz'],
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'],
]);
const MAX_SPELLINGS = 1_000;
/** The name in lower case by its spelling; null: of no interest. */
const spellings = new Map<string, string | null>();

/**
 * The headers of a request that say something of a click, with the values that `IncomingMessage.headers` has for them. That one lays down every
 * header of the request, of which a browser sends a score.
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
    // Whoever invents spellings does not fill the memory.
    if (spellings.size >= MAX_SPELLINGS) spellings.clear();
    spellings.set(spelling, name);
  }
  return name;
}
