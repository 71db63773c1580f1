import type { en } from './texts.en.ts';

type FaultTexts = typeof en.faults;

/**
 * The server's messages about a field that have a sentence in the reader's language. The server writes them from its schemas
 * (`src/platform/http/fault-sentences.ts`), so their forms are few; a number in them is passed on.
 */
const SENTENCES: readonly [RegExp, (t: FaultTexts, value: string) => string][] = [
  [/^(?:is required|must not be empty|must say something)$/, (t) => t.required],
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
  [/^must not hold an entry twice$/, (t) => t.twice],
  [/^must be an e-mail address$/, (t) => t.email],
  [/^must be a web address that begins with http:\/\/ or https:\/\/$/, (t) => t.url],
  [/^must be a day that exists, as /, (t) => t.day],
  [/^has already been taken$/, (t) => t.taken],
  [/^must be the id of an? .+ that exists$/, (t) => t.unknown],
];

/** The sentence for a message of the server about a field. A message without one is returned as a sentence in English. */
export function faultSentence(message: string, t: FaultTexts): string {
  for (const [pattern, sentence] of SENTENCES) {
    const found = pattern.exec(message);
    if (found !== null) return sentence(t, found[1] ?? '');
  }
  // The API names a fault without its field, as `must be on one line`; alone it reads as a sentence.
  const capitalised = message.charAt(0).toUpperCase() + message.slice(1);
  return /[.!?]$/.test(capitalised) ? capitalised : `${capitalised}.`;
}
