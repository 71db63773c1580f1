import type { BankAccount } from '../../../platform/bank-account.ts';
import { isEeaIban, isSepaIban } from '../../../platform/sepa-countries.ts';

/** A bank transfer that banking apps prepare from a QR code. */
interface Transfer {
  name: string;
  account: BankAccount;
  currency: string;
  minor: number;
  /** What the payee recognizes the payment by. */
  reference: string;
}

const MAX_NAME = 70;
/** 999,999,999.99 EUR */
const MAX_MINOR = 99_999_999_999;

/**
 * The text of the QR code of a SEPA credit transfer (EPC069-12, version 002).
 * @returns null if there is none: for other currencies than the euro, accounts outside of SEPA or without the BIC that they need, and amounts out of range
 */
export function paymentCode({ name, account: { iban, bic }, currency, minor, reference }: Transfer): string | null {
  if (currency !== 'EUR' || minor < 1 || minor > MAX_MINOR || !isSepaIban(iban)) return null;
  if (bic === null && !isEeaIban(iban)) return null;
  const purpose = '';
  const structuredReference = '';
  return [
    'BCD',
    '002',
    '1', // UTF-8
    'SCT',
    bic ?? '',
    [...name].slice(0, MAX_NAME).join(''),
    iban,
    `EUR${(minor / 100).toFixed(2)}`,
    purpose,
    structuredReference,
    reference,
  ].join('\n');
}
