import { Type } from 'typebox';
import { money, nameText, oneOf, text, whole } from '../../../platform/http/fields.ts';
import { STATUSES } from '../reports/order-row.ts';
import { reportedAmount, reportedOrderId, reportFields } from '../reports/schemas.ts';

/** A store's tracking key, in a path. */
export const trackingKey = text({ min: 1, max: 255, description: 'The store’s tracking key.' });

/** Longest that an order waits in a browser to be told of. */
const LONGEST_WAIT_SECONDS = 7 * 86_400;

/** What a page tells of an order: as stores print it, with room for white space and for what came along in a `tclid`. */
export const pixelQuery = {
  order_id: nameText({ max: 128, description: 'The shop’s own number of the order.', examples: ['SE-10023'] }),
  order_value: Type.String({
    pattern: '^\\s*\\d{1,15}(?:[.,]\\d{0,30})?\\s*$',
    'x-says': 'must be a decimal number such as 129.50',
    description: 'What the order is worth, a decimal number of the currency.',
    examples: ['129.50'],
  }),
  currency: Type.Optional(text({ max: 16, description: 'ISO 4217; the store’s unless given.' })),
  tclid: Type.Optional(text({ max: 2048, description: 'The id of the click that led to the order.' })),
  voucher_code: Type.Optional(text({ max: 64, description: 'The code that the buyer used.' })),
  signature: Type.Optional(
    text({
      max: 256,
      description:
        'HMAC-SHA256 of `order_id|order_value|currency` with the store’s signing secret, in hexadecimal digits.',
    }),
  ),
  order_age: Type.Optional(
    whole({
      min: 0,
      max: LONGEST_WAIT_SECONDS,
      description: 'Seconds since the order was placed, when the browser could not tell of it at once.',
    }),
  ),
};

const service_activation_key = text({ min: 1, max: 255, description: 'As the `shop_plugin` settings show it.' });

export const PluginOrderBody = Type.Object({ service_activation_key, ...reportFields });

export const PluginChangeBody = Type.Object({
  service_activation_key,
  order_id: reportedOrderId(),
  status: Type.Optional(oneOf(['approved', 'denied'], { description: 'Decided once.' })),
  refunded: Type.Optional(reportedAmount('All refunds of the order together, in the currency that it was told in')),
});

export const PluginChange = Type.Object(
  { order_id: Type.String(), status: oneOf(STATUSES), refunded: money() },
  { description: 'The order as it is now.' },
);

export const PluginOrder = Type.Object(
  {
    order_id: Type.String({ description: 'The shop’s own number of the order.' }),
    outcome: oneOf(['recorded', 'amended', 'known'], {
      description: '`known`: the order had been told of before, and nothing has changed.',
    }),
  },
  { description: 'What became of the report.' },
);
