import { Type } from 'typebox';
import { id, list, money, oneOf } from '../../../platform/http/fields.ts';
import { shopOrderId } from '../lists/schemas.ts';

export const OrderChangeBody = Type.Object(
  {
    status: Type.Optional(oneOf(['approved', 'denied'], { description: 'Decided once.' })),
    refunded: Type.Optional(
      money({
        description:
          'All refunds of the order together, in the currency that it was told in; told again, it is the same refund.',
      }),
    ),
  },
  { minProperties: 1 },
);

export const ResolutionBody = Type.Object({ report_id: id({ description: 'One of the order’s `reports`.' }) });

export const DecisionsBody = Type.Object({
  orders: list(Type.Object({ order_id: shopOrderId(), status: oneOf(['approved', 'denied']) }), { min: 1 }),
});

const numbers = (description: string) => Type.Array(Type.String(), { description });

export const Decisions = Type.Object(
  {
    changed: numbers('Numbers of the orders that this has decided.'),
    unchanged: numbers('Decided so before.'),
    refused: numbers('Decided otherwise before.'),
    unresolved: numbers('Not approved: a person has to say first which of their reports is right.'),
    unknown: numbers('Not among the store’s orders.'),
  },
  { description: 'What became of each. (Body ours.)' },
);
