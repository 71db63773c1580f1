import type { Language } from '../locale.ts';
import { type Brand, onOneLine } from './mail.ts';

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]!);

const ADDRESS = /^https?:\/\/\S+$/;

/** One column that fits a phone, in the reader's own text size and colours. */
const BODY = 'margin:0 auto;padding:16px;max-width:36em;font:16px/1.5 system-ui,-apple-system,Segoe UI,sans-serif';
/** The marketplace's name above a line in its accent colour. The name is legible regardless of the colour. */
const HEAD = 'margin:0 0 24px;padding-top:12px;border-top:4px solid;font-weight:600;overflow-wrap:anywhere';
const LINK = 'display:inline-block;padding:8px 0;overflow-wrap:anywhere';

/**
 * Renders the text of a mail as HTML: the same words, wrapped by the reader's device. Only lines that are an address become
 * links, so that names within sentences never do. The marketplace's name is above them.
 */
export function htmlOfText(text: string, language: Language, brand: Brand): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p style="overflow-wrap:anywhere">${linesOf(paragraph)}</p>`);
  return [
    '<!doctype html>',
    `<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">`,
    '<meta name="color-scheme" content="light dark"></head>',
    `<body style="${BODY}">`,
    `<p style="${HEAD};border-color:${escaped(brand.accent)}">${escaped(onOneLine(brand.name))}</p>`,
    ...paragraphs,
    '</body></html>',
    '',
  ].join('\n');
}

/** Joins lines that were broken for plain text. Addresses remain on lines of their own. */
function linesOf(paragraph: string): string {
  return paragraph
    .split('\n')
    .map((line, n, lines) => {
      const isAlone = n === 0 || [line, lines[n - 1]!].some((one) => ADDRESS.test(one) || one.startsWith('- '));
      return `${n === 0 ? '' : isAlone ? '<br>\n' : '\n'}${link(line)}`;
    })
    .join('');
}

function link(line: string): string {
  const plain = escaped(line);
  return ADDRESS.test(line) ? `<a href="${plain}" style="${LINK}">${plain}</a>` : plain;
}
