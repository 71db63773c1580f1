import { expect, it } from 'vitest';
import { isOwnAccount, ownAccountsOf } from './own-accounts.ts';

const IBAN = 'SE4550000000058398257466';
const OTHER = 'CH9300762011623852957';
const company = { name: 'A', lines: [], vatNumber: null, bankAccount: null, country: 'SE', vatRatePpm: 0 };
const none = { debtor: null };

it.each([
  [
    'the account of a setting beside a Bankgiro number',
    { bankAccount: 'Bankgiro 5050-1055', account: { iban: IBAN, bic: null } },
    [IBAN],
  ],
  ['the account that a printed text names', { bankAccount: 'IBAN SE45 5000 0000 0583 9825 7466 BIC ESSESESS' }, [IBAN]],
  ['none of a Bankgiro number alone, so that nothing is refused as foreign', { bankAccount: 'Bankgiro 5050-1055' }, []],
  ['none without a setting', {}, []],
])('The own accounts are %s', (_what, settings, accounts) => {
  expect(ownAccountsOf({ company: { ...company, ...settings }, payouts: none })).toEqual(accounts);
});

it('The own accounts include the one that payouts are charged to', () => {
  const payouts = { debtor: { iban: OTHER, bic: null } };
  expect(ownAccountsOf({ company: { ...company, account: { iban: IBAN, bic: null } }, payouts })).toEqual([
    OTHER,
    IBAN,
  ]);
});

it.each([
  ['the IBAN', IBAN, true],
  ['no account', null, true],
  ['the number within the IBAN', '58398257466', true],
  ['the number with the clearing number', '5000-58398257466', true],
  ['another IBAN', OTHER, false],
  ['an IBAN with the same end', 'NO9383258257466', false],
  ['another number', '5000-58398257467', false],
])('A report that names %s is compared with the own accounts', (_what, account, isOwn) => {
  expect(isOwnAccount(account, [IBAN])).toBe(isOwn);
});
