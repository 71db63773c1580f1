import { currencyFormat } from '../../../src/platform/currency-decimals.ts';
import { PAGE_READER } from '../language/language.tsx';
import type { en } from './texts.en.ts';

type FaultTexts = typeof en.faults;

/**
 * The server's messages about a field that have a sentence in the reader's language. The server writes them from its schemas
 * (`src/platform/http/fault-sentences.ts`), so their forms are few, and rules that are not in a schema are added; a number in them is written in the reader's format.
 */
const SENTENCES: readonly [RegExp, (t: FaultTexts, value: string) => string][] = [
  [/^(?:is required.*|must not be empty|must say something|must say why, with the reason other)$/, (t) => t.required],
  [/^must be at least (\d+) characters?$/, (t, count) => t.minLength(count)],
  [/^must be at most (\d+) characters?$/, (t, count) => t.maxLength(count)],
  [/^must hold at least (\d+) (?:entry|entries)$/, (t, count) => t.minEntries(count)],
  [/^must hold at most (\d+) (?:entry|entries)$/, (t, count) => t.maxEntries(count)],
  [/^must be at least (-?[\d.]+)$/, (t, least) => t.min(least)],
  [/^must be at most (-?[\d.]+)$/, (t, most) => t.max(most)],
  [/^must be more than (-?[\d.]+)$/, (t, limit) => t.above(limit)],
  [/^must be less than (-?[\d.]+)$/, (t, limit) => t.below(limit)],
  [/^must be a whole number(?: or null)?$/, (t) => t.whole],
  [/^must be a number(?: or null)?$/, (t) => t.number],
  [/^must be from \d+ to (\d+), the maximum of this marketplace$/, (t, most) => t.max(most)],
  [/^must not hold an entry twice$/, (t) => t.twice],
  [/^must be an e-mail address$/, (t) => t.email],
  [/^must be a web address that begins with http:\/\/ or https:\/\/$/, (t) => t.url],
  [/^must be (?:a day that exists, as |a time as in |YYYY-MM-DD)/, (t) => t.day],
  [/^must be a month such as /, (t) => t.month],
  [/^(?:has already been taken|is the title of another shared budget of the store)$/, (t) => t.taken],
  [/^must be \S+, which the shared budget with this title has; /, (t) => t.invalid],
  [/^must be (?:the id of an?|ids of) .+ that exists?$/, (t) => t.unknown],
  [/^must be (?:one of .+|a currency that exists|an? (?:country|currency|language) code such as .+)$/, (t) => t.choice],
  [/^must be the name of an account$/, (t) => t.unknown],
  [/^must be a locale such as /, (t) => t.locale],
  [/^must name at least (\d+) fields?$/, (t, count) => t.fields(count)],
  [/^must be a decimal number\b/, (t) => t.number],
  [/^has more digits than its currency, /, (t) => t.money],
  [/^must be \d+ to \d+ small letters and digits, /, (t) => t.words],
  [/^must be 1 to 255 characters without white space$/, (t) => t.noSpaces],
  [/^must be on one line, /, (t) => t.oneLine],
  [/^must be a name, without web addresses/, (t) => t.noContact],
  [/^must be a colour such as /, (t) => t.colour],
  [/^must be darker: /, (t) => t.darker],
  [/^must be the name of a campaign parameter, /, (t) => t.parameter],
  [/^is not your password$/, (t) => t.password],
  [/^(?:is not the code that the app shows now|must be a code that the app shows now, .+)$/, (t) => t.code],
  [/^must not be in the future/, (t) => t.notFuture],
  [/^must not be in the past/, (t) => t.notPast],
  [/^must have at most six digits after the point$/, (t) => t.digits],
  [/^must not be more than 1 together with the other share$/, (t) => t.shares],
  [/^must (?:be the id of a revenue tier of this client|go together: the revenue tier .+)$/, (t) => t.tier],
  [/^must be a market or a store, not both$/, (t) => t.eitherOr],
  [/^is too easy to guess: /, (t) => t.weak],
  [/^must be true: this marketplace has terms$/, (t) => t.acceptTerms],
  [
    /^must be (?:more than 0 and )?at most (\d[\d.]* [A-Z]{3})(?:, what the order was worth)?$/,
    (t, most) => t.max(most),
  ],
  [/^must be at least (\d[\d.]* [A-Z]{3}), the refunds of its lines$/, (t, least) => t.min(least)],
  [
    /^must (?:be an amount (?:in|of)|be a positive amount|be at most a billion|have at most \d+ digits after the point)/,
    (t) => t.money,
  ],
  [/^must not exceed (?:the balance|what is not credited yet), /, (t) => t.tooMuch],
  [
    /^(?:must (?:not be before|be after|not be over; it is) |The clock cannot go back|Traffic cannot begin)/,
    (t) => t.later,
  ],
  [/^must not be after /, (t) => t.earlier],
  [/^(?:must be (?:within|at most)|The clock is advanced by at most) (\d+) days?\b/, (t, count) => t.days(count)],
  [/^(?:must be|The clock must begin) within a year of today/, (t) => t.withinYear],
  [/^must be in the future, at most (\d+) days away$/, (t, count) => t.nextDays(count)],
  [/^has \d+, which is no .+ of the store$/, (t) => t.unknown],
  [/^(?:has the unknown field |must have at most \d+ fields$)/, (t) => t.messageFields],
  [/^must be the name or the address of a channel$/, (t) => t.channel],
  [/^must be a domain that you own, /, (t) => t.domain],
  [/^must be (?:an http or https URL|a web address$|the address of a page)/, (t) => t.url],
  [/^must lead to a public address$/, (t) => t.publicAddress],
  [/^must be a page of the link’s store/, (t) => t.pageOfStore],
  [/^must be the response of /, (t) => t.passkey],
  [/^must have a row below the header$/, (t) => t.rows],
  [/^must be the current VAT number of the payee$/, (t) => t.vatNumber],
  [/^There cannot be more orders than clicks\.$/, (t) => t.moreOrders],
  [/^either quantity or amount must be given$/, (t) => t.required],
  [/^must (?:be an? (?:store|offer|open invoice|proven domain|id)|be another offer|all be links)\b/, (t) => t.unknown],
  [/^must be the (?:id|token) of an? /, (t) => t.unknown],
  [/^must (?:be .+ for this file|be [A-Z]{3}, |contain a creator )/, (t) => t.choice],
  [/^must be (?:a text|true or false|a list|an object|null|of another form)(?: or .+)?$/, (t) => t.invalid],
  [/^(?:only an allow rule|must not contain an empty tag)/, (t) => t.invalid],
  [/^(?:is not a known field|is not valid|must match .+|must be of the form .+)$/, (t) => t.invalid],
];

/** A number, or an amount such as `10.00 SEK`, of a message as the reader writes it. */
function written(value: string): string {
  const [number = '', currency] = value.split(' ');
  const format = currency === undefined ? { maximumFractionDigits: 6 } : currencyFormat(currency);
  return value === '' ? '' : new Intl.NumberFormat(PAGE_READER.locale, format).format(Number(number));
}

/** The sentence for a message of the server about a field. A message without a translation is returned as an English sentence. */
export function faultSentence(message: string, t: FaultTexts): string {
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(message);
    if (found !== null) return sentence(t, written(found[1] ?? ''));
  }
  // Messages of the API omit the name of the field, as in `must be on one line`. This makes a sentence of such a message.
  const capitalised = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}
