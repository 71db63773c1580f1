import { expect, it } from 'vitest';
import { siteWords } from '../words/words.ts';
import { earningsOf } from './rates.ts';

const ENGLISH = siteWords('en');

const rate = {
  source: 0,
  cpcMinor: 100,
  cpaPpm: 80_000,
  cpoMinor: 0,
  isLarger: false,
  minimumMinor: 0,
  sharePpm: 700_000,
} as const;

it('states the share of the creator, rounded down', () => {
  expect(earningsOf([rate], 'EUR', ENGLISH)).toEqual(['€0.70 per click', '5.6% of the value of orders']);
  expect(earningsOf([{ ...rate, cpcMinor: 1, cpaPpm: 0 }], 'EUR', ENGLISH)).toEqual([]);
  expect(earningsOf([{ ...rate, cpcMinor: 199, cpaPpm: 0 }], 'JPY', ENGLISH)).toEqual(['JP¥139 per click']);
});

it('states a fixed amount for orders beside their rate', () => {
  expect(earningsOf([{ ...rate, cpoMinor: 4_001 }], 'EUR', ENGLISH)).toEqual([
    '€0.70 per click',
    '€28.00 per order',
    '5.6% of the value of orders',
  ]);
});

it('states the larger one of both, and the minimum value of orders', () => {
  const fixed = { ...rate, cpcMinor: 0, cpoMinor: 4_001, isLarger: true, minimumMinor: 30_000 };
  expect(earningsOf([fixed], 'EUR', ENGLISH)).toEqual([
    'The larger of €28.00 per order and 5.6% of the value of orders',
    'For orders of at least €300.00',
  ]);
});

it('states what social networks do not pay once, and all of what they pay for orders where they differ', () => {
  const fixed = { ...rate, cpcMinor: 0, cpoMinor: 4_000 };
  expect(earningsOf([fixed, { ...fixed, source: 1, cpoMinor: 0, cpaPpm: 0 }], 'EUR', ENGLISH)).toEqual([
    '€28.00 per order',
    '5.6% of the value of orders',
    'Nothing for orders from social networks',
  ]);
  expect(earningsOf([fixed, { ...fixed, source: 1, cpoMinor: 0 }], 'EUR', ENGLISH)).toEqual([
    '€28.00 per order',
    '5.6% of the value of orders',
    '5.6% of the value of orders from social networks',
  ]);
});

it('states the same rates once', () => {
  expect(earningsOf([rate, { ...rate, source: 1 }], 'EUR', ENGLISH)).toEqual(earningsOf([rate], 'EUR', ENGLISH));
});

it('states an equal rate once, also where the other one differs', () => {
  const social = { ...rate, source: 1, cpcMinor: 200 } as const;
  expect(earningsOf([rate, social], 'EUR', ENGLISH)).toEqual([
    '€0.70 per click',
    '€1.40 per click from social networks',
    '5.6% of the value of orders',
  ]);
});

it('says what social networks do not earn, and states nothing without a rate', () => {
  expect(earningsOf([rate, { ...rate, source: 1, cpaPpm: 0 }], 'EUR', ENGLISH)).toEqual([
    '€0.70 per click',
    '5.6% of the value of orders',
    'Nothing for orders from social networks',
  ]);
  expect(earningsOf(null, 'EUR', ENGLISH)).toEqual([]);
});
