import { Type } from 'typebox';
import { dateTime, list, money, nullable, oneOf, whole } from '../../../platform/http/fields.ts';
import { COLLECTORS } from './collector.ts';

const rules = {
  counted_ways: list(oneOf(COLLECTORS), {
    min: 1,
    max: COLLECTORS.length,
    description:
      'Ways whose reports bring commission. What a page reports by `sales_pixel` while that does not count is kept, and brings none; ' +
      'reports by the others are refused.',
  }),
  signature_required: Type.Boolean({
    description:
      'Whether reports of pages count only with a valid `signature`; others are kept, and bring no commission.',
  }),
  max_order_value: money({
    description: 'The maximum value of an order that leads to commission, in the store’s currency.',
  }),
};

export const OrderRules = Type.Object(
  {
    ...rules,
    signing_secrets: Type.Array(
      Type.Object({
        created_at: dateTime(),
        valid_until: nullable(dateTime({ description: 'Null: until it is replaced.' })),
      }),
      { description: 'The secrets that sign, newest first; the secrets themselves are never shown again.' },
    ),
  },
  { description: 'What a store asks of reports of its orders. (The body is an addition.)' },
);

export const OrderRulesBody = Type.Object(Type.Partial(Type.Object(rules)).properties, { minProperties: 1 });

export const RotateSecretBody = Type.Object({
  overlap_hours: Type.Optional(
    whole({
      min: 0,
      max: 720,
      default: 168,
      description: 'Hours for which the secret before is taken, too; 168 unless given.',
    }),
  ),
});

export const SigningSecret = Type.Object(
  {
    secret: Type.String({ description: 'The new secret. This is the only time that it is shown.' }),
    created_at: dateTime(),
    previous_valid_until: nullable(dateTime({ description: 'Null: there was no secret before.' })),
  },
  { description: 'A secret to sign with. (The body is an addition.)' },
);
