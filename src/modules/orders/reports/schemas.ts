import { type TSchema, Type } from 'typebox';
import {
  currencyCode,
  dateTime,
  id,
  list,
  nameSchemas,
  nullable,
  oneOf,
  text,
  whole,
} from '../../../platform/http/fields.ts';
import { CUSTOMERS } from '../../campaigns/index.ts';
import { MAX_LINES } from './lines.ts';
import { warningsReply } from './warnings.ts';

/** Maximum number of reports in one batch. */
const MAX_BATCH = 1_000;

/** What became of one report of a batch. */
export const BATCH_OUTCOMES = ['created', 'corrected', 'known', 'refused', 'failed'] as const;

/** The store's order number, as a text or a number. */
export function reportedOrderId() {
  return Type.Unsafe<number | string>({
    type: ['integer', 'string'],
    minimum: 0,
    maximum: Number.MAX_SAFE_INTEGER,
    minLength: 1,
    maxLength: 128,
    format: 'name',
    description: 'The store’s order number. Repeated reports with one number are one order.',
    examples: ['SE-10023'],
    'x-says': 'must be a text on one line of at most 128 characters, or a whole number of at most 15 digits',
  });
}

/** An amount as stores report it. */
export function reportedAmount(what: string) {
  return Type.Unsafe<number | string>({
    type: ['number', 'string'],
    maxLength: 64,
    description: `${what}, a decimal number of the currency, as a number or a text.`,
    examples: [129.5],
    'x-says': 'must be a decimal number such as 129.50',
  });
}

/** An amount with its currency, as programs of stores calculate it: a number or a text, with any number of decimals. */
export function reportedMoney(description: string) {
  return Type.Object(
    { amount: reportedAmount('The amount'), currency: currencyCode() },
    { 'x-money': 'reported', additionalProperties: false, description },
  );
}

/**
 * An optional detail of a report. Its right form is described, and any other is accepted: what cannot be used is named in `warnings` of the reply
 * instead of losing the order.
 */
const detail = <Value extends TSchema>(value: Value) => {
  const { description, examples } = value as { description?: string; examples?: readonly unknown[] };
  return Type.Optional(
    Type.Unsafe<unknown>({
      anyOf: [value, {}],
      ...(description === undefined ? {} : { description }),
      ...(examples === undefined ? {} : { examples }),
    }),
  );
};

const reportedLine = Type.Object({
  sku: text({ min: 1, max: 128, description: 'The store’s number of the product.' }),
  category: Type.Optional(text({ max: 255, description: 'The store’s category of the product.' })),
  quantity: Type.Optional(whole({ min: 1, max: 1_000_000, description: 'Pieces; 1 unless stated.' })),
  price: reportedAmount('The price of one piece'),
  discount: Type.Optional(reportedAmount('The discount on the whole line')),
});

/** The lines of a reported order. */
export const reportedLines = (description: string, min = 0) => list(reportedLine, { min, max: MAX_LINES, description });

/** The maximum length of a reference of a customer. */
export const MAX_REFERENCE = 255;

/** The store's reference of a customer. */
export function customerReference() {
  return detail(
    text({
      max: MAX_REFERENCE,
      description:
        'The store’s reference of the customer, such as a number of its own, by which the customer is recognized. Only a keyed hash of it is stored.',
      examples: ['C-4711'],
    }),
  );
}

/** The fields of a reported order, for all ways with a body. */
export const reportFields = {
  order_id: reportedOrderId(),
  order_value: reportedAmount('The value of the order'),
  currency: Type.Optional(text({ max: 16, description: 'ISO 4217; the store’s unless given.' })),
  tclid: detail(
    text({
      max: 2048,
      description: 'The id of the click that led to the order. A UUID within a longer text is found.',
    }),
  ),
  voucher_code: detail(
    text({ max: 1300, description: 'The code that the buyer used, or several separated by commas.' }),
  ),
  voucher_codes: detail(
    list(text({ max: 64 }), {
      max: 20,
      description:
        'All codes that the buyer used, in addition to `voucher_code`. The first that belongs to a creator of the store counts.',
    }),
  ),
  order_at: detail(dateTime({ description: 'When the order was placed; defaults to now, at most 366 days ago.' })),
  lines: detail(
    reportedLines(
      'What was bought. Price × quantity less discount of all lines, each rounded to the minor unit, add up to `order_value`. Lines with a negative price, such as gift cards, reduce the others in proportion. The campaign may set rates by line.',
    ),
  ),
  customer: detail(
    oneOf(CUSTOMERS, { description: 'Whether the buyer has bought before. The campaign may set rates by it.' }),
  ),
  customer_reference: customerReference(),
};

export const OrderReportBody = Type.Object(reportFields);

/** The body of a batch. Each report is checked for itself, so the schema also accepts invalid ones. */
export const OrderBatchBody = Type.Object({
  orders: Type.Array(Type.Unsafe<unknown>({ anyOf: [OrderReportBody, {}] }), {
    minItems: 1,
    maxItems: MAX_BATCH,
    'x-apart': true,
    description: 'Reports, each as the body of `reportOrder`.',
  }),
});

/** The result of a batch. */
export const OrderBatchReply = Type.Object(
  {
    data: Type.Array(
      Type.Object({
        order_id: nullable(
          Type.String({ description: 'The store’s order number; null if the report has none that can be used.' }),
        ),
        id: nullable(id({ description: 'Our id of the order; null if it was not recorded.' })),
        outcome: oneOf(BATCH_OUTCOMES, {
          description:
            '`created`, `corrected`, or `known` if nothing changed. `refused`: the report is invalid, or a rule refuses it. `failed`: an error of the service; repeat it.',
        }),
        error: nullable(Type.String({ description: 'The code of the rule or failure.' })),
        message: nullable(Type.String()),
        errors: nullable(
          Type.Record(Type.String(), Type.Array(Type.String()), {
            description: 'The faults of an invalid report by field.',
          }),
        ),
        warnings: warningsReply(),
      }),
      { description: 'A result for each report, in their order.' },
    ),
    meta: Type.Object(
      Object.fromEntries(BATCH_OUTCOMES.map((outcome) => [outcome, whole({ min: 0 })])) as Record<
        (typeof BATCH_OUTCOMES)[number],
        ReturnType<typeof whole>
      >,
      { description: 'The numbers of results by outcome.' },
    ),
  },
  { description: 'The results of the reports. (The body is an addition.)' },
);

nameSchemas({ OrderReportInput: OrderReportBody, OrderBatchInput: OrderBatchBody, OrderBatch: OrderBatchReply });
