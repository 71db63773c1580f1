import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invoiceWith } from '../../../../tests/harness/invoice.ts';
import { formatMoney } from '../../../platform/money.ts';
import type { InvoiceDocument } from './document.ts';
import { layoutInvoice, type Page } from './layout.ts';
import { BODY, PAGE } from './page.ts';
import { lineWidth, wrap } from './text.ts';

const NO_VAT = { ratePpm: 0, minor: 0, note: 'not_applicable' } as const;

const said = ({ marks }: Page) =>
  marks.flatMap((mark) => (mark.kind === 'text' ? [mark.runs.map(({ text }) => text).join('')] : []));

/** The number of lines and their length. */
const invoices = fc
  .array(
    fc.record({
      description: fc.string({ unit: fc.constantFrom('a', 'W', ' ', '-', 'ß', 'Ω', '字', 'ไ'), maxLength: 150 }),
      quantity: fc.option(fc.nat(10_000_000)),
      amountMinor: fc.integer({ min: -100_000_000, max: 100_000_000 }),
    }),
    { maxLength: 90 },
  )
  .map((lines) => invoiceWith({ lines, locale: 'en_GB', currency: 'EUR' }));

function everyMark(pages: Page[], check: (left: number, right: number, y: number) => void): void {
  for (const mark of pages.flatMap(({ marks }) => marks)) {
    const width = mark.kind === 'text' ? mark.runs.reduce((sum, run) => sum + run.width, 0) : mark.width;
    check(mark.x, mark.x + width, mark.y);
  }
}

describe('The pages of an invoice', () => {
  it('have each line once and in order, numbered pages, the table head, and the sums only at the end', () => {
    fc.assert(
      fc.property(invoices, (document: InvoiceDocument) => {
        const pages = layoutInvoice(document);
        expect(pages.flatMap(({ lines }) => lines)).toEqual(document.lines.map((_, at) => at));
        const money = (minor: number) => formatMoney({ minor, currency: 'EUR' }, 'en_GB');
        pages.forEach((page, at) => {
          const texts = said(page);
          expect(texts).toContain(`Page ${at + 1} of ${pages.length}`);
          for (const head of ['Description', 'Quantity', 'Amount'])
            expect(texts.filter((text) => text === head)).toHaveLength(1);
          for (const line of page.lines) expect(texts).toContain(money(document.lines[line]!.amountMinor));
          const isLast = at === pages.length - 1;
          expect(texts.includes('Total excluding VAT')).toBe(isLast);
          expect(texts.includes('Total EUR')).toBe(isLast);
          if (isLast)
            for (const minor of [document.netMinor, document.vat.minor, document.totalMinor])
              expect(texts).toContain(money(minor));
          if (document.lines.length > 0) expect(page.lines.length).toBeGreaterThan(0);
        });
      }),
      { numRuns: 60 },
    );
  });

  it('have nothing outside their margins', () => {
    fc.assert(
      fc.property(invoices, (document) => {
        everyMark(layoutInvoice(document), (left, right, y) => {
          expect(left).toBeGreaterThanOrEqual(PAGE.left - 0.01);
          expect(right).toBeLessThanOrEqual(PAGE.right + 0.01);
          expect(y).toBeLessThan(PAGE.height - 30);
        });
      }),
      { numRuns: 30 },
    );
  });

  it('contain long names of all parties, and the largest amounts', () => {
    const party = {
      name: 'Donaudampfschifffahrt'.repeat(20),
      lines: ['W'.repeat(400), 'x '.repeat(300)],
      vatNumber: 'W'.repeat(60),
    };
    const lines = [
      { description: 'W'.repeat(5_000), quantity: Number.MAX_SAFE_INTEGER, amountMinor: -Number.MAX_SAFE_INTEGER },
    ];
    const number = 'W'.repeat(100);
    const pages = layoutInvoice(
      invoiceWith({ seller: party, buyer: party, lines, number, vat: NO_VAT, locale: 'de_DE' }),
    );
    everyMark(pages, (left, right) => {
      expect(left).toBeGreaterThan(0);
      expect(right).toBeLessThan(PAGE.width);
    });
    expect(pages.flatMap(said)).toContain('-90.071.992.547.409,91 SEK');
  });

  it('exist for any text', () => {
    const anything = fc.string({ unit: 'binary', maxLength: 60 });
    fc.assert(
      fc.property(anything, anything, (name, description) => {
        const buyer = { name, lines: [name], vatNumber: name };
        const lines = [{ description, quantity: 1, amountMinor: 4_320_752 }];
        expect(layoutInvoice(invoiceWith({ buyer, lines })).flatMap(said)).toContain('54 009,40 kr');
      }),
      { numRuns: 40 },
    );
  });

  it('keep the sums with the last line when they do not fit under it', () => {
    const lines = (length: number) => Array.from({ length }, () => ({ description: 'a', quantity: 1, amountMinor: 1 }));
    const counts = Array.from({ length: 40 }, (_, at) =>
      layoutInvoice(invoiceWith({ lines: lines(at + 1), vat: NO_VAT })),
    );
    expect(counts[0]).toHaveLength(1);
    expect(counts[39]).toHaveLength(2);
    const first = counts.find((pages) => pages.length === 2);
    expect(first?.[1]?.lines).toHaveLength(1);
  });
});

describe('Wrapping', () => {
  it('keeps every character, and no line exceeds the maximum width', () => {
    const words = fc.string({
      unit: fc.constantFrom('a', 'W', ' ', '-', '/', 'é', '漢', 'ش', '😀', '\u0301'),
      maxLength: 80,
    });
    fc.assert(
      fc.property(words, fc.integer({ min: 20, max: 200 }), (text, width) => {
        const lines = wrap(text, BODY, width, 1_000);
        expect(lines.join('').replaceAll(' ', '')).toBe(text.normalize('NFC').replaceAll(' ', ''));
        for (const line of lines) expect(lineWidth(line, BODY)).toBeLessThanOrEqual(width + 0.5);
      }),
    );
  });

  it('ends with an ellipsis if it is too long', () => {
    const lines = wrap('word '.repeat(100), BODY, 100, 3);
    expect(lines).toHaveLength(3);
    expect(lines[2]).toMatch(/^word .*…$/);
    expect(lineWidth(lines[2]!, BODY)).toBeLessThanOrEqual(100);
  });
});
