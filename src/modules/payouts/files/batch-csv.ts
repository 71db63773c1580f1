import { stringify } from 'csv-stringify/sync';
import { toDecimalString } from '../../../platform/money.ts';
import { bankText } from './latin.ts';
import type { Payment, PaymentBatch } from './payment.ts';

/**
 * Writes payments as a file for PayPal's mass payouts: address, amount, currency, our id, a note.
 * @param payments to PayPal accounts only
 */
export function paypalFile({ currency, debtor }: PaymentBatch, payments: readonly Payment[]): Buffer {
  const rows = payments.map(({ to, amountMinor, endToEndId }) => {
    if (to.method !== 'paypal') throw new Error(`${to.method} is not PayPal.`);
    const amount = toDecimalString({ minor: amountMinor, currency });
    return [to.email, amount, currency, endToEndId, bankText(`Payout of ${debtor.name}`, 100), 'PayPal'];
  });
  const header = ['Email/Phone', 'Amount', 'Currency code', 'Reference ID', 'Note to recipient', 'Recipient wallet'];
  return csv([header, ...rows]);
}

/**
 * Writes payments as a batch file of Wise for recipients that exist there.
 * @param payments to Wise recipients only
 */
export function wiseFile({ currency }: PaymentBatch, payments: readonly Payment[]): Buffer {
  const rows = payments.map(({ to, amountMinor, endToEndId }) => {
    if (to.method !== 'wise') throw new Error(`${to.method} is not Wise.`);
    const amount = toDecimalString({ minor: amountMinor, currency });
    return [to.recipientId, bankText(to.holder, 70), currency, currency, 'target', amount, endToEndId];
  });
  const names = ['sourceCurrency', 'targetCurrency', 'amountCurrency', 'amount', 'paymentReference'];
  return csv([['recipientId', 'name', ...names], ...rows]);
}

/**
 * Writes payments to connected accounts of Stripe as a list for information. The service sends them itself.
 * @param payments to accounts of Stripe only
 */
export function stripeFile({ currency }: PaymentBatch, payments: readonly Payment[]): Buffer {
  const rows = payments.map(({ to, amountMinor, endToEndId }) => {
    if (to.method !== 'stripe') throw new Error(`${to.method} is not Stripe.`);
    return [to.accountId, toDecimalString({ minor: amountMinor, currency }), currency, endToEndId];
  });
  return csv([['destination', 'amount', 'currency', 'transfer_group'], ...rows]);
}

/**
 * An address may begin with a sign that spreadsheets read as a formula; the services read files literally, so the cell is quoted
 * and not changed.
 */
const csv = (rows: readonly (readonly string[])[]): Buffer =>
  Buffer.from(stringify(rows as string[][], { record_delimiter: 'windows', quoted_match: /[\r\n=+@]|^-/ }));
