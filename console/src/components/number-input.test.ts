import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ReaderContext } from '../language/language.tsx';
import { DecimalInput } from './decimal-input.tsx';
import { majorText, plainNumber, readNumber } from './number-input.ts';

/** The value that the field shows. */
function shownIn(locale: string, value: string): string | undefined {
  const field = createElement(DecimalInput, { value, onChange: () => undefined });
  const read = createElement(ReaderContext, { value: { language: 'en', locale } }, field);
  return /value="([^"]*)"/.exec(renderToString(createElement(MantineProvider, null, read)))?.[1];
}

describe('A typed number', () => {
  it.each([
    ['12,5', '12.5', 12.5],
    ['12.50', '12.50', 12.5],
    ['1 234,50', '1234.50', 1234.5],
    ['0', '0', 0],
    // These are ambiguous, because one of the two separators separates thousands. The parser refuses them.
    ['1.234,50', '1.234,50', Number.NaN],
    ['1,234.50', '1,234.50', Number.NaN],
    ['-1', '-1', Number.NaN],
    ['ten', 'ten', Number.NaN],
    ['2.', '2.', Number.NaN],
    [' ', '', undefined],
  ])('is read with a comma or a point: %j', (typed, plain, number) => {
    expect([plainNumber(typed), readNumber(typed)]).toEqual([plain, number]);
  });

  it('has the decimal digits of its currency', () => {
    expect([majorText(1250, 'SEK'), majorText(1250, 'JPY'), majorText(undefined, 'SEK')]).toEqual([
      '12.50',
      '1250',
      '',
    ]);
  });

  it.each([
    ['sv-SE', '1234.50', '1234,50'],
    ['de-DE', '0.5', '0,5'],
    ['en-GB', '0.5', '0.5'],
    ['sv-SE', '1.2.3', '1.2.3'],
  ])('is shown with the separator of the locale %s: %s', (locale, value, shown) => {
    expect(shownIn(locale, value)).toBe(shown);
  });
});
