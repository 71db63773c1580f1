import fc from 'fast-check';
import { composeIBAN, countrySpecs, isValidIBAN } from 'ibantools';
import { describe, expect, it } from 'vitest';
import { parseIban, printedAccount, readPrintedAccount } from './bank-account.ts';

/** Countries whose account numbers consist of digits, so that any digits are one. */
const COUNTRIES = Object.entries(countrySpecs).flatMap(([country, { chars }]) => {
  if (!chars) return [];
  const bban = '1'.repeat(chars - 4);
  const iban = composeIBAN({ countryCode: country, bban });
  return iban !== null && isValidIBAN(iban) ? [{ country, length: chars - 4 }] : [];
});

describe('A printed account', () => {
  it('is read whole and without what follows, for the accounts of every country', () => {
    expect(COUNTRIES.length).toBeGreaterThan(40);
    const account = fc
      .constantFrom(...COUNTRIES)
      .chain(({ country, length }) =>
        fc
          .array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length })
          .map((digits) => composeIBAN({ countryCode: country, bban: digits.join('') })),
      )
      .filter((iban): iban is string => iban !== null && isValidIBAN(iban));
    const before = fc.constantFrom('IBAN ', 'iban: ', 'Konto ', '', 'Bank 1 / ');
    const after = fc.constantFrom('', ' BIC ESSESESS', ' · BIC ESSESESSXXX', ' Stockholm', ', Zagreb 10000', ' 12');
    fc.assert(
      fc.property(account, before, after, fc.boolean(), (iban, start, end, isGrouped) => {
        const number = isGrouped ? iban.replaceAll(/(.{4})(?=.)/g, '$1 ') : iban;
        expect(readPrintedAccount(`${start}${number}${end}`)).toEqual({
          iban,
          bic: /ESSESESS\w*/.exec(end)?.[0] ?? null,
        });
        expect(readPrintedAccount(printedAccount({ iban, bic: 'ESSESESS' }))).toEqual({ iban, bic: 'ESSESESS' });
      }),
    );
  });

  it('with one changed digit is invalid', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 23 }), fc.integer({ min: 1, max: 9 }), (at, more) => {
        const iban = 'SE4550000000058398257466';
        const changed = `${iban.slice(0, at)}${(Number(iban[at]) + more) % 10}${iban.slice(at + 1)}`;
        expect(readPrintedAccount(`IBAN ${changed}`)).toBe('invalid');
        expect(parseIban(changed)).toBeNull();
      }),
    );
  });

  it.each(['Bankgiro 5050-1055', 'Clearing 5000, account 58398257466', 'Skeppsbron 2', ''])(
    'is none in "%s", which names no IBAN',
    (printed) => {
      expect(readPrintedAccount(printed)).toBeNull();
    },
  );
});
