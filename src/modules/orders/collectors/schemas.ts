import { Type } from 'typebox';
import { money, nameSchemas, nameText, oneOf, text } from '../../../platform/http/fields.ts';
import { changedStatus, refundedLines } from '../changes/schemas.ts';
import { STATUSES } from '../reports/order-row.ts';
import { reportedAmount, reportedOrderId, reportFields } from '../reports/schemas.ts';
import { warningsReply } from '../reports/warnings.ts';

/** A store's tracking key, in a path. */
export const trackingKey = text({ min: 1, max: 255, description: 'The store’s tracking key.' });

/** The maximum time that a browser queues an order. */
export const LONGEST_WAIT_SECONDS = 7 * 86_400;

/** The fields of a page's report, as stores print them, with allowance for white space and for additions to `tclid`. */
export const pixelQuery = {
  order_id: nameText({ max: 128, description: 'The store’s order number.', examples: ['SE-10023'] }),
  order_value: text({
    min: 1,
    max: 64,
    description:
      'The value of the order, as a decimal number or as pages print it: `1 299,00`, `1,299.00`, `129.50 SEK`. A value with two meanings (`1,234`) is refused.',
    examples: ['129.50'],
  }),
  kind: Type.Optional(
    text({
      max: 40,
      description:
        'The code of a kind of events of the store: then an event is reported instead of an order, `order_id` is its number, and `order_value` is 0 unless the kind pays for values.',
    }),
  ),
  currency: Type.Optional(text({ max: 16, description: 'ISO 4217; the store’s unless given.' })),
  tclid: reportFields.tclid,
  voucher_code: reportFields.voucher_code,
  voucher_codes: Type.Optional(Type.String({ description: 'More codes, separated by commas.' })),
  signature: Type.Optional(
    text({
      max: 256,
      description:
        'HMAC-SHA256 of `order_id|order_value|currency`, or of `kind|order_id|order_value|currency` for an event, with the store’s signing secret, in hexadecimal digits.',
    }),
  ),
  order_age: Type.Optional(
    Type.String({
      description:
        'Seconds since the order was placed, if the browser could not report it at once; a whole number of at most seven days. Otherwise it is not used.',
    }),
  ),
};

const service_activation_key = text({ min: 1, max: 255, description: 'As the `shop_plugin` settings show it.' });

export const PluginOrderBody = Type.Object({ service_activation_key, ...reportFields });

export const PluginChangeBody = Type.Object({
  service_activation_key,
  order_id: reportedOrderId(),
  status: changedStatus(),
  order_value: Type.Optional(
    reportedAmount(
      'The current value of the order before refunds, in its reported currency. The same as a report with this value',
    ),
  ),
  refunded: Type.Optional(reportedAmount('The sum of all refunds of the order, in its reported currency')),
  refunded_lines: refundedLines(reportedAmount('In the reported currency')),
});

export const PluginChange = Type.Object(
  { order_id: Type.String(), status: oneOf(STATUSES), refunded: money(), warnings: warningsReply() },
  { description: 'The current order.' },
);

export const PluginOrder = Type.Object(
  {
    order_id: Type.String({ description: 'The store’s order number.' }),
    outcome: oneOf(['recorded', 'amended', 'known'], {
      description: '`known`: the order was reported before, and nothing has changed.',
    }),
    warnings: warningsReply(),
  },
  { description: 'The result of the report.' },
);

nameSchemas({ PluginOrderInput: PluginOrderBody, PluginChangeInput: PluginChangeBody, PluginChange, PluginOrder });
