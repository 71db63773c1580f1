/** A followed link: its code or slug, and its query without the question mark. */
export interface TrackedTarget {
  code: string;
  query: string;
}

/** What almost every click requests. Everything else is read by `readTolerantly`. */
const PLAIN = /^\/r\/([A-Za-z0-9_-]{1,64})\/?(?:\?([^#]*))?$/;
/** On a domain of creators, the prefix is optional. */
const PLAIN_ON_OWN_HOST = /^\/(?:r\/)?([A-Za-z0-9_-]{1,64})\/?(?:\?([^#]*))?$/;
/** An ampersand as HTML writes it, once or several times, at the beginning of a parameter. */
const WRITTEN_AMPERSAND = /&(?:(?:amp|#0*38|#x0*26);)+/gi;
const LEADING_AMPERSAND = /^(?:(?:amp|#0*38|#x0*26);)+/i;
/** The longest beginning that could be a code and is followed by no character of codes, and what follows it. */
const CODE_AND_TAIL = /^\/+r\/+([A-Za-z0-9_-]{1,64})(?![A-Za-z0-9_-])(.*)$/is;
/** Without the prefix, a name with an extension is a file that programs look for, such as `robots.txt`. */
const CODE_AND_TAIL_ON_OWN_HOST = /^\/+(?:r\/+)?([A-Za-z0-9_-]{1,64})(?![A-Za-z0-9_-]|\.[A-Za-z])(.*)$/is;
/** Mails and chats escape a link again each time they pass it on. */
const MAX_ESCAPES = 3;

/**
 * Reads the target of a followed link as a person means it. Editors, chats and printed texts add characters behind a code, escape it, or change its case; what follows as `&name=value` or
 * `?name=value` is a query, and everything else behind the code is ignored (docs/links.md).
 * @param target path and query as they were requested
 * @param isOwnHost whether the host is a domain of a creator or an agency
 * @returns null for a target that contains no code
 */
export function readTracked(target: string, isOwnHost: boolean): TrackedTarget | null {
  const plain = (isOwnHost ? PLAIN_ON_OWN_HOST : PLAIN).exec(target);
  if (plain !== null) return { code: plain[1]!, query: readableQuery(plain[2] ?? '') };
  return readTolerantly(target, isOwnHost);
}

function readTolerantly(target: string, isOwnHost: boolean): TrackedTarget | null {
  const written = target.replaceAll(WRITTEN_AMPERSAND, '&').split('#', 1)[0]!;
  const mark = written.indexOf('?');
  const path = unescaped(mark < 0 ? written : written.slice(0, mark)).replaceAll(WRITTEN_AMPERSAND, '&');
  const found = (isOwnHost ? CODE_AND_TAIL_ON_OWN_HOST : CODE_AND_TAIL).exec(path);
  if (found === null) return null;
  const [, code = '', tail = ''] = found;
  const queries = [/[?&](.*)$/s.exec(tail)?.[1] ?? '', mark < 0 ? '' : written.slice(mark + 1)];
  return { code, query: readableQuery(queries.filter((query) => query !== '').join('&')) };
}

/** Whether a request may be for a tracked link although it does not begin with `/r/`: with other capitals or more slashes. */
export const mayBeTracked = (target: string): boolean =>
  (target.startsWith('//') || target.startsWith('/R')) && /^\/+r\//i.test(target);

/** A query whose ampersands are not written as in HTML: `sub1=a&amp;sub2=b` has the parameters sub1 and sub2. */
function readableQuery(query: string): string {
  if (!query.includes(';')) return query;
  return query.replaceAll(WRITTEN_AMPERSAND, '&').replace(LEADING_AMPERSAND, '');
}

/** Undoes escapes of ASCII characters, also repeated ones. Other escapes end a code as well, because they begin with a percent sign. */
function unescaped(path: string): string {
  let text = path;
  for (let turn = 0; turn < MAX_ESCAPES && text.includes('%'); turn += 1)
    text = text.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return text;
}
