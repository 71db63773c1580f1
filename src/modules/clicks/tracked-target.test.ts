import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mayBeTracked, readTracked } from './tracked-target.ts';

const CODE = 'aB3dE6gH9j';
const read = (target: string) => readTracked(target, false);

describe('A followed link', () => {
  it.each([
    '.',
    ',',
    ')',
    ';',
    '>',
    '*',
    '"',
    "'",
    '%20',
    '%22',
    '%0A',
    '//',
    '/',
    ').',
    '%E2%80%9D',
    '…',
    '%C3%A5',
    '%2520',
    '%E2%80%8B',
    '/more/path',
    '#top',
    '?',
    '?#x',
    '|',
    '%3E',
  ])('with "%s" behind its code is this link, without a query', (tail) => {
    expect(read(`/r/${CODE}${tail}`)).toEqual({ code: CODE, query: '' });
  });

  it.each([
    ['?sub1=a&sub2=b', 'sub1=a&sub2=b'],
    ['/?sub1=a', 'sub1=a'],
    ['&sub1=a', 'sub1=a'],
    ['&sub1=a?sub2=b', 'sub1=a&sub2=b'],
    ['%3Fsub1=a%26sub2=b', 'sub1=a&sub2=b'],
    ['%26sub1%3Da', 'sub1=a'],
    ['&amp;sub1=a', 'sub1=a'],
    ['?sub1=a&amp;sub2=b&#038;sub3=c&#38;sub4=d&#x26;sub5=e', 'sub1=a&sub2=b&sub3=c&sub4=d&sub5=e'],
    ['?amp;sub1=a&amp;amp;sub2=b', 'sub1=a&sub2=b'],
    [').?sub1=a', 'sub1=a'],
  ])('with "%s" behind its code has the query %s', (tail, query) => {
    expect(read(`/r/${CODE}${tail}`)).toEqual({ code: CODE, query });
  });

  it.each([
    `/R/${CODE}`,
    `//r/${CODE}`,
    `/r//${CODE}`,
    `//R/${CODE}.`,
    `/r/${CODE.replace('a', '%61')}`,
    `/r/%2561${CODE.slice(1)}`,
  ])('is read from %s', (target) => {
    expect(read(target)).toEqual({ code: CODE, query: '' });
  });

  it('is dispatched by its beginning', () => {
    expect(['//r/x', '/R/x', '//R/x'].map(mayBeTracked)).toEqual([true, true, true]);
    expect(['/v2/r/x', '/Rx', '//v2', '/reports', '/x//r/x'].map(mayBeTracked)).toEqual(Array(5).fill(false));
  });

  it('is none in a longer word, and none without a code', () => {
    expect(read(`/r/${CODE}x`)).toEqual({ code: `${CODE}x`, query: '' });
    for (const target of ['/r/', '/r', '/', '/r/.', '/r/%', '/x/abc', `/r/${'x'.repeat(65)}`])
      expect(read(target)).toBeNull();
  });

  it('is read the same with any characters behind it that no code contains', () => {
    const other = fc.string({ unit: fc.constantFrom(...'.,;:!)]}>*"\'` \\|~^$@+=%é–“/'.split('')), maxLength: 12 });
    fc.assert(
      fc.property(other, fc.boolean(), (tail, isEscaped) => {
        const written = isEscaped ? encodeURIComponent(tail) : tail;
        expect(read(`/r/${CODE}${written}`)).toEqual({ code: CODE, query: '' });
      }),
    );
  });

  it('on a domain of its owner needs no prefix, and names of files are none', () => {
    expect(readTracked('/my-slug.', true)).toEqual({ code: 'my-slug', query: '' });
    expect(readTracked('/my-slug&sub1=a', true)).toEqual({ code: 'my-slug', query: 'sub1=a' });
    for (const target of ['/robots.txt', '/.well-known/x', '/', '/favicon.ico'])
      expect(readTracked(target, true)).toBeNull();
    expect(readTracked(`/r/${CODE}.`, true)).toEqual({ code: CODE, query: '' });
  });
});
