import type { Readable } from 'node:stream';
import type { ListDocument } from '../../../platform/export/list-document.ts';
import { BODY, LABEL, type Mark, MUTED, ruleAt, STRONG, textAt } from './page.ts';
import { drawPages } from './pdf.ts';
import { lineWidth, plainText, type Style, wrap } from './text.ts';

/** A4 in landscape format, in points. */
const LIST_PAGE = { width: 841.89, height: 595.28, left: 40, right: 801.89, top: 48, bottom: 550 } as const;
const LINE = 13;
const GAP = 10;
/** The narrowest column, and rows whose texts decide the widths. */
const MIN_WIDTH = 30;
const MEASURED_ROWS = 200;
const TITLE: Style = { ...STRONG, size: 15 };
const NOTE: Style = { ...BODY, color: MUTED };

/** The list as a PDF (A4, fonts embedded). The same document gives the same bytes. */
export function listPdf(document: ListDocument): Readable {
  return drawPages(layoutList(document), {
    size: [LIST_PAGE.width, LIST_PAGE.height],
    language: document.language,
    title: document.title,
    author: document.author,
    createdOn: document.createdOn,
  });
}

/** Places the rows on pages; each page repeats the headings. */
function layoutList({ title, notes, columns, rows }: ListDocument): Mark[][] {
  const widths = widthsOf(columns, rows);
  const pages: Mark[][] = [];
  let page: Mark[] = [];
  let y = 0;
  const begin = (firstY: number) => {
    y = firstY;
    page.push(
      ...lineOf(
        columns.map(({ header }) => header),
        LABEL,
      ),
    );
    page.push(listRule(y + 4));
    y += LINE + 4;
  };
  const lineOf = (texts: readonly string[], style: Style) => marksOf(texts, { columns, widths, style, y });
  let headY = LIST_PAGE.top;
  page.push(textAt(LIST_PAGE.left, headY, shortened(title, TITLE, LIST_PAGE.right - LIST_PAGE.left), TITLE));
  headY += 20;
  for (const note of notes) {
    page.push(textAt(LIST_PAGE.left, headY, shortened(note, NOTE, LIST_PAGE.right - LIST_PAGE.left), NOTE));
    headY += LINE;
  }
  begin(headY + 10);
  for (const row of rows) {
    if (y > LIST_PAGE.bottom) {
      pages.push(page);
      page = [];
      begin(LIST_PAGE.top);
    }
    page.push(...lineOf(row, BODY));
    y += LINE;
  }
  pages.push(page);
  for (const [index, marks] of pages.entries())
    marks.push(textAt(LIST_PAGE.right, LIST_PAGE.height - 24, `${index + 1} / ${pages.length}`, LABEL, 'right'));
  return pages;
}

function marksOf(
  texts: readonly string[],
  {
    columns,
    widths,
    style,
    y,
  }: { columns: ListDocument['columns']; widths: readonly number[]; style: Style; y: number },
): Mark[] {
  let x: number = LIST_PAGE.left;
  return texts.map((text, index) => {
    const width = widths[index]!;
    const shown = shortened(text, style, width);
    const mark = columns[index]!.isNumber ? textAt(x + width, y, shown, style, 'right') : textAt(x, y, shown, style);
    x += width + GAP;
    return mark;
  });
}

/** As wide as the texts require; if the page is too narrow, wide columns are shortened in proportion. */
function widthsOf(columns: ListDocument['columns'], rows: ListDocument['rows']): number[] {
  const measured = rows.slice(0, MEASURED_ROWS);
  const wanted = columns.map(({ header }, index) =>
    Math.max(
      MIN_WIDTH,
      lineWidth(plainText(header), LABEL),
      ...measured.map((row) => lineWidth(plainText(row[index] ?? ''), BODY)),
    ),
  );
  const space = LIST_PAGE.right - LIST_PAGE.left - GAP * (columns.length - 1);
  const share = space / columns.length;
  const excess = wanted.reduce((sum, width) => sum + width, 0) - space;
  const beyond = wanted.reduce((sum, width) => sum + Math.max(0, width - share), 0);
  if (excess <= 0 || beyond === 0) return wanted;
  return wanted.map((width) => (width <= share ? width : width - (excess * (width - share)) / beyond));
}

function listRule(y: number): Mark {
  return { ...ruleAt(y), x: LIST_PAGE.left, width: LIST_PAGE.right - LIST_PAGE.left } as Mark;
}

const shortened = (text: string, style: Style, width: number): string => wrap(text, style, width, 1)[0] ?? '';
