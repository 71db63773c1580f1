import { type TSchema, Type } from 'typebox';
import { id, list, nameSchemas, oneOf, whole } from '../../../platform/http/fields.ts';
import { shopOrderId } from '../lists/schemas.ts';
import { MAX_LINES } from '../reports/lines.ts';
import { reportedAmount, reportedMoney } from '../reports/schemas.ts';
import { denialFields } from './denial.ts';

/** Refunds of lines; amounts have the same form as in the report. */
export const refundedLines = <Amount extends TSchema>(amount: Amount) =>
  Type.Optional(
    list(
      Type.Object({
        line: whole({
          min: 1,
          max: MAX_LINES,
          description: 'The number of the line, from 1 in the order of the report.',
        }),
        quantity: Type.Optional(whole({ min: 0, description: 'All refunded pieces. Either this or `amount`.' })),
        amount: Type.Optional(amount),
      }),
      {
        min: 1,
        max: MAX_LINES,
        description:
          'The total refunds of these lines; other lines keep their refunds. If `refunded` is omitted, it changes accordingly. Repeating it has no effect.',
      },
    ),
  );

/** A decision about an order. */
export const changedStatus = () =>
  Type.Optional(
    oneOf(['approved', 'denied', 'pending'], {
      description:
        'A decision is final, except that the plugin, or an API key of the store, undoes its own denial with `pending` or `approved` when the order is paid after all, until the month of the order is closed.',
    }),
  );

export const OrderChangeBody = Type.Object(
  {
    status: changedStatus(),
    order_value: Type.Optional(
      Type.Unsafe<number | string | { amount: number | string; currency: string }>({
        anyOf: [
          reportedAmount('The current value of the order, in its reported currency'),
          reportedMoney('With another currency, the order has this currency from then on.'),
        ],
        description:
          'The current value of the order, before refunds. The same as a report with this value; if a member of the store states it, it is a decision.',
        'x-says': 'must be a decimal number such as 129.50, or an amount with its currency',
      }),
    ),
    ...denialFields,
    refunded: Type.Optional(
      reportedMoney('The sum of all refunds of the order, in its reported currency. Repeating it has no effect.'),
    ),
    refunded_lines: refundedLines(reportedMoney('In the reported currency.')),
  },
  { minProperties: 1 },
);

export const ResolutionBody = Type.Object({ report_id: id({ description: 'One of the order’s `reports`.' }) });

export const DecisionsBody = Type.Object({
  orders: list(Type.Object({ order_id: shopOrderId(), status: oneOf(['approved', 'denied']), ...denialFields }), {
    min: 1,
  }),
});

const numbers = (description: string) => Type.Array(Type.String(), { description });

export const Decisions = Type.Object(
  {
    changed: numbers('Numbers of the orders that this request has decided.'),
    unchanged: numbers('Decided so before.'),
    refused: numbers('Decided otherwise before.'),
    unresolved: numbers('Not approved, because their contradictory reports must first be resolved.'),
    unknown: numbers('Not among the store’s orders.'),
  },
  { description: 'The results, as order numbers. (The body is an addition.)' },
);

nameSchemas({ OrderChangeInput: OrderChangeBody, OrderDecisionsInput: DecisionsBody, OrderDecisions: Decisions });
