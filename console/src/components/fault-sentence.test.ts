import { readdirSync, readFileSync } from 'node:fs';
import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { email, list, oneOf, text, whole } from '../../../src/platform/http/fields.ts';
import { inputValidator } from '../../../src/platform/http/validation.ts';
import { faultSentence } from './fault-sentence.ts';
import sv from './texts.sv.ts';

/** The messages of schemas (`x-says`) and formats (`says`). */
const DECLARED = /'?(?:x-)?says'?: (['`])((?:must|is|has) .+?)\1/g;
/**
 * Messages about input that no form of the console sends: sort orders, fingerprints, reports of stores, media types, files of rates.
 */
const OF_PROGRAMS =
  /column:direction|fingerprint|at most 128 characters|media type|begins? |Cube|Envelope|CSV|XML|JSON|cells|document type/;

/** Messages of rules about input that no form of the console sends, such as cursors, headers and lists of ids. */
const RULES_OF_PROGRAMS =
  /JSON|ASCII|HMAC|base64|cursor|etag|next_after|`|_id\b|orderBy|column_|separated by commas|hold (?:at most \d+ )?ids|URLs|of the path|given (?:with|for|together|:)|given: |the app |always sent|cannot be stored|in the order|the only field|does not exist|payout of run|STRIPE|a report of this|the code of a kind|only by an administrator|must be at most 1$|user_tag_ids|only a program of the store|must be sent with|leaves no priority free|another gift order|nothing to choose|^must have 1 entries$|beginning of an hour|must be month|^1|^,/;

const serverFiles = () =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => `src/${name}`);

/** The arguments of each call in a source text. */
function argumentsOf(source: string, call: string): string[] {
  return source
    .split(call)
    .slice(1)
    .map((rest) => {
      let depth = 1;
      const end = [...rest].findIndex((character) => {
        if ('([{'.includes(character)) depth += 1;
        if (')]}'.includes(character)) depth -= 1;
        return depth === 0;
      });
      return rest.slice(0, end);
    });
}

const validate = inputValidator(
  Type.Object({
    missing: text({ max: 9 }),
    empty: text({ min: 1, max: 9 }),
    long: text({ max: 3 }),
    low: whole({ min: 5 }),
    high: whole({ max: 5 }),
    address: email(),
    many: list(text({ max: 9 }), { max: 1 }),
    kind: oneOf(['a', 'b']),
    flag: Type.Boolean(),
  }),
  'body',
);

describe('a message of the server about a field', () => {
  it('is a sentence in the language of the reader', () => {
    const faults = validate({
      empty: '',
      long: 'long',
      low: 4,
      high: 6.5,
      address: 'no',
      many: ['a', 'b'],
      kind: 'c',
      flag: 1,
    });
    const sentences = Object.entries(faults!).map(([field, messages]) => [
      field,
      messages.map((message) => faultSentence(message, sv.faults)).join(' '),
    ]);
    expect(Object.fromEntries(sentences)).toEqual({
      missing: 'Fyll i det här fältet.',
      empty: 'Fyll i det här fältet.',
      long: 'Använd högst 3 tecken.',
      low: 'Ange minst 5.',
      high: 'Ange ett heltal. Ange högst 5.',
      address: 'Ange en e-postadress.',
      many: 'Välj eller ange högst 1.',
      kind: 'Välj ett av värdena i listan.',
      flag: 'Värdet är inte giltigt här.',
    });
  });

  it('has a translation if a schema of the server declares it', () => {
    const declared = serverFiles().flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(DECLARED)].map(([, , said]) => said!),
    );
    expect(declared.length).toBeGreaterThan(20);
    const english = declared
      .filter((said) => !OF_PROGRAMS.test(said))
      .map((said) => said.replaceAll(/\$\{[^}]*\}/g, '1'));
    const isEnglish = (said: string) =>
      faultSentence(said, sv.faults).startsWith(said.charAt(0).toUpperCase() + said.slice(1));
    expect(english.filter(isEnglish)).toEqual([]);
  });

  it('has a translation if a rule of the server refuses what a form can send', () => {
    const calls = serverFiles().flatMap((file) => argumentsOf(readFileSync(file, 'utf8'), 'InvalidInput('));
    const messages = calls
      .flatMap((call) => [...call.matchAll(/'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)])
      .map(([, plain, filled]) => (plain ?? filled!).replaceAll(/\$\{\w*urrency\}/g, 'SEK'))
      .map((said) => said.replaceAll(/\$\{words\(\w+\)\}/g, '1 SEK').replaceAll(/\$\{[^}]*\}/g, '1'))
      .filter((said) => said.includes(' '));
    expect(messages.length).toBeGreaterThan(80);
    const isEnglish = (said: string) =>
      faultSentence(said, sv.faults).startsWith(said.charAt(0).toUpperCase() + said.slice(1));
    expect(messages.filter((said) => !RULES_OF_PROGRAMS.test(said) && isEnglish(said))).toEqual([]);
    expect(faultSentence('is too easy to guess: use several unusual words', sv.faults)).toContain('för lätt att gissa');
    expect(faultSentence('must be within 366 days from the first', sv.faults)).toBe(
      'Välj en period på högst 366 dagar.',
    );
    expect(faultSentence('must be at most 12.50 SEK, what the order was worth', sv.faults)).toBe(
      'Ange högst SEK\u00a012.50.',
    );
  });

  it('without a translation stays in English, as a sentence', () => {
    expect(faultSentence('must be on the last page', sv.faults)).toBe('Must be on the last page.');
    expect(faultSentence('The total is wrong!', sv.faults)).toBe('The total is wrong!');
  });
});
