import { describe, expect, it } from 'vitest';
import { CLICK_CLASSES } from '../../clicks/index.ts';
import { UNATTRIBUTED } from '../../orders/index.ts';
import type { Voice } from './texts.en.ts';
import { type ExplanationTexts, en } from './texts.en.ts';
import { addressed, wordsFor } from './words.ts';

/** The sentences with values, each with values that are recognizable in it. */
type Samples<Texts> = {
  [Name in keyof Texts as Texts[Name] extends (...values: never[]) => string ? Name : never]: Texts[Name] extends (
    ...values: infer Values
  ) => string
    ? Values
    : never;
};

const formula = { base: '«base»', part: '«part»', share: '«share»', result: '«result»', from: 'tier' as const };
const SAMPLES: Samples<ExplanationTexts> = {
  booked: [{ month: '«month»', amount: '«amount»', what: 'clicks', line: 71, invoice: '«invoice»' }],
  ofCustomer: [{ since: '«since»', month: '«month»', of: '«of»', rate: '«rate»' }],
  noStep: [{ number: '1', reached: '«reached»', from: '', period: '«period»', rate: '', before: '' }],
  stepFixed: ['«amount»'],
  attributedByHand: ['«reason»'],
  takenByHand: ['«reason»'],
  voided: ['«reason»'],
  restored: ['«reason»'],
  clickBill: ['«amount»'],
  creatorShare: [formula],
  agencyShare: [formula],
  exchanged: [{ from: '«from»', to: '«to»' }],
  lessRefunds: [{ value: '«value»', refunded: '«refunded»' }],
  byClick: [71],
  ruleApplied: [{ rule: 'click_first', of: 'store', version: 71 }],
  denialNote: ['«note»'],
  approvedByRule: [71],
  decidesItself: [71],
  extendedFor: ['«reason»'],
  orderTerms: ['«rate»'],
  lineTerms: ['«rate»'],
  orderBill: [{ rate: '«rate»', base: '«base»', result: '«result»' }],
  lineBill: [{ base: '«base»', result: '«result»' }],
  fixedBill: ['«result»'],
  withFixed: [{ base: '«base»', fixed: '«fixed»' }],
  ruleOfOrder: [{ rule: 71, rate: '«rate»' }],
  ruleOfLine: [{ rule: 71, rate: '«rate»', left: '«left»' }],
  noRuleOfLine: [{ rate: '«rate»', left: '«left»' }],
  bonusPaid: ['«amount»'],
  granted: ['«amount»'],
  agreed: ['«amount»'],
  creditNote: ['«reason»'],
  sum: ['«entries»'],
  adjusts: ['«month»'],
  vat: ['«rate»'],
};
const valuesIn = (text: string) => [...text.matchAll(/«\w+»|\b71\b/g)].map(([value]) => value).sort();

/** The texts without values, by their paths. */
function plainTexts(texts: object, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]) => {
    if (typeof text === 'object') return plainTexts(text, `${path}${name}.`);
    return typeof text === 'string' ? [[path + name, text] as [string, string]] : [];
  });
}

describe.each(['sv-SE', 'de-DE'])('The sentences of explanations in %s', (locale) => {
  const { texts, language } = wordsFor(locale);
  const pairs = Object.entries(SAMPLES).map(([name, values]) => {
    const say = (from: ExplanationTexts) =>
      (from[name as keyof typeof SAMPLES] as (...values: readonly unknown[]) => string)(...values);
    return [name, say(en), say(texts)] as const;
  });

  it.each(pairs)('keep the values of %s, as text', (_, english, translated) => {
    expect(valuesIn(english).length).toBeGreaterThan(0);
    expect(valuesIn(translated)).toEqual(valuesIn(english));
    expect(translated).not.toBe(english);
  });

  it('name every origin of a share, every cap and every price', () => {
    for (const from of ['price', 'tier', 'agency', 'default'] as const)
      expect(texts.creatorShare({ ...formula, from })).not.toContain('undefined');
    for (const part of [null, 'by_line'] as const)
      expect(valuesIn(texts.creatorShare({ ...formula, part }))).toEqual(['«base»', '«result»', '«share»']);
    const caps = ['clicks', 'clicks_each', 'own_clicks', 'money', 'money_each', 'shared_budget'] as const;
    expect(new Set(caps.map((cap) => texts.candidates.exhausted([cap]))).size).toBe(caps.length);
    for (const priced of Object.values(texts.priced)) expect(priced('«price»')).toContain('«price»');
  });

  it('are not in English', () => {
    const english = new Map(plainTexts(en));
    const same = plainTexts(texts).filter(([path, text]) => text !== '' && text === english.get(path));
    expect(same).toEqual([]);
    for (const sentence of [
      ...Object.values(CLICK_CLASSES).map(({ because }) => because),
      ...Object.values(UNATTRIBUTED),
    ])
      expect(sentence[language]).not.toBe(sentence.en);
  });
});

const VOICES: readonly Voice[] = ['creator', 'store', 'agency'];
const SUMMARY = {
  own: '«own»',
  creator: '«creator»',
  store: '«store»',
  price: '«price»',
  share: '«share»',
  campaign: '«campaign»',
};

describe.each([
  ['en-GB', /\bYou(?:r|rs)?\b/i],
  ['sv-SE', /\b(?:du|dig|din|ditt|dina)\b/i],
  ['de-DE', /\b(?:Sie|Ihnen|Ihr|Ihre[nrm]?)\b/],
])('The sentences that address a reader in %s', (locale, second) => {
  const words = wordsFor(locale);

  it.each(VOICES)('say you to the %s, with the amount, the price and the campaign', (voice) => {
    const { summary } = addressed(words, voice).texts;
    for (const sentence of [summary.earned(SUMMARY), summary.undecided(SUMMARY)]) {
      expect(sentence).toMatch(second);
      expect(valuesIn(sentence)).toEqual(expect.arrayContaining(['«campaign»', '«own»', '«price»']));
      expect(sentence).not.toContain('undefined');
    }
    expect(summary.paid(SUMMARY)).toMatch(second);
    expect(summary.nothing('«reason»')).toMatch(second);
    expect(valuesIn(summary.earned({ ...SUMMARY, price: null }))).toEqual(['«own»']);
  });

  it('have the values of those in the third person, and differ from them', () => {
    for (const voice of VOICES)
      for (const [name, values] of Object.entries(SAMPLES)) {
        const say = (texts: ExplanationTexts) =>
          (texts[name as keyof typeof SAMPLES] as (...values: readonly unknown[]) => string)(...values);
        expect(valuesIn(say(addressed(words, voice).texts))).toEqual(valuesIn(say(words.texts)));
      }
    const { texts } = addressed(words, 'creator');
    expect(texts.creatorShare(formula)).toMatch(second);
    expect(texts.candidates.exhausted(['own_clicks'])).toMatch(second);
    expect(texts.candidates.exhausted(['clicks'])).toBe(words.texts.candidates.exhausted(['clicks']));
    expect(texts.held.store).toBe(words.texts.held.store);
  });

  it('name both parties to a reader who is neither', () => {
    expect(valuesIn(words.texts.summary.earned(SUMMARY))).toEqual(['«campaign»', '«creator»', '«price»', '«store»']);
    expect(words.texts.summary.earned({ ...SUMMARY, creator: null, price: null })).not.toMatch(/null|undefined/);
  });
});

it.each([
  [null, '1234.50 SEK', '0.125', '12.5 %', '2026-01'],
  ['en-GB', 'SEK 1,234.50', '0.125', '12.5%', 'January 2026'],
  ['sv-SE', '1 234,50 kr', '0,125', '12,5 %', 'januari 2026'],
  ['de-DE', '1.234,50 SEK', '0,125', '12,5 %', 'Januar 2026'],
])('Values in the locale %s', (locale, money, number, percent, month) => {
  const { formats } = wordsFor(locale);
  const plainSpaces = (text: string) => text.replaceAll(/[\u00a0\u202f]/g, ' ');
  expect(formats.money({ minor: 123_450, currency: 'SEK' })).toBe(money);
  expect(formats.number(0.125)).toBe(number);
  expect(formats.number('11.2345678')).toMatch(/^11[.,]2345678$/);
  expect(plainSpaces(formats.percent(125_000))).toBe(percent);
  expect(formats.month('2026-01')).toBe(month);
});
