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
    const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => `src/${name}`);
    const declared = files.flatMap((file) =>
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

  it('without a translation stays in English, as a sentence', () => {
    expect(faultSentence('must be on the last page', sv.faults)).toBe('Must be on the last page.');
    expect(faultSentence('The total is wrong!', sv.faults)).toBe('The total is wrong!');
  });
});
