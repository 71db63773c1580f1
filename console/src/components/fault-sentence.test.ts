import { Type } from 'typebox';
import { describe, expect, it } from 'vitest';
import { email, list, oneOf, text, whole } from '../../../src/platform/http/fields.ts';
import { inputValidator } from '../../../src/platform/http/validation.ts';
import { faultSentence } from './fault-sentence.ts';
import sv from './texts.sv.ts';

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
  }),
  'body',
);

describe('a message of the server about a field', () => {
  it('is a sentence in the language of the reader', () => {
    const faults = validate({ empty: '', long: 'long', low: 4, high: 6.5, address: 'no', many: ['a', 'b'], kind: 'a' });
    const told = Object.entries(faults!).map(([field, messages]) => [
      field,
      messages.map((message) => faultSentence(message, sv.faults)).join(' '),
    ]);
    expect(Object.fromEntries(told)).toEqual({
      missing: 'Fyll i det här fältet.',
      empty: 'Fyll i det här fältet.',
      long: 'Använd högst 3 tecken.',
      low: 'Ange minst 5.',
      high: 'Ange ett heltal. Ange högst 5.',
      address: 'Ange en e-postadress.',
      many: 'Välj eller ange högst 1.',
    });
  });

  it('without a sentence of its own stays in English, as a sentence', () => {
    expect(validate({ kind: 'c' })!.kind!.map((message) => faultSentence(message, sv.faults))).toEqual([
      'Must be one of a, b.',
    ]);
    expect(faultSentence('The total is wrong!', sv.faults)).toBe('The total is wrong!');
  });
});
