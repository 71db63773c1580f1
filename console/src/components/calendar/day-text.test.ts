import { describe, expect, it } from 'vitest';
import { dayText, readDayText, weekStartIn } from './day-text.ts';

describe('a day in a field', () => {
  it.each([
    ['en-GB', '22/11/2026'],
    ['en-US', '11/22/2026'],
    ['de-DE', '22.11.2026'],
    ['sv-SE', '2026-11-22'],
  ])('is written and read as in %s', (locale, text) => {
    expect(dayText('2026-11-22', locale)).toBe(text);
    expect(readDayText(text, locale)).toBe('2026-11-22');
    expect(readDayText('2026-11-22', locale)).toBe('2026-11-22');
  });

  it('is read without zeros and century', () => {
    expect(readDayText('1.2.26', 'de-DE')).toBe('2026-02-01');
    expect(readDayText('1/2/2026', 'en-US')).toBe('2026-01-02');
  });

  it.each(['', '31.2.2026', '2026', 'today', '1.13.2026', '1.2.3.2026'])('is not read from %s', (text) => {
    expect(readDayText(text, 'de-DE')).toBeNull();
  });

  it('is in a week that begins as people there expect', () => {
    expect([weekStartIn('sv-SE'), weekStartIn('en-US')]).toEqual([1, 0]);
  });
});
