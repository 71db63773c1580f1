import { expect, test } from 'vitest';
import { targetAround } from './link-target.ts';

const landing = (url: string) => {
  const { targetBefore, targetAfter } = targetAround(url);
  return `${targetBefore}ID${targetAfter}`;
};

test.each([
  ['https://shop.test/', 'https://shop.test/?tclid=ID'],
  ['https://shop.test/p?a=1', 'https://shop.test/p?a=1&tclid=ID'],
  ['https://shop.test/p#top', 'https://shop.test/p?tclid=ID#top'],
  ['https://shop.test/p?a=1&b=2#top?not=query', 'https://shop.test/p?a=1&b=2&tclid=ID#top?not=query'],
  ['https://shop.test/p#a#b', 'https://shop.test/p?tclid=ID#a#b'],
  ['https://shop.test/p?u=https%3A%2F%2Fx%2F%3Fy%23z', 'https://shop.test/p?u=https%3A%2F%2Fx%2F%3Fy%23z&tclid=ID'],
  ['https://xn--klder-gra.test/%C3%B6?q=%20', 'https://xn--klder-gra.test/%C3%B6?q=%20&tclid=ID'],
  ['https://shop.test/p?a=1?b=2', 'https://shop.test/p?a=1?b=2&tclid=ID'],
  ['https://shop.test/$&$1?a=$$', 'https://shop.test/$&$1?a=$$&tclid=ID'],
])('%s leads to %s', (url, expected) => {
  expect(landing(url)).toBe(expected);
});

test.each(['https://shop.test/p?', 'https://shop.test/p?a=1&', 'https://shop.test/p?&', 'https://shop.test/?#f'])(
  '%s keeps each of its bytes and gets exactly one tclid, before the fragment',
  (url) => {
    const target = new URL(landing(url));
    expect(target.searchParams.getAll('tclid')).toEqual(['ID']);
    expect(target.hash).toBe(new URL(url).hash);
    expect(landing(url).replace(/&?tclid=ID/, '')).toBe(url);
  },
);

test('characters that a Location header cannot carry are percent-encoded, so that a badly stored URL still redirects', () => {
  expect(landing('https://shop.test/påse 漢\r\nSet-Cookie: a?q=é#ü')).toBe(
    'https://shop.test/p%C3%A5se%20%E6%BC%A2%0D%0ASet-Cookie:%20a?q=%C3%A9&tclid=ID#%C3%BC',
  );
});
