import { createHash } from 'node:crypto';
import type { Language } from '../../../platform/locale.ts';
import { catalogueOf } from '../messages/render.ts';
import type { UnsubscribeLink } from './unsubscribe.ts';

const STYLE = `body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:4rem auto;padding:0 1rem}
button{font:inherit;padding:.5rem 1.5rem}`;

/** Headers of the page: it runs nothing, and its address, which holds the secret, is passed on to nobody. */
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

/** The page that asks whether mails of a kind are to end, or says that they have. */
export function unsubscribePage(link: UnsubscribeLink | null, { isDone }: { isDone: boolean }): string {
  const language = link?.language ?? 'en';
  const { page } = catalogueOf(language);
  if (link === null) return pageOf(language, page.title, `<p>${page.unknown}</p>`);
  const kind = page.kinds[link.kind];
  if (isDone) return pageOf(language, page.title, `<p role="status">${page.done(kind)}</p>`);
  return pageOf(
    language,
    page.title,
    `<p>${page.question(kind)}</p>\n<form method="post"><button>${page.confirm}</button></form>`,
  );
}

const pageOf = (language: Language, title: string, content: string) => `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${title} – Tributary</title>
<style>${STYLE}</style>
<h1>${title}</h1>
${content}
`;
