import { type Static, Type } from 'typebox';
import { amountInput } from '../../../platform/amount-input.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { dateTime, list, money, nameSchemas, nullable, oneOf, whole, words } from '../../../platform/http/fields.ts';
import { MAX_COMMISSION_RULES, MAX_FIXED_MINOR } from '../../../platform/limits.ts';
import { moneyObject } from '../../../platform/money.ts';
import { type CommissionRule, CUSTOMERS, RULE_TRACES } from './commission-rules.ts';
import { refuseInvalidRules } from './set-commission-rules.ts';

const names = (max: number, description: string) => Type.Optional(list(words({ max }), { min: 1, description }));

/** The conditions of a rule. */
export const ruleNames = {
  skus: names(128, 'The store’s numbers of products.'),
  categories: names(255, 'The store’s categories.'),
  customer: Type.Optional(oneOf(CUSTOMERS, { description: 'Whether the buyer has bought at the store before.' })),
  attribution: Type.Optional(
    oneOf(RULE_TRACES, { description: 'Whether a click or a voucher of the creator led to the order.' }),
  ),
};

/** Presents the conditions of a rule. */
export const presentRuleNames = ({ skus, categories, customer, attribution }: CommissionRule) => ({
  ...(skus && { skus: [...skus] }),
  ...(categories && { categories: [...categories] }),
  ...(customer && { customer }),
  ...(attribution && { attribution }),
});

const MILLION = 1_000_000;

const rule = Type.Object(
  {
    ...ruleNames,
    cpa: Type.Number({
      minimum: 0,
      maximum: 1,
      description: 'The fraction of a line’s value that creator and agency share, to six decimals; 0: nothing is paid.',
    }),
    cpo: Type.Optional(
      money({
        description:
          'A fixed amount for the order, in the store’s currency. An order has the largest one of its lines, once. Omitted: that of the campaign, or none if `cpa` is 0.',
      }),
    ),
  },
  {
    description:
      'A line matches if it matches every condition of the rule, ignoring case. An order that is reported without lines matches rules that name neither products nor categories.',
  },
);

/** Rules in a body, in the order in which they are tried. */
export const ruleList = (description: string) => list(rule, { max: MAX_COMMISSION_RULES, description });

/**
 * Reads the rules of a body.
 * @param field their name in the body, for errors
 * @throws InvalidInput as `refuseInvalidRules`
 */
export function readRules(
  rules: readonly Static<typeof rule>[],
  { currency, field = 'rules' }: { currency: string; field?: string },
): CommissionRule[] {
  const errors: Record<string, string[]> = {};
  const trimmed = (names: readonly string[] | undefined) => names?.map((name) => name.trim()) ?? null;
  const read = rules.map(({ skus, categories, customer, attribution, cpa, cpo }, index) => ({
    skus: trimmed(skus),
    categories: trimmed(categories),
    customer: customer ?? null,
    ...(attribution && { attribution }),
    cpa_ppm: Math.round(cpa * MILLION),
    ...(cpo && {
      cpo_minor: amountInput(cpo, { currency, path: `${field}.${index}.cpo`, max: MAX_FIXED_MINOR, errors }),
    }),
  }));
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  refuseInvalidRules(read, field);
  return read;
}

/** Presents rules. */
export const presentRules = (rules: readonly CommissionRule[], currency: string) =>
  rules.map((one) => ({
    ...presentRuleNames(one),
    cpa: one.cpa_ppm / MILLION,
    ...(one.cpo_minor === undefined ? {} : { cpo: moneyObject({ minor: one.cpo_minor, currency }) }),
  }));

export const CommissionRulesBody = Type.Object({
  rules: ruleList('In the order in which they are tried; an empty list removes them.'),
});

export const CommissionRulesRecord = Type.Object({
  version: nullable(whole({ min: 1, description: 'Null: the campaign has no rules.' })),
  changed_at: nullable(dateTime()),
  rules: ruleList(
    'Each line of an order has the rate of the first rule that it matches, otherwise the order rate of the click’s terms. An order without lines counts as one line without product and category.',
  ),
});

nameSchemas({ CommissionRulesInput: CommissionRulesBody, CommissionRules: CommissionRulesRecord });
