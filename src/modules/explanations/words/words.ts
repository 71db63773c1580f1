import { type Language, languageOf } from '../../../platform/locale.ts';
import { formatMoney, type Money, toDecimalString } from '../../../platform/money.ts';
import { de } from './texts.de.ts';
import { type ExplanationTexts, en, type Voice } from './texts.en.ts';
import { sv } from './texts.sv.ts';
import { voices as voicesDe } from './voices.de.ts';
import { voices as voicesEn } from './voices.en.ts';
import { voices as voicesSv } from './voices.sv.ts';

const TEXTS: Record<Language, ExplanationTexts> = { en, sv, de };
const VOICES = { en: voicesEn, sv: voicesSv, de: voicesDe };

/** Texts in which others replace some. */
function replaced<Texts extends object>(texts: Texts, others: object): Texts {
  const result = { ...texts } as Record<string, unknown>;
  for (const [name, other] of Object.entries(others))
    result[name] = typeof other === 'object' ? replaced(result[name] as object, other as object) : other;
  return result as Texts;
}

/** The words for a reader who is addressed; null: the reader is no party, and reads of all in the third person. */
export const addressed = (words: Words, voice: Voice | null): Words =>
  voice === null ? words : { ...words, texts: replaced(words.texts, VOICES[words.language][voice]) };

/** How explanations write amounts, numbers, rates and months. */
interface Formats {
  money(money: Money): string;
  /** @param value a number, or the digits of a decimal */
  number(value: number | string): string;
  /** @param ppm millionths */
  percent(ppm: number): string;
  /** @param month `2026-01` */
  month(month: string): string;
  /** @param day `2026-01-31` */
  day(day: string): string;
}

/** The sentences and formats of the reader of an explanation. */
export interface Words {
  language: Language;
  texts: ExplanationTexts;
  formats: Formats;
}

/** The digits of an exchange rate, which has the most. */
const MAX_DIGITS = 12;

/** Without a locale, values have the form that programs read: `3.00 SEK`, `12.5 %`, `2026-01`. */
const PLAIN: Formats = {
  money: (money) => `${toDecimalString(money)} ${money.currency}`,
  number: String,
  percent: (ppm) => `${ppm / 10_000} %`,
  month: (month) => month,
  day: (day) => day,
};

function formatsOf(locale: string): Formats {
  const numbers = new Intl.NumberFormat(locale, { maximumFractionDigits: MAX_DIGITS });
  const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 4 });
  const days = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const months = new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' });
  return {
    money: (money) => formatMoney(money, locale),
    number: (value) => numbers.format(value as Intl.StringNumericLiteral),
    percent: (ppm) => percents.format(ppm / 1_000_000),
    day: (day) => days.format(new Date(`${day}T00:00:00Z`)),
    month: (month) => months.format(new Date(`${month}-01T00:00:00Z`)),
  };
}

/** @param locale the locale that the request prefers (`preferredLocale`); null: English, and values in the form that programs read */
export function wordsFor(locale: string | null): Words {
  const language = languageOf(locale);
  return { language, texts: TEXTS[language], formats: locale === null ? PLAIN : formatsOf(locale) };
}
