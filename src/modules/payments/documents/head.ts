import type { Party } from '../company.ts';
import type { InvoiceDocument } from './document.ts';
import { ACCENT, BODY, INK, LABEL, type Mark, MUTED, PAGE, ruleAt, SHADE, STRONG, textAt } from './page.ts';
import { lineWidth, type Style, wrap } from './text.ts';
import { dayInWords, monthInWords, titleOf, type Words } from './words.ts';

/** Elements of a page, and the y position below them. */
export interface Block {
  marks: Mark[];
  end: number;
}

const TITLE: Style = { size: 24, weight: 'bold', color: INK };
const NAME: Style = { size: 11, weight: 'bold', color: INK };
const COLUMN = 236;
const LEADING = 13;

/** The head of the first page: title, parties, numbers and days. */
export function firstHead(document: InvoiceDocument, words: Words): Block {
  const title = titleOf(document, words);
  const marks: Mark[] = [
    { kind: 'rule', x: PAGE.left, y: PAGE.top, width: 40, weight: 3, color: ACCENT },
    textAt(PAGE.left, PAGE.top + 34, title, TITLE),
    ...paidStamp(document, words),
  ];
  const isOurs = document.kind === 'store';
  const top = PAGE.top + 68;
  const seller = party(PAGE.left, top, isOurs ? words.seller : words.earner, document.seller, words);
  const buyer = party(PAGE.right - COLUMN, top, isOurs ? words.buyer : words.payer, document.buyer, words);
  const below = Math.max(seller.end, buyer.end) + 14;
  const facts = factsBand(below, document, words);
  return { marks: [...marks, ...seller.marks, ...buyer.marks, ...facts.marks], end: facts.end };
}

/** The head of the pages after the first. */
export function laterHead(document: InvoiceDocument, words: Words): Block {
  const y = PAGE.top + 8;
  const title = `${titleOf(document, words)} ${document.number}`;
  const marks = [
    textAt(PAGE.left, y, title, STRONG),
    textAt(PAGE.right, y, words.continued, { ...BODY, color: MUTED }, 'right'),
  ];
  return { marks, end: y + 18 };
}

/** The footer of a page: the parties of the invoice, the page number and the number of pages. */
export function foot(document: InvoiceDocument, words: Words, page: number, pages: number): Mark[] {
  const y = PAGE.height - 36;
  const [issuer = ''] = wrap(`${document.seller.name} · ${document.number}`, LABEL, 360, 1);
  return [
    ruleAt(y - 14),
    textAt(PAGE.left, y, issuer, LABEL),
    textAt(PAGE.right, y, words.page(page, pages), LABEL, 'right'),
  ];
}

function party(x: number, top: number, label: string, { name, lines, vatNumber }: Party, words: Words): Block {
  const marks = [textAt(x, top, label, LABEL)];
  let y = top + 17;
  const write = (text: string, style: Style, max: number, leading: number) => {
    for (const line of wrap(text, style, COLUMN, max)) {
      marks.push(textAt(x, y, line, style));
      y += leading;
    }
  };
  write(name, NAME, 5, 15);
  for (const line of lines) write(line, BODY, 3, LEADING);
  if (vatNumber !== null) write(`${words.vatNumber} ${vatNumber}`, BODY, 2, LEADING);
  return { marks, end: y };
}

function factsBand(top: number, document: InvoiceDocument, words: Words): Block {
  const facts: [string, string][] = [
    [words.number, document.number],
    [words.issuedOn, dayInWords(document.issuedOn, words)],
    [words.dueOn, dayInWords(document.dueOn, words)],
    [words.period, monthInWords(document.month, words)],
  ];
  const width = (PAGE.right - PAGE.left) / facts.length;
  const cells = facts.map(([label, value], at) => ({
    x: PAGE.left + 12 + at * width,
    label,
    lines: wrap(value, STRONG, width - 16, 3),
  }));
  const height = 30 + LEADING * Math.max(...cells.map(({ lines }) => lines.length));
  const marks: Mark[] = [
    { kind: 'box', x: PAGE.left, y: top, width: PAGE.right - PAGE.left, height, radius: 4, fill: SHADE },
  ];
  for (const { x, label, lines } of cells) {
    marks.push(textAt(x, top + 18, label, LABEL));
    marks.push(...lines.map((line, at) => textAt(x, top + 33 + at * LEADING, line, STRONG)));
  }
  return { marks, end: top + height + 16 };
}

function paidStamp({ paidOn }: InvoiceDocument, words: Words): Mark[] {
  if (paidOn === null) return [];
  const style: Style = { size: 10, weight: 'bold', color: ACCENT };
  const text = `${words.paid} ${dayInWords(paidOn, words)}`;
  const width = lineWidth(text, style) + 24;
  return [
    { kind: 'box', x: PAGE.right - width, y: PAGE.top + 13, width, height: 26, radius: 13, line: ACCENT },
    textAt(PAGE.right - 12, PAGE.top + 29.5, text, style, 'right'),
  ];
}
