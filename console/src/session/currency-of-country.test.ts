import { expect, it } from 'vitest';
import { currencyOfCountry } from './currency-of-country.ts';

it('finds the currency of a country, also one that it shares with others', () => {
  const found = ['SE', 'DE', 'FI', 'NO', 'SJ', 'DK', 'CH', 'LI', 'GB', 'US', 'BG', 'VE', 'SN', 'CW'].map(
    currencyOfCountry,
  );
  expect(found.join(' ')).toBe('SEK EUR EUR NOK NOK DKK CHF CHF GBP USD EUR VES XOF XCG');
});

it('finds none for a territory without a currency', () => {
  expect(currencyOfCountry('AQ')).toBeUndefined();
});
