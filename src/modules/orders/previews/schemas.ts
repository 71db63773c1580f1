import { Type } from 'typebox';
import { minorMoney, money, nameSchemas, oneOf } from '../../../platform/http/fields.ts';
import { CUSTOMERS, RULE_TRACES, ruleList } from '../../campaigns/index.ts';
import { shownLine } from '../lists/schemas.ts';
import { reportedLines } from '../reports/schemas.ts';

export const OrderPreviewBody = Type.Object({
  lines: reportedLines('The basket.', 1),
  customer: Type.Optional(oneOf(CUSTOMERS, { description: 'Whether the buyer has bought before.' })),
  attribution: Type.Optional(
    oneOf(RULE_TRACES, { default: 'click', description: 'Whether a click or a voucher leads to the order.' }),
  ),
  rules: Type.Optional(ruleList('Commission rules to try; those of the campaign unless given.')),
});

export const OrderPreviewReply = Type.Object({
  value: money({ description: 'The value of the basket.' }),
  cost: money({ description: 'What the store would pay.' }),
  earnings: money({ description: 'What a creator would earn at `creator_share`.' }),
  creator_share: Type.Number({
    description:
      'The creator’s share of the commission: that of the campaign, otherwise the default. Tiers and agencies of creators may differ.',
  }),
  fixed_cost: minorMoney('The fixed amount in the cost.'),
  reaches_minimum: Type.Boolean({
    description: 'False: the basket is worth less than the minimum, and earns nothing.',
  }),
  lines: Type.Array(shownLine, { description: 'With the rate of each line.' }),
});

nameSchemas({ OrderPreviewInput: OrderPreviewBody, OrderPreview: OrderPreviewReply });
