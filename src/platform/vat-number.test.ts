import { describe, expect, it } from 'vitest';
import { parseVatNumber } from './vat-number.ts';

describe('A VAT number', () => {
  it.each([
    ['SE 559000-0000-01', 'SE', 'SE559000000001'],
    ['atu12345678', 'AT', 'ATU12345678'],
    ['BE 0123.456.789', 'BE', 'BE0123456789'],
    ['DE123456789', 'DE', 'DE123456789'],
    ['EL123456789', 'GR', 'EL123456789'],
    ['NL123456789B01', 'NL', 'NL123456789B01'],
    ['XI123456789', 'GB', 'XI123456789'],
    ['CHE-123.456.789 MWST', 'CH', 'CHE123456789MWST'],
    ['FR 40 303 265 045', 'MC', 'FR40303265045'],
    ['GB123456789', 'IM', 'GB123456789'],
    ['123 456 789', 'DE', 'DE123456789'],
    ['0123.456.789', 'BE', 'BE0123456789'],
    ['123-45-6789', 'US', '123456789'],
  ])('%s of %s is %s', (text, country, parsed) => {
    expect(parseVatNumber(text, country)).toBe(parsed);
  });

  it.each([
    ['SE559000000002', 'SE'],
    ['DE123456789', 'SE'],
    ['GR123456789', 'GR'],
    ['ATU1234567', 'AT'],
    ['123456789', 'MC'],
    ['', 'US'],
    ['<script>', 'US'],
  ])('%s is not a number of %s', (text, country) => {
    expect(parseVatNumber(text, country)).toBeNull();
  });
});
