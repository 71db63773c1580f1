import type { Readable } from 'node:stream';
import PDFDocument from 'pdfkit';
import { checkSums, type InvoiceDocument } from './document.ts';
import { type FontName, fontFile, type Weight } from './fonts.ts';
import { layoutInvoice } from './layout.ts';
import { type Mark, PAGE } from './page.ts';
import { plainText } from './text.ts';
import { titleOf, wordsFor } from './words.ts';

type Drawing = InstanceType<typeof PDFDocument>;

/**
 * The invoice as a PDF (A4, fonts embedded, text that can be selected). The same document gives the same bytes.
 * @throws InconsistentInvoice when the sums do not follow from the lines
 * @throws InvalidMoney for a currency that does not exist
 */
export function invoicePdf(document: InvoiceDocument): Readable {
  checkSums(document);
  const words = wordsFor(document.locale);
  const pages = layoutInvoice(document);
  const drawing = new PDFDocument({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    autoFirstPage: false,
    // Otherwise each file would contain the unused font Helvetica.
    font: '',
    pdfVersion: '1.7',
    lang: words.locale.slice(0, 2),
    displayTitle: true,
    info: {
      Title: plainText(`${titleOf(document, words)} ${document.number}`),
      Author: plainText(document.seller.name),
      Producer: 'Tributary',
      Creator: plainText(document.seller.name),
      // The day of the invoice and not today: a second download is the same file.
      CreationDate: new Date(`${document.issuedOn}T00:00:00Z`),
    },
  });
  for (const { marks } of pages) {
    drawing.addPage();
    for (const mark of marks) draw(drawing, mark);
  }
  drawing.end();
  return drawing;
}

function draw(drawing: Drawing, mark: Mark): void {
  if (mark.kind === 'text') {
    let { x } = mark;
    for (const { text, font, width } of mark.runs) {
      useFont(drawing, font, mark.style.weight);
      drawing.fontSize(mark.style.size).fillColor(mark.style.color);
      drawing.text(text, x, mark.y, { lineBreak: false, baseline: 'alphabetic' });
      x += width;
    }
  } else if (mark.kind === 'rule') {
    const { x, y, width, weight, color } = mark;
    drawing.rect(x, y - weight / 2, width, weight).fill(color);
  } else {
    const { x, y, width, height, radius, fill, line } = mark;
    drawing.roundedRect(x, y, width, height, radius);
    if (fill !== undefined) drawing.fill(fill);
    if (line !== undefined) drawing.lineWidth(1.2).stroke(line);
  }
}

/** Each file embeds only the characters that it uses. */
function useFont(drawing: Drawing, name: FontName, weight: Weight): void {
  const key = `${name} ${weight}`;
  drawing.registerFont(key, fontFile(name, weight)).font(key);
}
