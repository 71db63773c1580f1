import { describe, expect, it } from 'vitest';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { accountIdentity, type GivenAccount, maskAccount, parseAccount } from './account-details.ts';

const holder = 'Maja Lind';
const faultsOf = (given: GivenAccount): string[] => {
  try {
    parseAccount(given);
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error;
    return Object.keys(error.errors).sort();
  }
};

describe('An account', () => {
  it.each<[GivenAccount, string | null, string]>([
    [{ method: 'iban', holder, iban: 'se45 5000 0000 0583 9825 7466', bic: 'essesess' }, null, 'SE ••••7466'],
    [{ method: 'iban', holder, iban: 'DE89370400440532013000', currency: 'EUR' }, 'EUR', 'DE ••••3000'],
    // Outside the SEPA scheme, no bank can route a payment without a BIC.
    [{ method: 'iban', holder, iban: 'TR330006100519786457841326', bic: 'TCZBTR2A' }, null, 'TR ••••1326'],
    [{ method: 'iban', holder: 'Ελένη Παπαδοπούλου', iban: 'GR1601101250000000012300695' }, null, 'GR ••••0695'],
    [{ method: 'bankgiro', holder, number: '5050-1055' }, 'SEK', '••••055'],
    [{ method: 'plusgiro', holder, number: '28 65 43-4' }, 'SEK', '••••434'],
    [{ method: 'uk', holder, sort_code: '12-34-56', number: '12345678' }, 'GBP', '••••5678'],
    [{ method: 'us', holder, routing_number: '021000021', number: '123456789' }, 'USD', '••••6789'],
    [{ method: 'paypal', holder, email: 'Maja@Example.com' }, null, 'm••••@example.com'],
    [{ method: 'wise', holder, recipient_id: '148700123' }, null, '••••123'],
  ])('%j', (given, currency, masked) => {
    const parsed = parseAccount(given);
    expect(parsed.currency).toBe(currency);
    expect(maskAccount(parsed.details)).toBe(masked);
    // The mask never contains more than half of the number.
    expect(accountIdentity(parsed.details)).not.toContain('•');
  });

  it.each<[GivenAccount, string[]]>([
    [{ method: 'iban', holder, iban: 'SE45 5000 0000 0583 9825 7467' }, ['iban']],
    [{ method: 'iban', holder }, ['iban']],
    [{ method: 'iban', holder, iban: 'TR330006100519786457841326' }, ['bic']],
    [{ method: 'iban', holder, iban: 'KW81CBKU0000000000001234560101' }, ['bic']],
    [{ method: 'iban', holder: '山田 太郎', iban: 'DE89370400440532013000' }, ['holder']],
    [{ method: 'iban', holder: '🎈', iban: 'DE89370400440532013000' }, ['holder']],
    [{ method: 'iban', holder, iban: 'SE4550000000058398257466', bic: 'NO' }, ['bic']],
    [{ method: 'iban', holder, iban: 'SE4550000000058398257466', email: 'a@b.example' }, ['email']],
    [{ method: 'bankgiro', holder, number: '5050-1056' }, ['number']],
    [{ method: 'bankgiro', holder, number: '5050-1055', currency: 'EUR' }, ['currency']],
    [{ method: 'plusgiro', holder, number: '00' }, ['number']],
    [{ method: 'uk', holder, sort_code: '1234', number: '1' }, ['number', 'sort_code']],
    [{ method: 'us', holder, routing_number: '021000022', number: '12' }, ['number', 'routing_number']],
    [{ method: 'paypal', holder, email: 'nobody' }, ['email']],
    [{ method: 'paypal', holder, email: '=cmd@example.test' }, ['email']],
    [{ method: 'paypal', holder, email: ' +1@example.test' }, ['email']],
    [{ method: 'paypal', holder, email: '-1@example.test' }, ['email']],
    [{ method: 'wise', holder, recipient_id: '=1+1' }, ['recipient_id']],
  ])('%j is refused', (given, fields) => {
    expect(faultsOf(given)).toEqual(fields);
  });
});
