import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { invoiceWith } from '../../../../tests/harness/invoice.ts';
import { pdfTexts } from '../../../../tests/harness/pdf-text.ts';
import { InvalidMoney } from '../../../platform/money.ts';
import { InconsistentInvoice, type InvoiceDocument } from './document.ts';
import { invoicePdf } from './pdf.ts';

const textsOf = async (document: InvoiceDocument) => pdfTexts(await buffer(invoicePdf(document)));
const lineOf = (amountMinor: number, description = 'Clicks') => ({ description, quantity: 1, amountMinor });
const NO_VAT = { ratePpm: 0, minor: 0, note: 'not_applicable' } as const;

describe('An invoice as PDF', () => {
  it('contains everything that accounting requires, as text', async () => {
    const [page, ...more] = await textsOf(invoiceWith());
    expect(more).toEqual([]);
    for (const text of [
      'Faktura',
      '2026-000123',
      '1 december 2026',
      '31 december 2026',
      'november 2026',
      'Biflod AB',
      'Storgatan 12',
      '111 22 Stockholm',
      'Sverige',
      'Momsregistreringsnummer SE556677889901',
      'Björk & Åsa Mode AB',
      'Sveavägen 44',
      '113 59 Stockholm',
      'Momsregistreringsnummer SE556123456701',
      'Klick',
      '12 345',
      '43 207,52 kr',
      'Moms 25 %',
      '10 801,88 kr',
      'Totalt SEK',
      '54 009,40 kr',
      'Sida 1 av 1',
    ])
      expect(page).toContain(text);
    expect(page?.join(' ')).not.toContain('Betald');
  });

  it('is the same file each time, also after others were created, and begins and ends as a PDF', async () => {
    const first = await buffer(invoicePdf(invoiceWith()));
    await buffer(invoicePdf(invoiceWith({ locale: 'de', lines: [lineOf(-5, 'Ö: ; ä')] })));
    const second = await buffer(invoicePdf(invoiceWith()));
    expect(second.equals(first)).toBe(true);
    expect(first.toString('latin1')).toMatch(/^%PDF-1\.7[\s\S]*%%EOF\n?$/);
    expect(first.toString('latin1')).toContain('(D:20261201000000Z)');
    expect(first.toString('latin1')).toContain('/Lang (sv)');
  });

  it('states the reverse charge in the legal words, in the language of the reader', async () => {
    const vat = { ratePpm: 0, minor: 0, note: 'reverse_charge' } as const;
    const said = async (locale: string) => (await textsOf(invoiceWith({ vat, locale }))).flat().join(' ');
    expect(await said('en_GB')).toContain('Reverse charge, Article 196, Council Directive 2006/112/EC');
    expect(await said('fi_FI')).toContain('Reverse charge, Article 196, Council Directive 2006/112/EC');
    expect(await said('sv_SE')).toContain('Omvänd betalningsskyldighet');
    expect(await said('de-AT')).toContain('Steuerschuldnerschaft des Leistungsempfängers');
  });

  it('has the title of its kind', async () => {
    const titleOf = async (given: Partial<InvoiceDocument>) =>
      (await textsOf(invoiceWith({ locale: 'en_GB', ...given })))[0]?.[0];
    expect(await titleOf({})).toBe('Invoice');
    expect(await titleOf({ kind: 'client' })).toBe('Self-billing invoice');
    expect(await titleOf({ kind: 'creator', vat: NO_VAT })).toBe('Statement of earnings');
  });

  it('writes the decimals of the currency, minus signs, and the day of payment', async () => {
    const given = { locale: 'en_US', vat: NO_VAT, paidOn: '2027-01-04' };
    const [yen] = await textsOf(invoiceWith({ ...given, currency: 'JPY', lines: [lineOf(12_345)] }));
    expect(yen).toContain('¥12,345');
    expect(yen).toContain('Paid 4 January 2027');
    const [dinars] = await textsOf(invoiceWith({ ...given, currency: 'KWD', lines: [lineOf(-1_234_567)] }));
    expect(dinars).toContain('-KWD 1,234.567');
    const [nothing] = await textsOf(invoiceWith({ ...given, currency: 'EUR', lines: [] }));
    expect(nothing).toContain('€0.00');
  });

  it('writes names of all markets, and a box for a character that no font contains', async () => {
    const names = [
      'Łódź Świętojańska Żółć',
      'Καφενείο Αθήνα',
      'ООО «Ромашка»',
      'Ğüneş İş Çarşısı',
      'Ế Việt Nam',
      '株式会社ハート・デザイン',
      '臺灣股份有限公司',
      '한국주식회사 서울',
      'Þór Ærøskøbing',
    ];
    const lines = names.map((name) => lineOf(1, name));
    const [page] = await textsOf(invoiceWith({ vat: NO_VAT, lines }));
    const written = page?.join(' ').replaceAll(' ', '');
    for (const name of names) expect(written).toContain(name.replaceAll(' ', ''));
    const odd = [
      'Shop 😀👨‍👩‍👧',
      'e\u0301\u0323',
      '\u0301',
      '\ud800',
      'a\0b',
      '\u202eevil',
      '\ufeff',
      '\u200b',
      '🏴‍☠️',
      'חברת הדוגמה 123 בע"מ',
      'مؤسسة المثال للتجارة',
      'สวัสดีประเทศไทย',
    ];
    const [boxes] = await textsOf(invoiceWith({ vat: NO_VAT, lines: odd.map((name) => lineOf(1, name)) }));
    for (const text of ['a b', 'evil']) expect(boxes?.join(' ')).toContain(text);
  });

  it('accepts any text', async () => {
    const anything = fc.string({ unit: 'binary', maxLength: 60 });
    await fc.assert(
      fc.asyncProperty(anything, anything, async (name, description) => {
        const buyer = { name, lines: [name], vatNumber: name };
        const pages = await textsOf(invoiceWith({ buyer, lines: [lineOf(4_320_752, description)] }));
        expect(pages[0]).toContain('54 009,40 kr');
      }),
      { numRuns: 6 },
    );
  });

  it('is refused when its sums do not follow from its lines, or its currency does not exist', () => {
    expect(() => invoicePdf({ ...invoiceWith(), netMinor: 1 })).toThrow(InconsistentInvoice);
    expect(() => invoicePdf({ ...invoiceWith(), totalMinor: 1 })).toThrow(
      'Invoice 2026-000123 comes to 5400940, not 1',
    );
    expect(() => invoicePdf(invoiceWith({ currency: 'XXQ' }))).toThrow(InvalidMoney);
  });
});
