import { Type } from 'typebox';
import { dateTime, text } from '../../../platform/http/fields.ts';
import { shopOrderId } from '../lists/schemas.ts';

/** What a shop tells of an order in a body, whichever way. */
export const reportFields = {
  order_id: shopOrderId('The shop’s own number of the order; told twice, it is one order.'),
  order_value: Type.Unsafe<number | string>({
    type: ['number', 'string'],
    maxLength: 64,
    description: 'What the order is worth, a decimal number of the currency, as a number or a text.',
    examples: [129.5],
    'x-says': 'must be a decimal number such as 129.50',
  }),
  currency: Type.Optional(text({ max: 3, description: 'ISO 4217; the store’s unless given.' })),
  tclid: Type.Optional(text({ max: 256, description: 'The id of the click that led to the order.' })),
  voucher_code: Type.Optional(text({ max: 64, description: 'The code that the buyer used.' })),
  order_at: Type.Optional(dateTime({ description: 'When it was placed; now unless given, at most 366 days ago.' })),
};

export const OrderReportBody = Type.Object(reportFields);
