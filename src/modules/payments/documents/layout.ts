import { formatMoney } from '../../../platform/money.ts';
import type { InvoiceDocument, InvoiceLine } from './document.ts';
import { type Block, firstHead, foot, laterHead } from './head.ts';
import { BODY, INK, LABEL, type Mark, MUTED, PAGE, ruleAt, STRONG, textAt } from './page.ts';
import { lineWidth, type Style, wrap } from './text.ts';
import { count, dayInWords, legalTexts, percent, standingRows, type Words, wordsFor } from './words.ts';

/** A page and its lines of the invoice. */
export interface Page {
  marks: Mark[];
  lines: number[];
}

const LEADING = 12.5;
const ROW_PADDING = 9;
const DESCRIPTION_WIDTH = 300;
const MAX_DESCRIPTION_LINES = 12;
const QUANTITY_RIGHT = 430;
const TOTALS_LEFT = 300;
const SUM: Style = { size: 12, weight: 'bold', color: INK };

/**
 * The layout of an invoice. Rows and the block of totals are not divided. Each page has its header, the header of the table and
 * its number. If the totals need a new page, the last line moves with them.
 */
export function layoutInvoice(document: InvoiceDocument): Page[] {
  const words = wordsFor(document.locale);
  const pages: (Page & { end: number })[] = [];
  const open = () => {
    const head = pages.length === 0 ? firstHead(document, words) : laterHead(document, words);
    const table = tableHead(head.end, words);
    const page = { marks: [...head.marks, ...table.marks], lines: [] as number[], end: table.end };
    pages.push(page);
    return page;
  };
  let page = open();
  const totalsHeight = totals(0, document, words).end;
  document.lines.forEach((line, at) => {
    const isLast = at === document.lines.length - 1;
    const description = wrap(line.description, BODY, DESCRIPTION_WIDTH, MAX_DESCRIPTION_LINES);
    const needed = rowHeight(description) + (isLast ? totalsHeight : 0);
    if (page.lines.length > 0 && page.end + needed > PAGE.bottom) page = open();
    const row = rowAt(page.end, line, description, document, words);
    page.marks.push(...row.marks);
    page.lines.push(at);
    page.end = row.end;
  });
  if (page.end + totalsHeight > PAGE.bottom) page = open();
  page.marks.push(...totals(page.end, document, words).marks);
  return pages.map(({ marks, lines }, at) => ({
    marks: [...marks, ...foot(document, words, at + 1, pages.length)],
    lines,
  }));
}

function tableHead(top: number, words: Words): Block {
  const y = top + 12;
  const marks = [
    textAt(PAGE.left, y, words.description, LABEL),
    textAt(QUANTITY_RIGHT, y, words.quantity, LABEL, 'right'),
    textAt(PAGE.right, y, words.amount, LABEL, 'right'),
    ruleAt(y + 8, 0.9, INK),
  ];
  return { marks, end: y + 8 };
}

const rowHeight = (description: readonly string[]) => ROW_PADDING + Math.max(1, description.length) * LEADING;

function rowAt(
  top: number,
  line: InvoiceLine,
  description: readonly string[],
  document: InvoiceDocument,
  words: Words,
): Block {
  const y = top + 15;
  const end = top + rowHeight(description);
  const marks = description.map((text, at) => textAt(PAGE.left, y + at * LEADING, text, BODY));
  if (line.quantity !== null) marks.push(textAt(QUANTITY_RIGHT, y, count(line.quantity, words), BODY, 'right'));
  marks.push(textAt(PAGE.right, y, money(line.amountMinor, document), BODY, 'right'), ruleAt(end));
  return { marks, end };
}

/** Net, VAT and total, the legal texts below them, and the standing of a statement. */
function totals(top: number, document: InvoiceDocument, words: Words): Block {
  const { vat } = document;
  const marks: Mark[] = [];
  let y = top + 26;
  const sum = (label: string, minor: number, style: Style) => {
    const amount = money(minor, document);
    const available = PAGE.right - TOTALS_LEFT - lineWidth(amount, style) - 12;
    const [text = ''] = wrap(label, style, available, 1);
    marks.push(textAt(TOTALS_LEFT, y, text, style), textAt(PAGE.right, y, amount, style, 'right'));
  };
  if (vat.note !== 'not_applicable' && vat.note !== 'not_taxable') {
    sum(words.net, document.netMinor, BODY);
    y += 18;
    sum(`${words.vat} ${percent(vat.ratePpm, words)}`, vat.minor, BODY);
    y += 11;
    marks.push({ kind: 'rule', x: TOTALS_LEFT, y, width: PAGE.right - TOTALS_LEFT, weight: 0.9, color: INK });
    y += 21;
  }
  sum(`${words.total} ${document.currency}`, document.totalMinor, SUM);
  const notes = legalTexts(document, words);
  if (notes.length > 0) {
    y += 30;
    for (const line of notes.flatMap((note) => wrap(note, STRONG, PAGE.right - PAGE.left, 3))) {
      marks.push(textAt(PAGE.left, y, line, { ...BODY, color: MUTED }));
      y += LEADING;
    }
  }
  if (document.standing !== null) {
    y += 26;
    const title = `${words.standing.asOf} ${dayInWords(document.standing.asOf, words)}`;
    marks.push(textAt(TOTALS_LEFT, y, title, LABEL));
    for (const { label, minor } of standingRows(document.standing, words)) {
      y += 15;
      sum(label, minor, label === words.standing.payable ? STRONG : BODY);
    }
  }
  return { marks, end: y + 12 };
}

const money = (minor: number, { currency, locale }: InvoiceDocument) => formatMoney({ minor, currency }, locale);
