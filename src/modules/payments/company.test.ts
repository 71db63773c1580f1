import { describe, expect, it } from 'vitest';
import { vatOf } from './company.ts';

const company = { country: 'SE', vatRatePpm: 250_000 };
const noteOf = (country: string, vatNumber: string | null) => vatOf(company, { country, vatNumber }).note;

describe('The VAT of a sale to a store', () => {
  it.each([
    ['SE', 'SE559000000001', 'domestic'],
    ['DE', 'DE123456789', 'reverse_charge'],
    ['DE', '123 456 789', 'reverse_charge'],
    ['MC', 'FR 40 303 265 045', 'reverse_charge'],
    ['GR', 'EL123456789', 'reverse_charge'],
    ['DE', null, 'domestic'],
    ['NO', null, 'outside_eu'],
    ['NO', 'any', 'outside_eu'],
  ])('in %s with the number %s is %s', (country, vatNumber, note) => {
    expect(noteOf(country, vatNumber)).toBe(note);
  });

  it.each(['', '-', 'none', 'DE1', 'SE559000000001'])(
    'in DE is domestic with “%s”, which is no VAT number there',
    (text) => {
      expect(noteOf('DE', text)).toBe('domestic');
    },
  );
});
