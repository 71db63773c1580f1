import { createHash } from 'node:crypto';
import type { Language } from '../../../platform/locale.ts';
import { catalogueOf } from '../messages/render.ts';
import type { UnsubscribeLink } from './unsubscribe.ts';

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem}
button{font:inherit;padding:.5rem 1.5rem}`;

/** Headers of the page: it runs no scripts, and its address, which contains the secret, is not passed on. */
export const PAGE_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
};

/** The page that asks for a confirmation before mails of a kind are turned off, or confirms that they are. */
export function unsubscribePage(link: UnsubscribeLink | null, { isDone }: { isDone: boolean }): string {
  const reader = link ?? { language: 'en' as const, market: null };
  const { page } = catalogueOf(reader.language);
  if (link === null) return pageOf(reader, page.title, `<p>${page.unknown}</p>`);
  const kind = page.kinds[link.kind];
  const done = link.kind === 'invitations' ? page.declined : page.done(kind);
  if (isDone) return pageOf(reader, page.title, `<p role="status">${done}</p>`);
  return pageOf(
    reader,
    page.title,
    `<p>${page.question(kind)}</p>\n<form method="post"><button>${page.confirm}</button></form>`,
  );
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const pageOf = (
  { language, market }: { language: Language; market: string | null },
  title: string,
  content: string,
) => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title}${market === null ? '' : ` – ${escaped(market)}`}</title>
<style>${STYLE}</style>
<h1>${title}</h1>
${content}
`;
