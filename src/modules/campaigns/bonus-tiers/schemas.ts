import { type Static, Type } from 'typebox';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { list, money, nameSchemas, nullable, whole } from '../../../platform/http/fields.ts';
import { MAX_BONUS_TIERS } from '../../../platform/limits.ts';
import { fromDecimalString, type Money, moneyObject } from '../../../platform/money.ts';
import type { BonusProgress, BonusTier, BonusTiers } from './bonus-tiers.ts';

/** In minor units, so that sums of many bonuses are exact. */
const MAX_BONUS_MINOR = 1e9;
const MAX_BUDGET_MINOR = 1e11;

const tier = {
  orders: Type.Optional(whole({ min: 1, max: 1_000_000, description: 'The minimum number of approved orders.' })),
  value: Type.Optional(money({ description: 'The minimum value of these orders, less refunds.' })),
  bonus: money({ description: 'The fixed bonus of a creator who reaches every minimum of the tier.' }),
};

export const BonusTiersBody = Type.Object({
  tiers: list(Type.Object(tier), {
    max: MAX_BONUS_TIERS,
    description: 'Each tier that a creator reaches in a calendar month is paid once. An empty list removes them.',
  }),
  budget: Type.Optional(money({ description: 'The maximum total of the bonuses of one month. Required with tiers.' })),
});

const bonuses = {
  month: Type.String({ examples: ['2030-05'], description: 'The calendar month of the time zone of the platform.' }),
  tiers: Type.Array(Type.Object(tier)),
  budget: money({ description: 'The maximum total of the bonuses of the month.' }),
};

/** The bonuses of a month. */
export const MonthBonuses = nullable(Type.Object(bonuses, { description: 'Null: there are no bonuses.' }));

export const BonusTiersRecord = Type.Object({
  this_month: MonthBonuses,
  next_month: nullable(Type.Object(bonuses, { description: 'The tiers from the next month.' })),
});

export const BonusProgressRecord = nullable(
  Type.Object(
    {
      ...bonuses,
      tiers: Type.Array(
        Type.Object({
          ...tier,
          reached: Type.Boolean({ description: 'Whether the approved orders so far reach the tier.' }),
        }),
      ),
      orders: whole({ min: 0, description: 'Approved orders of the month so far that are not fully refunded.' }),
      value: money({ description: 'Their value less refunds.' }),
      pending_orders: whole({ min: 0, description: 'Orders that the store has not decided.' }),
      pending_value: money(),
    },
    { description: 'The bonuses of this month and the user’s progress; null: there are none.' },
  ),
);

/**
 * Reads tiers and budget of a body.
 * @returns amounts in minor units of the store's currency
 * @throws InvalidInput naming the field
 */
export function readTiers(
  { tiers, budget }: Static<typeof BonusTiersBody>,
  currency: string,
): { tiers: BonusTier[]; budgetMinor: number } {
  const errors: Record<string, string[]> = {};
  const minorOf = (field: string, amount: Static<typeof tier.bonus>, max: number): number => {
    if (amount.currency !== currency) {
      errors[`${field}.currency`] = [`must be ${currency}, the store’s`];
      return 0;
    }
    const minor = fromDecimalString(amount.amount, currency);
    if (minor < 1 || minor > max)
      errors[`${field}.amount`] = [`must be more than 0 and at most ${moneyObject({ minor: max, currency }).amount}`];
    return minor;
  };
  const read = tiers.map(({ orders, value, bonus }, index) => {
    const path = `tiers.${index}`;
    if (orders === undefined && value === undefined) errors[path] = ['must name orders or value'];
    return {
      orders: orders ?? null,
      value_minor: value === undefined ? null : minorOf(`${path}.value`, value, MAX_BUDGET_MINOR),
      bonus_minor: minorOf(`${path}.bonus`, bonus, MAX_BONUS_MINOR),
    };
  });
  const budgetMinor = budget === undefined ? 0 : minorOf('budget', budget, MAX_BUDGET_MINOR);
  if (read.length > 0 && budget === undefined) errors.budget = ['is required with tiers'];
  else if (Object.keys(errors).length === 0 && read.some(({ bonus_minor: minor }) => minor > budgetMinor))
    errors['budget.amount'] = ['must be at least the highest bonus'];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return { tiers: read, budgetMinor: read.length === 0 ? 0 : budgetMinor };
}

/**
 * Presents the tiers of a month; null if there are none.
 * @param month the first day of the month
 */
export function presentTiers(
  found: BonusTiers | null | undefined,
  { month, currency }: { month: string; currency: string },
) {
  if (found == null || found.tiers.length === 0) return null;
  return {
    month: month.slice(0, 7),
    tiers: found.tiers.map((one) => presentTier(one, currency)),
    budget: moneyObject({ minor: found.budgetMinor, currency }),
  };
}

function presentTier({ orders, value_minor: valueMinor, bonus_minor: bonusMinor }: BonusTier, currency: string) {
  const amount = (minor: number) => moneyObject({ minor, currency } satisfies Money);
  return {
    ...(orders !== null && { orders }),
    ...(valueMinor !== null && { value: amount(valueMinor) }),
    bonus: amount(bonusMinor),
  };
}

/** Presents the tiers of a month with a creator's progress. */
export function presentProgress(
  found: BonusTiers | null,
  { orders, valueMinor, pendingOrders, pendingMinor }: BonusProgress,
  { month, currency }: { month: string; currency: string },
) {
  const shown = presentTiers(found, { month, currency });
  if (found === null || shown === null) return null;
  return {
    ...shown,
    tiers: found.tiers.map((one, index) => ({
      ...shown.tiers[index]!,
      reached: orders >= (one.orders ?? 0) && valueMinor >= (one.value_minor ?? 0),
    })),
    orders,
    value: moneyObject({ minor: valueMinor, currency }),
    pending_orders: pendingOrders,
    pending_value: moneyObject({ minor: pendingMinor, currency }),
  };
}

nameSchemas({ BonusTiersInput: BonusTiersBody, BonusTiers: BonusTiersRecord });
