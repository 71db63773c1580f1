import type { Readable } from 'node:stream';
import { BODY, type Mark, MUTED, PAGE, ruleAt, STRONG, textAt } from './page.ts';
import { drawPages } from './pdf.ts';
import { type Style, wrap } from './text.ts';

/** Texts under headings as a document, such as a media kit. All texts are in the language of the reader. */
export interface TextDocument {
  title: string;
  /** Below the title. */
  lead: string;
  /** A PNG or JPEG; null: none. */
  picture: Uint8Array | null;
  /** The language of the texts (BCP 47). */
  language: string;
  /** `YYYY-MM-DD` */
  createdOn: string;
  author: string;
  sections: readonly { heading: string | null; lines: readonly { text: string; note?: string }[] }[];
}

const TITLE: Style = { ...STRONG, size: 20 };
const HEADING: Style = { ...STRONG, size: 12 };
const TEXT: Style = { ...BODY, size: 10 };
const NOTE: Style = { ...BODY, size: 8.5, color: MUTED };
const PICTURE_SIDE = 96;
const WIDTH = PAGE.right - PAGE.left;
/** Lines of one text; a longer one ends with an ellipsis. */
const MAX_LINES = 60;

/** The document as a PDF (A4, fonts embedded). The same document gives the same bytes. */
export function textPdf(document: TextDocument): Readable {
  return drawPages(layoutText(document), {
    size: [PAGE.width, PAGE.height],
    language: document.language,
    title: document.title,
    author: document.author,
    createdOn: document.createdOn,
  });
}

function layoutText({ title, lead, picture, sections }: TextDocument): Mark[][] {
  let page: Mark[] = [];
  const pages = [page];
  let y: number = PAGE.top;
  const write = (text: string, style: Style, { width = WIDTH, gap = 0 } = {}) => {
    const height = style.size * 1.4;
    for (const line of wrap(text, style, width, MAX_LINES)) {
      if (y + height > PAGE.bottom) {
        page = [];
        pages.push(page);
        y = PAGE.top;
      }
      y += height;
      page.push(textAt(PAGE.left, y, line, style));
    }
    y += gap;
  };
  if (picture !== null) {
    const x = PAGE.right - PICTURE_SIDE;
    page.push({ kind: 'picture', x, y, width: PICTURE_SIDE, height: PICTURE_SIDE, content: picture });
  }
  const beside = picture === null ? WIDTH : WIDTH - PICTURE_SIDE - 16;
  write(title, TITLE, { width: beside, gap: 2 });
  write(lead, NOTE, { width: beside, gap: 10 });
  if (picture !== null) y = Math.max(y, PAGE.top + PICTURE_SIDE + 8);
  page.push(ruleAt(y));
  for (const { heading, lines } of sections) {
    y += 12;
    if (heading !== null) write(heading, HEADING, { gap: 3 });
    for (const { text, note = '' } of lines) {
      write(text, TEXT, { gap: note === '' ? 3 : 0 });
      if (note !== '') write(note, NOTE, { gap: 3 });
    }
  }
  return pages;
}
