import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { passedTo, passOn } from './passed-parameters.ts';

const UTM = ['utm_source', 'utm_medium'];

describe('campaign parameters of a followed link', () => {
  it('are passed on as far as the store has chosen them and the page does not contain them', () => {
    expect(passedTo('https://shop.test/p', [])).toBeUndefined();
    expect(passedTo('https://shop.test/p', UTM)).toEqual(UTM);
    expect(passedTo('https://shop.test/p?UTM_Source=own#utm_medium=x', UTM)).toEqual(['utm_medium']);
    expect(passedTo('https://shop.test/p?utm%5Fsource=own&utm_medium', UTM)).toBeUndefined();
  });

  it('are the first of their name, encoded and shortened', () => {
    expect(passOn('', UTM)).toBe('');
    expect(passOn('utm_source=a%26b%23c&utm_source=d&utm_term=x&tclid=y', UTM)).toBe('&utm_source=a%26b%23c');
    expect(passOn('utm_medium=%0d%0aset-cookie:x&utm_source=', UTM)).toBe('&utm_medium=%0D%0Aset-cookie%3Ax');
    expect(passOn(`utm_source=${'é'.repeat(300)}`, UTM)).toBe(`&utm_source=${'%C3%A9'.repeat(255)}`);
  });

  it('change only their own parameters, with any content', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (one, two) => {
        const query = new URLSearchParams([
          ['utm_source', one],
          ['utm_medium', two],
          ['tclid', 'forged'],
        ]);
        const page = new URL(`https://shop.test/p?a=1&tclid=ID${passOn(`${query}`, UTM)}#end`);
        expect(page.searchParams.getAll('tclid')).toEqual(['ID']);
        expect([page.origin, page.pathname, page.hash]).toEqual(['https://shop.test', '/p', '#end']);
        expect([...page.searchParams.keys()].every((name) => ['a', 'tclid', ...UTM].includes(name))).toBe(true);
        expect(page.searchParams.get('utm_source') ?? '').toBe([...query.get('utm_source')!].slice(0, 255).join(''));
      }),
      { numRuns: 30 },
    );
  });
});
