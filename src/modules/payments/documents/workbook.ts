import { Readable } from 'node:stream';
import { type Cell, type CellStyle, type CellValue, writeXlsx } from 'hucre/xlsx';
import { minorDigits, minorToMajor } from '../../../platform/money.ts';
import type { Party } from '../company.ts';
import { checkSums, type InvoiceDocument } from './document.ts';
import { plainText } from './text.ts';
import { legalTexts, monthInWords, percent, standingRows, titleOf, type Words, wordsFor } from './words.ts';

type SheetCell = Partial<Cell>;

const BOLD: CellStyle = { font: { bold: true } };
const HEADER: CellStyle = { font: { bold: true }, border: { bottom: { style: 'medium' } } };
const COUNT: CellStyle = { numFmt: '#,##0' };
const DAY: CellStyle = { numFmt: 'yyyy-mm-dd', alignment: { horizontal: 'left' } };

/**
 * The invoice as an Excel file: texts are never formulas, days and numbers have their types, and amounts are in major units. The
 * net sum and the total are formulas with their values beside them, so that readers which do not calculate show them, too.
 * @throws InconsistentInvoice when the sums do not follow from the lines
 * @throws InvalidMoney for a currency that does not exist
 */
export function invoiceWorkbook(document: InvoiceDocument): Readable {
  checkSums(document);
  return Readable.from(bytes(document), { objectMode: false });
}

async function* bytes(document: InvoiceDocument): AsyncGenerator<Uint8Array> {
  const words = wordsFor(document.locale);
  const rows = [...head(document, words), ...table(document, words)];
  const sums = sumsBelow(rows.length - document.lines.length, document, words);
  const cells = new Map<string, SheetCell>();
  [...rows, ...sums].forEach((row, at) => {
    row.forEach((cell, column) => {
      if (cell !== null) cells.set(`${at},${column}`, cell);
    });
  });
  const day = new Date(`${document.issuedOn}T00:00:00Z`);
  yield await writeXlsx({
    sheets: [{ name: titleOf(document, words), columns: [{ width: 52 }, { width: 26 }, { width: 20 }], cells }],
    properties: {
      title: plainText(`${titleOf(document, words)} ${document.number}`),
      creator: plainText(document.seller.name),
      // The day of the invoice and not today: a second download is the same file.
      created: day,
      modified: day,
    },
  });
}

type Row = (SheetCell | null)[];

function head(document: InvoiceDocument, words: Words): Row[] {
  const isOurs = document.kind === 'store';
  const paid: Row[] = document.paidOn === null ? [] : [[text(words.paid), day(document.paidOn)]];
  return [
    [text(titleOf(document, words), { font: { bold: true, size: 16 } })],
    [],
    [text(words.number), text(document.number)],
    [text(words.issuedOn), day(document.issuedOn)],
    [text(words.dueOn), day(document.dueOn)],
    [text(words.period), text(monthInWords(document.month, words))],
    ...paid,
    [],
    [text(isOurs ? words.seller : words.earner, BOLD), text(isOurs ? words.buyer : words.payer, BOLD)],
    ...beside(partyLines(document.seller, words), partyLines(document.buyer, words)),
    [],
  ];
}

function table({ lines, currency }: InvoiceDocument, words: Words): Row[] {
  const style = amountStyle(currency);
  return [
    [
      text(words.description, HEADER),
      text(words.quantity, HEADER),
      text(`${words.amount} (${currency})`, { ...HEADER, alignment: { horizontal: 'right' } }),
    ],
    ...lines.map(
      ({ description, quantity, amountMinor }): Row => [
        text(description),
        quantity === null ? null : { value: quantity, type: 'number', style: COUNT },
        { value: minorToMajor({ minor: amountMinor, currency }), type: 'number', style },
      ],
    ),
  ];
}

/** @param first the number of rows above the first line */
function sumsBelow(first: number, document: InvoiceDocument, words: Words): Row[] {
  const { lines, netMinor, vat, totalMinor, currency } = document;
  const style = amountStyle(currency);
  const netRow = first + lines.length + 1;
  const major = (minor: number) => minorToMajor({ minor, currency });
  const net = lines.length === 0 ? '0' : `SUM(C${first + 1}:C${first + lines.length})`;
  const notes = legalTexts(document, words);
  return [
    [text(words.net), null, formula(net, major(netMinor), style)],
    [text(`${words.vat} ${percent(vat.ratePpm, words)}`), null, { value: major(vat.minor), type: 'number', style }],
    [
      text(`${words.total} (${currency})`, BOLD),
      null,
      formula(`SUM(C${netRow}:C${netRow + 1})`, major(totalMinor), { ...style, ...BOLD }),
    ],
    ...(notes.length === 0 ? [] : [[], ...notes.map((note) => [text(note)])]),
    ...standing(document, words),
  ];
}

/** The standing of a statement. */
function standing({ standing: found, currency }: InvoiceDocument, words: Words): Row[] {
  if (found === null) return [];
  const style = amountStyle(currency);
  return [
    [],
    [text(words.standing.asOf, BOLD), day(found.asOf)],
    ...standingRows(found, words).map(
      ({ label, minor }): Row => [
        text(label),
        null,
        { value: minorToMajor({ minor, currency }), type: 'number', style },
      ],
    ),
  ];
}

const partyLines = ({ name, lines, vatNumber }: Party, words: Words): string[] => [
  name,
  ...lines,
  ...(vatNumber === null ? [] : [`${words.vatNumber} ${vatNumber}`]),
];

function beside(left: readonly string[], right: readonly string[]): Row[] {
  const cell = (line: string | undefined) => (line === undefined ? null : text(line));
  return Array.from({ length: Math.max(left.length, right.length) }, (_, at) => [cell(left[at]), cell(right[at])]);
}

/** Negative amounts and as many digits as the currency has. */
function amountStyle(currency: string): CellStyle {
  const digits = minorDigits(currency);
  return { numFmt: digits === 0 ? '#,##0' : `#,##0.${'0'.repeat(digits)}` };
}

const text = (value: string, style: CellStyle = {}): SheetCell => ({ value: plainText(value), type: 'string', style });

const day = (value: string): SheetCell => ({ value: new Date(`${value}T00:00:00Z`), type: 'date', style: DAY });

const formula = (expression: string, formulaResult: CellValue, style: CellStyle): SheetCell => ({
  value: formulaResult,
  type: 'formula',
  formula: expression,
  formulaResult,
  style,
});
