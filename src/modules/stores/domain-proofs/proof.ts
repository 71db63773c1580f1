/** The text before the token in the proofs; also the name of the meta tag. */
const NAME = 'tributary-verification';

/** The proof that the owner of a domain publishes in one of three ways. */
export interface DomainProof {
  dns: { name: string; value: string };
  file: { url: string; content: string };
  meta: { url: string; tag: string };
}

/** The proof that a domain belongs to its store. @param token the token of the store's domain, which is not secret */
export function proofOf({ host, token }: { host: string; token: string }): DomainProof {
  const content = `${NAME}=${token}`;
  return {
    dns: { name: `_tributary.${host}`, value: content },
    file: { url: `https://${host}${PROOF_PATH}`, content },
    meta: { url: `https://${host}/`, tag: `<meta name="${NAME}" content="${token}">` },
  };
}

export const PROOF_PATH = `/.well-known/${NAME}.txt`;

/** Whether a file contains the proof as a complete line. */
export function fileProves(text: string, token: string): boolean {
  return text.split(/\r?\n/).some((line) => line.trim() === `${NAME}=${token}`);
}

/** Whether TXT records contain the proof; a long record consists of several parts. */
export function recordsProve(records: readonly (readonly string[])[], token: string): boolean {
  return records.some((parts) => parts.join('').trim() === `${NAME}=${token}`);
}

/** Elements of a head whose content is text, where a tag has no effect. */
const NO_TAGS = /<!--[\s\S]*?(?:-->|$)|<(script|style|title|noscript|template|textarea)\b[\s\S]*?(?:<\/\1\s*>|$)/gi;
/** Visitors may be able to write into the body, but only the owner into the head. */
const END_OF_HEAD = /<\/head\s*>|<body\b/i;

/** Whether the head of a page contains the proof as a meta tag. */
export function pageProves(html: string, token: string): boolean {
  const head = html.replace(NO_TAGS, '').split(END_OF_HEAD, 1)[0]!;
  return [...head.matchAll(/<meta\s([^>]*)>/gi)].some(
    ([, attributes = '']) => attribute(attributes, 'name') === NAME && attribute(attributes, 'content') === token,
  );
}

function attribute(attributes: string, name: string): string | null {
  const pattern = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'>/]+))`, 'i');
  const [, double, single, bare] = pattern.exec(attributes) ?? [];
  return double ?? single ?? bare ?? null;
}

/** The proofs that the owner of a page publishes on it: a code in its description, or a link to an address. */
export interface PageProof {
  code: string;
  link: string;
}

/** Whether a page shows a code; in the head, the code counts as the description of the page. @param inHead whether the code only counts there */
export function showsCode(html: string, code: string, inHead: boolean): boolean {
  const contains = (text: string) => text.toLowerCase().includes(code.toLowerCase());
  if (!inHead) return contains(html);
  const head = html.replace(NO_TAGS, '').split(END_OF_HEAD, 1)[0]!;
  return [...head.matchAll(/<meta\s([^>]*)>/gi)].some(([, attributes = '']) =>
    contains(attribute(attributes, 'content') ?? ''),
  );
}

/** Whether a page links to an address as to its owner (`rel="me"`), which visitors cannot do. */
export function linksBack(html: string, link: string): boolean {
  return [...html.replace(/<!--[\s\S]*?(?:-->|$)/g, '').matchAll(/<(?:a|link)\s([^>]*)>/gi)].some(
    ([, attributes = '']) =>
      (attribute(attributes, 'rel') ?? '').toLowerCase().split(/\s+/).includes('me') &&
      (attribute(attributes, 'href') ?? '').replaceAll('&amp;', '&') === link,
  );
}
