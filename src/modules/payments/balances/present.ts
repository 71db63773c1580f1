import { Type } from 'typebox';
import { completeList } from '../../../platform/http/complete-list.ts';
import { currencyCode, dateTime, id, money, nameSchemas, nullable, oneOf } from '../../../platform/http/fields.ts';
import { moneyObject } from '../../../platform/money.ts';
import { v2Envelope } from '../../../platform/pagination.ts';
import { type Balance, type OwnBalance, PAYEE_KINDS, type PayeeBalance, type Pending } from './read-balances.ts';

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

/** What undecided orders and agreed sums would add to an amount. */
export const pendingReply = Type.Object(
  {
    total: money({ description: 'All of it.' }),
    dated: money({
      description: 'The part of it whose orders are approved by themselves by `decide_by` at the latest.',
    }),
    decide_by: nullable(dateTime({ description: 'Null: none of the orders is approved by itself.' })),
    agreed: money({
      description:
        'Agreed sums of campaigns that are done; the closing of the month books them. It is not part of `total`.',
    }),
  },
  {
    description:
      'What undecided orders, and agreed sums beside them, would add, without VAT. It is not part of the other amounts.',
  },
);

/** Presents `Pending` in a currency. */
export const presentPending = ({ pending, pendingDated, pendingUntil, agreed }: Pending, currency: string) => ({
  total: moneyObject({ minor: pending, currency }),
  dated: moneyObject({ minor: pendingDated, currency }),
  decide_by: pendingUntil === null ? null : new Date(pendingUntil).toISOString(),
  agreed: moneyObject({ minor: agreed, currency }),
});

const OwnBalanceRecord = Type.Object({ ...figures, pending: pendingReply });
export const BalanceList = completeList(OwnBalanceRecord, { description: 'One for each currency.' });

export const PayeeBalanceList = v2Envelope(
  Type.Object({ kind: oneOf(PAYEE_KINDS), payee_id: id(), payee_name: Type.String(), ...figures }),
);

/** A balance as its owner reads it. */
export const presentOwnBalance = (balance: OwnBalance) => ({
  ...presentBalance(balance),
  pending: presentPending(balance, balance.currency),
});

function presentBalance(balance: Balance) {
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

nameSchemas({ Balance: OwnBalanceRecord, Balances: BalanceList, PayeeBalancePage: PayeeBalanceList });
