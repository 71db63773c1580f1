import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { adminOnly, inPerson } from '../../../platform/auth/policy.ts';
import {
  currencyCode,
  dateTime,
  day,
  id,
  money,
  nameSchemas,
  nullable,
  oneOf,
  whole,
  words,
} from '../../../platform/http/fields.ts';
import { givenMoney, requireGivenAmount } from '../../../platform/http/given-amount.ts';
import { operation } from '../../../platform/http/operation.ts';
import { moneyObject } from '../../../platform/money.ts';
import { earlierName } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import type { PaymentDeps } from '../deps.ts';
import { recordPrepayment, refundPrepaid } from './prepay.ts';
import { MOVEMENT_KINDS, readStoreBalance, type StoreBalance } from './read-balance.ts';

const MAX_MOVEMENTS = 100;
const sums = { min: 1, max: 10_000_000_000_000 };

const BalanceRecord = Type.Object({
  currency: currencyCode(),
  balance: money({ description: 'The prepaid amount that has not been used.' }),
  reference: Type.String({
    description: 'A payment that names it is added to the balance (ISO 11649).',
    examples: ['RF42P00000007'],
  }),
  bank_account: nullable(Type.String({ description: 'The account to pay to; null: none is configured.' })),
  movements: Type.Array(
    Type.Object({
      kind: oneOf(MOVEMENT_KINDS, {
        description: '`invoice`: paid from the balance. `credit_note`: of an invoice that was paid before.',
      }),
      at: dateTime(),
      amount: money({ signed: true, description: 'Negative: taken from the balance.' }),
      invoice_id: nullable(id()),
      number: nullable(Type.String({ description: 'Of the invoice or the credit note.' })),
    }),
    { description: `The latest first, at most ${MAX_MOVEMENTS}.` },
  ),
});

/** Prepaid balances of stores. */
export function prepaidRoutes(app: FastifyInstance, deps: PaymentDeps): void {
  const { company } = deps;
  const shared = { tags: ['Payments'], addition: true, replies: { 200: BalanceRecord } } as const;
  operation(app, {
    ...shared,
    method: 'GET',
    url: '/v2/stores/:store/balance',
    operationId: 'getStoreBalance',
    summary: 'Read the prepaid balance of a store, and how to pay in advance',
    description: 'Open invoices are paid from it, the oldest first. The remainder is added to the credit limit.',
    policy: onStore('store'),
    handle: async ({ ctx, resource: store }) =>
      present(await readStoreBalance(ctx, store.id, MAX_MOVEMENTS), company.bankAccount),
  });

  const changes = { ...shared, method: 'POST', policy: inPerson(adminOnly), idempotent: true } as const;
  const body = (reason: string) =>
    Type.Object({
      amount: Type.Optional(givenMoney({ ...sums, description: 'In the currency of the store. Required.' })),
      amount_minor: Type.Optional(whole({ ...sums, ...earlierName('amount') })),
      day: day({ description: 'Of the payment.' }),
      reason: words({ max: 1000, description: reason }),
    });
  operation(app, {
    ...changes,
    url: '/v2/admin/stores/:store/prepayments',
    operationId: 'recordPrepayment',
    scope: 'money',
    presence: 'fresh',
    summary: 'Record a prepayment of a store',
    description: 'For payments that no report of a bank has matched. Reports add theirs by the reference.',
    body: body('For the audit log, such as the reference of the payment.'),
    handle: async ({ ctx, params: { store: storeId }, body: { amount: current, amount_minor: earlier, ...rest } }) => {
      const { currency } = await readStoreBalance(ctx, storeId, 0);
      const amount = requireGivenAmount('amount', { current, earlier }, currency);
      await recordPrepayment(ctx, deps, { storeId, amountMinor: amount.minor, ...rest });
      return present(await readStoreBalance(ctx, storeId, MAX_MOVEMENTS), company.bankAccount);
    },
  });

  operation(app, {
    ...changes,
    url: '/v2/admin/stores/:store/prepayments/refund',
    operationId: 'refundPrepayment',
    scope: 'money',
    presence: 'fresh',
    summary: 'Record a refund of a prepaid balance',
    description:
      'Pay the money back at the bank. The amount that the store has incurred and promised beyond its credit limit cannot be refunded.',
    body: body('The reason, which is stored in the audit log.'),
    errors: ['balance_needed'],
    handle: async ({ ctx, params: { store: storeId }, body: { amount: current, amount_minor: earlier, ...rest } }) => {
      const { currency } = await readStoreBalance(ctx, storeId, 0);
      const amount = requireGivenAmount('amount', { current, earlier }, currency);
      await refundPrepaid(ctx, deps, { storeId, amount, ...rest });
      return present(await readStoreBalance(ctx, storeId, MAX_MOVEMENTS), company.bankAccount);
    },
  });
}

function present({ currency, balanceMinor, reference, movements }: StoreBalance, bankAccount: string | null) {
  const printed = (minor: number) => moneyObject({ minor, currency });
  return {
    currency,
    balance: printed(balanceMinor),
    reference,
    bank_account: bankAccount,
    movements: movements.map(({ kind, at, amountMinor, invoiceId, number }) => ({
      kind,
      at: new Date(at).toISOString(),
      amount: printed(amountMinor),
      invoice_id: invoiceId,
      number,
    })),
  };
}

nameSchemas({ PrepaidBalance: BalanceRecord });
