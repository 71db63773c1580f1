import type { paths } from '@tributary/client';
import { percentText, readNumber } from '../../../components/number-input.ts';
import { digitsOf } from '../../../language/formats.ts';

type Rules = paths['/v2/offers/{offer}/commission-rules']['get']['responses']['200']['content']['application/json'];
export type Rule = Rules['rules'][number];

/** A commission rule in the form. */
export interface RuleDraft {
  /** Identifies the rule while rules are reordered. */
  key: number;
  categories: string[];
  skus: string[];
  customer: '' | 'new' | 'returning';
  attribution: '' | 'click' | 'voucher';
  /** The rate in per cent, as typed. */
  percent: string;
  /** A fixed amount for the order in major units, as typed; empty: that of the campaign. */
  fixed: string;
}

export const draftOf = (
  { categories = [], skus = [], customer, attribution, cpa, cpo }: Rule,
  key: number,
): RuleDraft => ({
  key,
  categories: [...categories],
  skus: [...skus],
  customer: customer ?? '',
  percent: percentText(cpa),
  fixed: cpo?.amount ?? '',
  attribution: attribution ?? '',
});

export const newDraft = (key: number): RuleDraft => ({
  key,
  categories: [],
  skus: [],
  customer: '',
  attribution: '',
  percent: '',
  fixed: '',
});

/** Whether the rate of a rule is a number from 0 to 100. */
export function hasPercent({ percent }: RuleDraft): boolean {
  const value = readNumber(percent);
  return value !== undefined && value >= 0 && value <= 100;
}

/** Whether the fixed amount of a rule is empty or an amount. */
export function hasFixed({ fixed }: RuleDraft): boolean {
  const value = readNumber(fixed);
  return value === undefined || value >= 0;
}

/** Whether a rule has a condition. */
export const hasCondition = ({ categories, skus, customer, attribution }: RuleDraft): boolean =>
  categories.length > 0 || skus.length > 0 || customer !== '' || attribution !== '';

/** The rule of a valid draft. */
export const ruleOf = (
  { categories, skus, customer, attribution, percent, fixed }: RuleDraft,
  currency: string,
): Rule => ({
  ...(skus.length > 0 && { skus }),
  ...(categories.length > 0 && { categories }),
  ...(customer !== '' && { customer }),
  ...(attribution !== '' && { attribution }),
  cpa: Math.round(readNumber(percent)! * 10_000) / 1_000_000,
  ...(fixed.trim() !== '' && { cpo: { amount: readNumber(fixed)!.toFixed(digitsOf(currency)), currency } }),
});
