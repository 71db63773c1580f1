import { Type } from 'typebox';
import { currencyCode, id, money, oneOf } from '../../../platform/http/fields.ts';
import { moneyObject } from '../../../platform/money.ts';
import { v2Envelope } from '../../../platform/pagination.ts';
import { type Balance, PAYEE_KINDS, type PayeeBalance } from './read-balances.ts';

const amount = (description: string) => money({ signed: true, description });

const figures = {
  currency: currencyCode(),
  earned: amount('All earnings so far: paid, held and payable, less overpaid.'),
  paid: amount('What has been paid out.'),
  payable: amount('What can be paid out now.'),
  held: Type.Object(
    {
      total: amount('All of it.'),
      not_invoiced: amount('Earnings of open months, and corrections that the next closing books.'),
      hold_period: amount('Earnings of clicks and orders within the hold period.'),
      store_unpaid: amount('The store’s invoice is neither paid nor released.'),
      on_hold: amount('An administrator has put the store or the payee on hold.'),
    },
    {
      description:
        'Amounts that cannot be paid out yet. Each amount has the first reason that applies: on hold, hold period, store unpaid.',
    },
  ),
  overpaid: amount('The amount by which payouts exceed earnings; it is deducted from later earnings.'),
};

export const BalanceList = Type.Array(Type.Object(figures), { description: 'One for each currency.' });

export const PayeeBalanceList = v2Envelope(
  Type.Object({ kind: oneOf(PAYEE_KINDS), payee_id: id(), payee_name: Type.String(), ...figures }),
);

/** A balance as its owner reads it. */
export function presentBalance(balance: Balance) {
  const { currency, notInvoiced, holdPeriod, storeUnpaid, onHold } = balance;
  const printed = (minor: number) => moneyObject({ minor, currency });
  return {
    currency,
    earned: printed(balance.earned),
    paid: printed(balance.paid),
    payable: printed(balance.payable),
    held: {
      total: printed(notInvoiced + holdPeriod + storeUnpaid + onHold),
      not_invoiced: printed(notInvoiced),
      hold_period: printed(holdPeriod),
      store_unpaid: printed(storeUnpaid),
      on_hold: printed(onHold),
    },
    overpaid: printed(balance.overpaid),
  };
}

/** A balance in the list of administrators. */
export function presentPayeeBalance(balance: PayeeBalance) {
  const { kind, payeeId, payeeName } = balance;
  return { kind, payee_id: payeeId, payee_name: payeeName, ...presentBalance(balance) };
}
