import { Type } from 'typebox';
import { dateTime, id, list, money, nameSchemas, nullable, oneOf, whole } from '../../../platform/http/fields.ts';
import { WINDOW_DAYS } from '../../../platform/limits.ts';
import { personReply } from '../../accounts/index.ts';
import { COLLECTORS } from './collector.ts';
import { ATTRIBUTION_RULES } from './order-rule-versions.ts';
import { MAX_APPROVAL_DAYS } from './order-rules.ts';

const rules = {
  counted_ways: list(oneOf(COLLECTORS), {
    min: 1,
    max: COLLECTORS.length,
    description:
      'The ways whose reports lead to commission. If `sales_pixel` does not count, reports of pages are stored without commission. Reports by other ways that do not count are refused.',
  }),
  signature_required: Type.Boolean({
    description:
      'Whether reports of pages count only with a valid `signature`. Other reports are stored without commission.',
  }),
  max_order_value: money({
    description: 'The maximum value of an order that leads to commission, in the store’s currency.',
  }),
  attribution: oneOf(ATTRIBUTION_RULES, {
    description:
      'Which trace decides when an order has a click and a voucher of a creator: the click (`click_first`, the default) or the voucher (`code_first`). Orders keep the rule that applied when they were first reported.',
  }),
  approval_days: nullable(
    whole({
      min: 1,
      max: MAX_APPROVAL_DAYS,
      description:
        'After how many days an order that is pending, attributed and undisputed is approved by itself, counted from when it was placed. Null: orders wait for a decision. ' +
        'Orders keep the rule under which they were placed, except that an introduced or shortened period also applies to undecided orders, at the earliest seven days after the change.',
    }),
  ),
};

export const OrderRules = Type.Object(
  {
    ...rules,
    signing_secrets: Type.Array(
      Type.Object({
        created_at: dateTime(),
        valid_until: nullable(dateTime({ description: 'Null: until it is replaced.' })),
      }),
      { description: 'The valid signing secrets, newest first, without the secrets themselves.' },
    ),
  },
  { description: 'The rules for reports of a store’s orders. (The body is an addition.)' },
);

export const OrderRulesBody = Type.Object(Type.Partial(Type.Object(rules)).properties, { minProperties: 1 });

export const OrderRuleVersion = Type.Object(
  {
    offer_id: nullable(id({ description: 'The campaign whose rules these are; null: the store’s.' })),
    version: whole({ min: 1, description: 'Counts the versions of the store’s rules, or of those of the campaign.' }),
    valid_from: nullable(
      dateTime({ description: 'Orders that were placed from then on have this version; null: from the beginning.' }),
    ),
    changed_by: nullable(personReply({ description: 'Null: the first version, or a program.' })),
    attribution: nullable(oneOf(ATTRIBUTION_RULES, { description: 'Of a campaign null: as the store’s rules say.' })),
    attribution_window_days: nullable(
      whole({ ...WINDOW_DAYS, description: 'Of a campaign null: the store’s window.' }),
    ),
    approval_days: nullable(whole({ min: 1, max: MAX_APPROVAL_DAYS })),
  },
  { description: 'A version of the rules for orders. (The body is an addition.)' },
);

export const RotateSecretBody = Type.Object({
  overlap_hours: Type.Optional(
    whole({
      min: 0,
      max: 720,
      default: 168,
      description: 'Hours for which the previous secret remains valid; 168 by default.',
    }),
  ),
});

export const SigningSecret = Type.Object(
  {
    secret: Type.String({ description: 'The new secret, which is shown only in this reply.' }),
    created_at: dateTime(),
    previous_valid_until: nullable(dateTime({ description: 'Null: there was no secret before.' })),
  },
  { description: 'A signing secret. (The body is an addition.)' },
);

nameSchemas({ OrderRules, OrderRulesInput: OrderRulesBody, OrderRuleVersion, SigningSecret });
