import { describe, expect, it } from 'vitest';
import { shoe } from './feed.fixture.ts';
import { type FeedProduct, parseProduct } from './parse-product.ts';

const rules = { currency: 'EUR', domains: ['cast-shop.example'], now: new Date('2026-11-23T12:00:00Z') };
const parse = (fields: Record<string, string>) => parseProduct({ line: 7, fields: shoe('1', fields) }, rules);
const product = (fields: Record<string, string>) => parse(fields) as FeedProduct;
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
    ['a negative sale price', { sale_price: '-0.01 EUR' }, ['sale_price']],
    ['another currency', { price: '100 SEK' }, ['price']],
    ['no currency', { price: '100' }, ['price']],
    ['an unknown currency', { price: '100 XYZ' }, ['price']],
    ['two currencies', { price: 'EUR 100 EUR' }, ['price']],
    ['a comma in the price', { price: '1.000,00 EUR' }, ['price']],
    ['a price of thousands or of three decimals', { price: '1.001 EUR' }, ['price']],
    ['a price above what is exact', { price: '999999999999999 EUR' }, ['price']],
    ['a sale price above the price', { sale_price: '101 EUR' }, ['sale_price']],
    ['a sale at no time', { sale_price: '1 EUR', sale_price_effective_date: 'soon' }, ['sale_price_effective_date']],
    ['an unknown availability', { availability: 'maybe' }, ['availability']],
    ['several errors', { id: '', price: 'free', availability: 'maybe' }, ['id', 'price', 'availability']],
  ])('with %s is left out, and the error names the field', (_what, fields, expected) => {
    const errors = parse(fields);
    if (!Array.isArray(errors)) throw new Error('the item is not refused');
    expect(errors.map(({ field }) => field)).toEqual(expected);
    expect(errors.every(({ line }) => line === 7)).toBe(true);
  });
});
