import type { Readable } from 'node:stream';
import type { Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { checkSums, type InvoiceDocument } from './document.ts';
import { type FontName, fontFile, shareTables, type Weight } from './fonts.ts';
import { layoutInvoice } from './layout.ts';
import { FACTUR_X_FILE, facturXMetadata, infoMetadata, type PdfInfo } from './metadata.ts';
import { type Mark, PAGE } from './page.ts';
import { plainText } from './text.ts';
import { titleOf, wordsFor } from './words.ts';

type Drawing = InstanceType<typeof PDFDocument>;

/** PDFKit writes the information into XMP without escaping it, so that an ampersand in a name makes the metadata invalid. */
class OwnPdf extends PDFDocument {
  _addInfo(): void {
    this.appendXML(infoMetadata(this.info as PdfInfo));
  }
}

/**
 * The invoice as a PDF (A4, fonts embedded, text that can be selected). The same document gives the same bytes.
 * @param facturX the invoice as CII: the PDF is then a PDF/A-3b and contains it as the attachment of Factur-X
 * @throws InconsistentInvoice when the sums do not follow from the lines
 * @throws InvalidMoney for a currency that does not exist
 */
export function invoicePdf(document: InvoiceDocument, { facturX }: { facturX?: Buffer } = {}): Readable {
  checkSums(document);
  const words = wordsFor(document.locale);
  return drawPages(
    layoutInvoice(document).map(({ marks }) => marks),
    {
      size: [PAGE.width, PAGE.height],
      language: words.locale.slice(0, 2),
      title: `${titleOf(document, words)} ${document.number}`,
      author: document.seller.name,
      // The day of the invoice and not today: a second download is the same file.
      createdOn: document.issuedOn,
      facturX,
    },
  );
}

/** What a PDF states beside its pages. */
interface PageFacts {
  /** Width and height in points. */
  size: [number, number];
  /** BCP 47 */
  language: string;
  title: string;
  author: string;
  /** `YYYY-MM-DD` */
  createdOn: string;
  facturX?: Buffer | undefined;
}

/** Draws pages of marks as a PDF. */
export function drawPages(
  pages: readonly (readonly Mark[])[],
  { size, language, title, author, createdOn, facturX }: PageFacts,
): Readable {
  const createdAt = new Date(`${createdOn}T00:00:00Z`);
  const drawing = new OwnPdf({
    ...(facturX && { subset: 'PDF/A-3b' as const }),
    size,
    margin: 0,
    autoFirstPage: false,
    // Otherwise each file would contain the unused font Helvetica.
    font: '',
    pdfVersion: '1.7',
    lang: language,
    displayTitle: true,
    info: {
      Title: plainText(title),
      Author: plainText(author),
      Producer: 'Tributary',
      Creator: plainText(author),
      CreationDate: createdAt,
    },
  });
  if (facturX !== undefined) attach(drawing, facturX, createdAt);
  for (const marks of pages) {
    drawing.addPage();
    for (const mark of marks) draw(drawing, mark);
  }
  drawing.end();
  return drawing;
}

/** `Alternative`: the attachment states the same invoice as the pages (Factur-X 1.0, 6.2.1). */
function attach(drawing: Drawing, contents: Buffer, createdAt: Date): void {
  // The published types lack `relationship`.
  const options: PDFKit.Mixins.PDFAttachmentOptions & { relationship: string } = {
    name: FACTUR_X_FILE,
    type: 'text/xml',
    relationship: 'Alternative',
    creationDate: createdAt,
    modifiedDate: createdAt,
  };
  drawing.file(contents, options);
  drawing.appendXML(facturXMetadata());
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
  } else if (mark.kind === 'picture') {
    const { x, y, width, height, content } = mark;
    drawing.image(Buffer.from(content), x, y, { fit: [width, height], align: 'right' });
  } else {
    const { x, y, width, height, radius, fill, line } = mark;
    drawing.roundedRect(x, y, width, height, radius);
    if (fill !== undefined) drawing.fill(fill);
    if (line !== undefined) drawing.lineWidth(1.2).stroke(line);
  }
}

/** Fonts of a drawing that were opened, by their key. */
const opened = new WeakMap<Drawing, Set<string>>();

/** Each file embeds only the characters that it uses. */
function useFont(drawing: Drawing, name: FontName, weight: Weight): void {
  const key = `${name} ${weight}`;
  const keys = opened.get(drawing) ?? new Set();
  opened.set(drawing, keys);
  if (keys.has(key)) {
    drawing.font(key);
    return;
  }
  keys.add(key);
  drawing.registerFont(key, fontFile(name, weight)).font(key);
  shareTables((drawing as unknown as { _font: { font: Font } })._font.font, name, weight);
}
