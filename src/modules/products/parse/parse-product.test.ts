import { describe, expect, it } from 'vitest';
import { shoe } from './feed.fixture.ts';
import { type ItemError, parseProduct, type ReadProduct } from './parse-product.ts';

const rules = { currency: 'EUR', domains: ['cast-shop.example'], now: new Date('2026-11-23T12:00:00Z') };
const parse = (fields: Record<string, string>) => parseProduct({ line: 7, fields: shoe('1', fields) }, rules);
const product = (fields: Record<string, string>) => (parse(fields) as ReadProduct).product;
const warningsOf = (fields: Record<string, string>) => (parse(fields) as ReadProduct).warnings;
const NOVEMBER = '2026-11-01T00:00+01:00/2026-11-30T23:59+01:00';

describe('a product of a feed', () => {
  it('has its prices in minor units, and its sale price while it applies', () => {
    expect(product({ price: 'EUR 99.5', sale_price: '79 eur' })).toMatchObject({
      priceMinor: 9950,
      salePriceMinor: 7900,
    });
    expect(product({ price: '99.500000 EUR' }).priceMinor).toBe(9950);
    expect(product({ price: '99.5050 EUR' }).priceMinor).toBe(9951);
    const during = { sale_price: '79 EUR', sale_price_effective_date: NOVEMBER };
    expect(product(during).salePriceMinor).toBe(7900);
    expect(
      product({ ...during, sale_price_effective_date: NOVEMBER.replaceAll('2026', '2025') }).salePriceMinor,
    ).toBeNull();
    expect(product({ sale_price: '100 EUR' }).salePriceMinor).toBeNull();
    expect(product({ price: '0 EUR' }).priceMinor).toBe(0);
  });

  it('has the category of the store rather than that of Google, and the URL of a link', () => {
    expect(product({ product_type: 'A>B', google_product_category: 'C' }).category).toBe('A > B');
    expect(product({ product_type: '', google_product_category: 'C' }).category).toBe('C');
    expect(product({ link: 'HTTPS://CAST-SHOP.example/a?tclid=abc' }).url).toBe('https://cast-shop.example/a');
  });

  it.each([
    ['12,50 EUR', 1250],
    ['1,234.50 EUR', 123_450],
    ['1.234,50 EUR', 123_450],
    ['1 234,50 €', 123_450],
    ['€9.90', 990],
    ['9.90 €', 990],
    ['eur9.9', 990],
    ['9.9900 EUR', 999],
    ['0.500 EUR', 50],
    ['1234.5 EUR', 123_450],
  ])('with the price %s costs %d', (price, priceMinor) => {
    expect(product({ price }).priceMinor).toBe(priceMinor);
  });

  it('has the currency of its column if the price names none', () => {
    expect(product({ price: '9,90', currency: 'EUR' }).priceMinor).toBe(990);
    expect((parse({ price: '9,90', currency: 'SEK' }) as ItemError[])[0]).toMatchObject({ field: 'price' });
  });

  it.each([
    ['in stock', 'in_stock'],
    ['IN_STOCK', 'in_stock'],
    ['https://schema.org/InStock', 'in_stock'],
    ['yes', 'in_stock'],
    ['1', 'in_stock'],
    ['25', 'in_stock'],
    ['limited', 'in_stock'],
    ['', 'in_stock'],
    ['pre-order', 'preorder'],
    ['Pre Order', 'preorder'],
    ['back-order', 'backorder'],
    ['0', 'out_of_stock'],
    ['-2', 'out_of_stock'],
    ['no', 'out_of_stock'],
    ['discontinued', 'out_of_stock'],
    ['Sold out', 'out_of_stock'],
    ['Ausverkauft', 'out_of_stock'],
  ])('with the availability "%s" is %s', (availability, expected) => {
    expect(product({ availability }).availability).toBe(expected);
    expect(warningsOf({ availability })).toEqual([]);
  });

  it.each<[string, Record<string, string>, string, Record<string, unknown>]>([
    ['a sale price above the price', { sale_price: '101 EUR' }, 'sale_price', { salePriceMinor: null }],
    ['a sale price in another currency', { sale_price: '5 SEK' }, 'sale_price', { salePriceMinor: null }],
    ['a negative sale price', { sale_price: '-0.01 EUR' }, 'sale_price', { salePriceMinor: null }],
    [
      'a sale at no time',
      { sale_price: '1 EUR', sale_price_effective_date: 'soon' },
      'sale_price_effective_date',
      { salePriceMinor: null },
    ],
    ['an unknown availability', { availability: 'maybe' }, 'availability', { availability: 'in_stock' }],
    ['a huge brand', { brand: 'x'.repeat(501) }, 'brand', { brand: '' }],
    ['a category with a NUL', { product_type: 'a\0b' }, 'product_type', { category: '' }],
  ])('with %s is read without it, with a warning', (_what, fields, field, expected) => {
    expect(product(fields)).toMatchObject({ priceMinor: 10_000, ...expected });
    expect(warningsOf(fields)).toMatchObject([{ field, line: 7, isOmitted: false }]);
  });

  it('has a title on one line', () => {
    expect(product({ title: 'Bett\n\t140' }).title).toBe('Bett 140');
  });

  it('has no picture that the console cannot show', () => {
    for (const image_link of [
      'http://a.example/1.jpg',
      'javascript:alert(1)',
      'data:image/png;base64,AA',
      'nowhere',
      'https://u:p@a.example/',
    ])
      expect(product({ image_link }).imageUrl).toBeNull();
  });

  it('has another content hash when any field changes', () => {
    const changes = [
      {},
      { title: 'T' },
      { brand: 'B' },
      { price: '1 EUR' },
      { sale_price: '1 EUR' },
      { availability: 'preorder' },
    ];
    const hashes = changes.map((fields) => product(fields).contentHash);
    expect(new Set(hashes).size).toBe(changes.length);
    expect(product({}).contentHash).toBe(hashes[0]);
  });

  it.each<[string, Record<string, string>, string[]]>([
    ['no id', { id: '' }, ['id']],
    ['a long id', { id: 'x'.repeat(201) }, ['id']],
    ['a huge title', { title: 'x'.repeat(100_000) }, ['title']],
    ['a title with a NUL', { title: 'a\0b' }, ['title']],
    ['no URL', { link: 'shoes' }, ['link']],
    ['a script as its URL', { link: 'javascript:alert(1)' }, ['link']],
    ['a URL at another domain', { link: 'https://elsewhere.example/' }, ['link']],
    ['a URL at a domain that ends likewise', { link: 'https://evilcast-shop.example/' }, ['link']],
    ['a URL with a password', { link: 'https://a:b@cast-shop.example/' }, ['link']],
    ['a long URL', { link: `https://cast-shop.example/${'x'.repeat(2048)}` }, ['link']],
    ['no price', { price: '' }, ['price']],
    ['a negative price', { price: '-1.00 EUR' }, ['price']],
    ['another currency', { price: '100 SEK' }, ['price']],
    ['no currency', { price: '100' }, ['price']],
    ['an unknown currency', { price: '100 XYZ' }, ['price']],
    ['two currencies', { price: 'EUR 100 EUR' }, ['price']],
    ['a price of thousands or of three decimals', { price: '1.001 EUR' }, ['price']],
    ['a price above what is exact', { price: '999999999999999 EUR' }, ['price']],
    ['a price that could be thousands or decimals', { price: '1.500 EUR' }, ['price']],
    ['a comma that could separate thousands or decimals', { price: '1,234 EUR' }, ['price']],
    ['a symbol of another currency', { price: '$9.90' }, ['price']],
    ['two currencies that differ', { price: '9.90 EUR', currency: 'SEK', title: '' }, ['title']],
    ['several errors', { id: '', price: 'free', availability: 'maybe' }, ['id', 'price']],
  ])('with %s is left out, and the error names the field', (_what, fields, expected) => {
    const errors = parse(fields);
    if (!Array.isArray(errors)) throw new Error('the item is not refused');
    expect(errors.map(({ field }) => field)).toEqual(expected);
    expect(errors.every(({ line }) => line === 7)).toBe(true);
  });
});
