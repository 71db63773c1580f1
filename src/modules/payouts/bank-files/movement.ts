import type { BankMovement } from '../../../platform/bank-files/bank-report.ts';
import { fromDecimalString, InvalidMoney } from '../../../platform/money.ts';

/** Payouts are identified by their end-to-end id, in any element in which a bank repeats it. */
export const PAYOUT_ID = /TR[0-9A-F]{16}/;

/** Payers and banks write a number with other separators or none, and split it anywhere. */
const INVOICE_NUMBER = /(?<![a-z])S[\s./_-]*((?:\d[\s./_-]*){9}\d)(?!\d)/gi;

/** An amount in minor units. */
interface Amount {
  amountMinor: number;
  currency: string;
}

/** A movement with its amounts in minor units. */
export interface Movement extends Omit<BankMovement, 'amount' | 'entryAmount' | 'stated' | 'charges'> {
  /** What moved on the account; null: the bank did not state it, or the currency does not have the amount. */
  amountMinor: number | null;
  entryMinor: number | null;
  stated: Amount[];
  /** The charges that the bank states, in the currency of the account. */
  chargesMinor: number;
}

/** Converts the amounts of a movement. An amount that its currency does not have, or of an unknown currency, is no amount. */
export function movementOf({ amount, entryAmount, stated, charges, ...movement }: BankMovement): Movement {
  const { currency } = movement;
  const minorOf = (text: string | null): number | null => (text === null ? null : exactMinor(text, currency));
  return {
    ...movement,
    amountMinor: minorOf(amount),
    entryMinor: minorOf(entryAmount),
    stated: stated.flatMap((one) => {
      const amountMinor = exactMinor(one.amount, one.currency);
      return amountMinor === null ? [] : [{ amountMinor, currency: one.currency }];
    }),
    chargesMinor: charges.reduce((sum, text) => sum + (minorOf(text) ?? 0), 0),
  };
}

/**
 * Whether the bank states this amount of a payment: it is what moved on the account, an instructed or a transaction amount, or
 * differs from what moved by the stated charges.
 */
export function states(movement: Movement, wanted: Amount): boolean {
  const { amountMinor, currency, stated, chargesMinor, direction } = movement;
  if (amountMinor === null) return false;
  const isWanted = (one: Amount) => one.currency === wanted.currency && one.amountMinor === wanted.amountMinor;
  const withoutCharges = amountMinor + (direction === 'in' ? chargesMinor : -chargesMinor);
  return [{ amountMinor, currency }, { amountMinor: withoutCharges, currency }, ...stated].some(isWanted);
}

/**
 * What the payer paid in a currency: what moved on an account in this currency, otherwise the amount that the bank states in it.
 * @returns minor units; null if the bank states none
 */
export function paidIn({ amountMinor, currency: ofAccount, stated }: Movement, currency: string): number | null {
  if (amountMinor === null || currency === ofAccount) return currency === ofAccount ? amountMinor : null;
  return stated.find((one) => one.currency === currency)?.amountMinor ?? null;
}

function exactMinor(amount: string, currency: string): number | null {
  try {
    return fromDecimalString(amount, currency);
  } catch (error) {
    if (error instanceof InvalidMoney) return null;
    throw error;
  }
}

/** The numbers of stores' invoices that a text names, in the form in which invoices state them. */
export function invoiceNumbersIn(text: string): Set<string> {
  const digits = [...text.matchAll(INVOICE_NUMBER)].map(([, number = '']) => number.replaceAll(/\D/g, ''));
  return new Set(digits.map((number) => `S${number.slice(0, 4)}-${number.slice(4)}`));
}
