import { expect, it } from 'vitest';
import { paymentCode } from './payment-code.ts';

const transfer = {
  name: 'Tributary Test AB',
  account: { iban: 'SE4550000000058398257466', bic: 'ESSESESS' },
  currency: 'EUR',
  minor: 123_405,
  reference: 'S2026-000001',
};

it('A payment code contains a SEPA transfer of EPC069-12 with the reference as text', () => {
  expect(paymentCode(transfer)?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'ESSESESS',
    'Tributary Test AB',
    'SE4550000000058398257466',
    'EUR1234.05',
    '',
    '',
    'S2026-000001',
  ]);
});

it('A payment code states the amount to the cent and at most 70 characters of the name', () => {
  const lines = (given: Partial<typeof transfer>) => paymentCode({ ...transfer, ...given })!.split('\n');
  for (const [minor, amount] of [
    [1, 'EUR0.01'],
    [10, 'EUR0.10'],
    [99_999_999_999, 'EUR999999999.99'],
  ] as const)
    expect(lines({ minor })[7]).toBe(amount);
  expect(lines({ name: 'ö'.repeat(80) })[5]).toBe('ö'.repeat(70));
});

it('A payment code has no BIC where none is known, within the European Economic Area only', () => {
  expect(paymentCode({ ...transfer, account: { ...transfer.account, bic: null } })?.split('\n')[4]).toBe('');
  const swiss = 'CH9300762011623852957';
  expect(paymentCode({ ...transfer, account: { iban: swiss, bic: null } })).toBeNull();
  expect(paymentCode({ ...transfer, account: { iban: swiss, bic: 'UBSWCHZH80A' } })).toContain(swiss);
});

it('There is no payment code for other currencies, accounts outside of SEPA, and amounts out of range', () => {
  for (const given of [
    { currency: 'SEK' },
    { account: { iban: 'SA0380000000608010167519', bic: 'NCBKSAJE' } },
    { minor: 0 },
    { minor: -1 },
    { minor: 100_000_000_000 },
  ])
    expect(paymentCode({ ...transfer, ...given })).toBeNull();
});
