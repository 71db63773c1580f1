import type { AccountDetails } from '../payout-accounts/account-details.ts';
import type { Payment, PaymentBatch } from './payment.ts';

/** One account of each method that a bank file can pay. */
export const accountsOf = (holder: string): AccountDetails[] => [
  { holder, method: 'iban', iban: 'SE4550000000058398257466', bic: 'ESSESESS' },
  { holder, method: 'iban', iban: 'DE89370400440532013000', bic: null },
  { holder, method: 'bankgiro', number: '50501055' },
  { holder, method: 'plusgiro', number: '2865434' },
  { holder, method: 'uk', sortCode: '123456', number: '12345678' },
  { holder, method: 'us', routing: '021000021', number: '123456789', type: 'savings' },
];

/** A payment to each account. */
export const paymentsTo = (accounts: readonly AccountDetails[], street: string): Payment[] =>
  accounts.map((to, at) => ({
    endToEndId: `TR000000000000000${at}`,
    amountMinor: 12_345 + at,
    to,
    address: { street, postalCode: '111 22', city: 'Göteborg', country: 'SE' },
  }));

export const batchOf = (currency: string, debtorBic: string | null = null): PaymentBatch => ({
  messageId: 'TRB0123456789ABCDEF01234567',
  currency,
  createdAt: new Date('2026-02-03T08:00:00Z'),
  executeOn: '2026-02-04',
  debtor: { name: 'Tributary Test AB', iban: 'SE4550000000058398257466', bic: debtorBic },
});
