import type { paths } from '@tributary/client';
import { percentText, readNumber } from '../../../components/number-input.ts';

type Rules = paths['/v2/offers/{offer}/commission-rules']['get']['responses']['200']['content']['application/json'];
export type Rule = Rules['rules'][number];

/** A commission rule as it is edited. */
export interface RuleDraft {
  /** Identifies it while rules are moved. */
  key: number;
  categories: string[];
  skus: string[];
  customer: '' | 'new' | 'returning';
  /** As typed. */
  percent: string;
}

export const draftOf = ({ categories = [], skus = [], customer, cpa }: Rule, key: number): RuleDraft => ({
  ...{ key, categories: [...categories], skus: [...skus], customer: customer ?? '', percent: percentText(cpa) },
});

export const newDraft = (key: number): RuleDraft => ({ key, categories: [], skus: [], customer: '', percent: '' });

/** Whether the percentage of a rule can be saved. */
export function hasPercent({ percent }: RuleDraft): boolean {
  const value = readNumber(percent);
  return value !== undefined && value >= 0 && value <= 100;
}

/** Whether a rule names something. */
export const namesSomething = ({ categories, skus, customer }: RuleDraft): boolean =>
  categories.length > 0 || skus.length > 0 || customer !== '';

/** The rule of a valid draft. */
export const ruleOf = ({ categories, skus, customer, percent }: RuleDraft): Rule => ({
  ...(skus.length > 0 && { skus }),
  ...(categories.length > 0 && { categories }),
  ...(customer !== '' && { customer }),
  cpa: Math.round(readNumber(percent)! * 10_000) / 1_000_000,
});
