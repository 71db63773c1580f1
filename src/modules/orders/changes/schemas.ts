import { Type } from 'typebox';
import { id, list, money, oneOf } from '../../../platform/http/fields.ts';
import { shopOrderId } from '../lists/schemas.ts';

export const OrderChangeBody = Type.Object(
  {
    status: Type.Optional(oneOf(['approved', 'denied'], { description: 'A decision is final.' })),
    refunded: Type.Optional(
      money({
        description: 'The sum of all refunds of the order, in its reported currency. Repeating it has no effect.',
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
    changed: numbers('Numbers of the orders that this request has decided.'),
    unchanged: numbers('Decided so before.'),
    refused: numbers('Decided otherwise before.'),
    unresolved: numbers('Not approved, because their contradictory reports must first be resolved.'),
    unknown: numbers('Not among the store’s orders.'),
  },
  { description: 'The results, as order numbers. (The body is an addition.)' },
);
