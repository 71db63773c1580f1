import { type Static, Type } from 'typebox';
import { amountInput } from '../../../platform/amount-input.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import {
  dateTime,
  id,
  list,
  minorMoney,
  money,
  nameSchemas,
  nullable,
  oneOf,
  whole,
} from '../../../platform/http/fields.ts';
import { MAX_FIXED_MINOR, MAX_RATE_STEPS } from '../../../platform/limits.ts';
import { moneyObject } from '../../../platform/money.ts';
import {
  MAX_STEP_VERSIONS,
  NO_STEPS,
  type RateStep,
  type RateSteps,
  type RateStepsVersion,
  STEP_APPLIES,
  STEP_COUNTS,
  STEP_PERIODS,
  type StepProgress,
} from './rate-steps.ts';

const MILLION = 1_000_000;
/** Up to this value of orders, in minor units, sums are exact. */
const MAX_VALUE_MINOR = 1e12;

const step = {
  orders: Type.Optional(
    whole({ min: 1, max: 1_000_000, description: 'From how many approved orders; with `counts` orders.' }),
  ),
  value: Type.Optional(money({ description: 'From which value of approved orders; with `counts` value.' })),
  cpa: Type.Number({
    minimum: 0,
    maximum: 1,
    description: 'The fraction of the value that creator and agency share, to six decimals.',
  }),
  cpo: Type.Optional(
    money({ description: 'A fixed amount for each order, in the store’s currency. Omitted: that of the terms.' }),
  ),
};

const stepList = () =>
  list(Type.Object(step, { additionalProperties: false }), {
    max: MAX_RATE_STEPS,
    description: 'With rising thresholds, and rates that do not fall. Empty: rates do not rise.',
  });

const counts = () =>
  oneOf(STEP_COUNTS, { description: 'What is counted: approved orders, or their value less refunds.' });
const period = () =>
  oneOf(STEP_PERIODS, {
    description: 'In which period orders are counted, by the day of the order; `ever` has no end.',
  });
const applies = () =>
  oneOf(STEP_APPLIES, {
    description:
      '`later`: orders that are approved after those that reach the step; `whole`: all approved orders of the period, which has an end then.',
  });
const tag = () => nullable(id({ description: 'Only creators with this user tag of the store; null: all.' }));

export const RateStepsBody = Type.Object({
  counts: Type.Optional(counts()),
  period: Type.Optional(period()),
  applies: Type.Optional(applies()),
  user_tag_id: Type.Optional(tag()),
  steps: stepList(),
});

const steps = {
  version: nullable(whole({ min: 1, description: 'Null: the rates have never risen.' })),
  changed_at: nullable(dateTime()),
  counts: counts(),
  period: period(),
  applies: applies(),
  user_tag_id: tag(),
  steps: stepList(),
};

export const RateStepsRecord = Type.Object({
  ...steps,
  versions: Type.Array(Type.Object(steps), {
    description: `All versions, newest first, at most ${MAX_STEP_VERSIONS}. An order has the version of its click, or without a click that of its time.`,
  }),
});

/**
 * Reads the steps of a body.
 * @returns rates in millionths, amounts in minor units of the store's currency
 * @throws InvalidInput naming the field
 */
export function readSteps(body: Static<typeof RateStepsBody>, currency: string): RateSteps {
  const errors: Record<string, string[]> = {};
  const found: RateSteps = {
    counts: body.counts ?? NO_STEPS.counts,
    period: body.period ?? NO_STEPS.period,
    applies: body.applies ?? NO_STEPS.applies,
    userTagId: body.user_tag_id ?? null,
    steps: body.steps.map((one, index): RateStep => {
      const path = `steps.${index}`;
      const value = amountInput(one.value, { currency, path: `${path}.value`, max: MAX_VALUE_MINOR, errors });
      const cpo = amountInput(one.cpo, { currency, path: `${path}.cpo`, max: MAX_FIXED_MINOR, errors });
      return {
        ...(one.orders === undefined ? {} : { orders: one.orders }),
        ...(value === undefined ? {} : { value_minor: value }),
        cpa_ppm: Math.round(one.cpa * MILLION),
        ...(cpo === undefined ? {} : { cpo_minor: cpo }),
      };
    }),
  };
  if (found.period === 'ever' && found.applies === 'whole') errors.applies = ['must be later if the period has no end'];
  refuseInvalidSteps(found, errors);
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return found;
}

/** Adds the faults of steps: thresholds of the wrong kind or that do not rise, and rates that fall. */
function refuseInvalidSteps({ counts: by, steps: all }: RateSteps, errors: Record<string, string[]>): void {
  const [named, other] = by === 'orders' ? (['orders', 'value'] as const) : (['value', 'orders'] as const);
  const thresholdOf = (one: RateStep) => (by === 'orders' ? one.orders : one.value_minor);
  const otherOf = (one: RateStep) => (by === 'orders' ? one.value_minor : one.orders);
  for (const [index, one] of all.entries()) {
    const path = `steps.${index}`;
    const threshold = thresholdOf(one);
    const before = all[index - 1];
    if (otherOf(one) !== undefined) errors[`${path}.${other}`] = [`must be omitted: ${named} are counted`];
    if (threshold === undefined) errors[`${path}.${named}`] = ['is required'];
    else if (threshold < 1) errors[`${path}.${named}`] ??= ['must be more than 0'];
    if (before === undefined) continue;
    if (threshold !== undefined && threshold <= (thresholdOf(before) ?? 0))
      errors[`${path}.${named}`] ??= ['must be more than in the step before'];
    if (one.cpa_ppm < before.cpa_ppm) errors[`${path}.cpa`] = ['must not be less than in the step before'];
    if ((one.cpo_minor ?? 0) < (before.cpo_minor ?? 0))
      errors[`${path}.cpo`] ??= ['must not be less than in the step before'];
  }
}

/** Presents the versions of the steps of a campaign, newest first, with the one in force. */
export function presentSteps(versions: readonly RateStepsVersion[], currency: string) {
  const all = versions.map((one) => presentVersion(one, currency));
  return { ...(all[0] ?? presentVersion(null, currency)), versions: all };
}

function presentVersion(found: RateStepsVersion | null, currency: string) {
  const { counts: by, period: in_, applies: to, userTagId, steps: all } = found ?? NO_STEPS;
  return {
    version: found?.version ?? null,
    changed_at: found?.createdAt.toISOString() ?? null,
    counts: by,
    period: in_,
    applies: to,
    user_tag_id: userTagId,
    steps: all.map((one) => ({
      ...presentThreshold(one, currency),
      cpa: one.cpa_ppm / MILLION,
      ...(one.cpo_minor === undefined ? {} : { cpo: moneyObject({ minor: one.cpo_minor, currency }) }),
    })),
  };
}

const presentThreshold = ({ orders, value_minor: minor }: RateStep, currency: string) => ({
  ...(orders === undefined ? {} : { orders }),
  ...(minor === undefined ? {} : { value: moneyObject({ minor, currency }) }),
});

export const StepProgressRecord = nullable(
  Type.Object(
    {
      counts: counts(),
      period: period(),
      applies: applies(),
      included: Type.Boolean({
        description: 'Whether the steps are for the user: they may be for creators with a user tag.',
      }),
      since: nullable(
        Type.String({
          examples: ['2030-05-01'],
          description: 'The first day of the period; null: it has no beginning.',
        }),
      ),
      orders: whole({ min: 0, description: 'Approved orders of the period so far that are not fully refunded.' }),
      value: money({ description: 'Their value less refunds.' }),
      steps: Type.Array(
        Type.Object({
          orders: Type.Optional(step.orders),
          value: Type.Optional(step.value),
          per_order: Type.Number({
            description: 'The user’s earnings per order, as a fraction of its value; at least those of `pay`.',
          }),
          per_order_fixed: minorMoney('The user’s fixed earnings per order; at least those of `pay`.'),
          reached: Type.Boolean({ description: 'Whether the orders so far reach the step.' }),
        }),
      ),
    },
    {
      description:
        'How the rates rise for orders of clicks from now on, and the user’s progress; null: they do not rise.',
    },
  ),
);

/** What a creator earns of an order without a step. */
interface PlainPay {
  userSharePpm: number;
  perOrderPpm: number;
  perOrderMinor: number;
}

/** Presents the steps in force with the progress of a creator; null if rates do not rise. */
export function presentStepProgress(
  found: RateSteps | undefined,
  { isIncluded, firstDay, orders, valueMinor }: StepProgress,
  { currency, pay }: { currency: string; pay: PlainPay | undefined },
) {
  if (found === undefined || found.steps.length === 0) return null;
  const shareOf = (amount: number) => Math.floor((amount * (pay?.userSharePpm ?? 0)) / MILLION);
  return {
    counts: found.counts,
    period: found.period,
    applies: found.applies,
    included: isIncluded,
    since: firstDay,
    orders,
    value: moneyObject({ minor: valueMinor, currency }),
    steps: found.steps.map((one) => ({
      ...presentThreshold(one, currency),
      per_order: Math.max(shareOf(one.cpa_ppm), pay?.perOrderPpm ?? 0) / MILLION,
      per_order_fixed: { minor: Math.max(shareOf(one.cpo_minor ?? 0), pay?.perOrderMinor ?? 0), currency },
      reached: found.counts === 'orders' ? orders >= one.orders! : valueMinor >= one.value_minor!,
    })),
  };
}

nameSchemas({ RateStepsInput: RateStepsBody, RateSteps: RateStepsRecord });
