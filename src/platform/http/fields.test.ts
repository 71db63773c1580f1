import { describe, expect, it } from 'vitest';
import { nameText } from './fields.ts';
import { inputValidator } from './validation.ts';

describe('A name', () => {
  const validate = inputValidator(nameText({ min: 2, max: 8 }), 'name');
  it.each(['Ok', 'Åsa & Bo', '雪の店', '8', '..', '👩‍💻 7', 'A\u00a0B', 'é'.repeat(8)])('may be %j', (name) => {
    expect(name.length < 2 ? true : validate(name) === null).toBe(true);
  });
  it.each([
    '  ',
    '\t\t',
    '\u200b\u200b',
    '\u202eabc',
    'a\nb',
    'a\r\nb',
    'a\u2028b',
    'x\u0000y',
    '\ufeffab',
    ' \u00a0 ',
  ])('may not be %j', (name) => {
    expect(validate(name)).not.toBeNull();
  });
  it('has its limits', () => {
    expect(validate('x')).not.toBeNull();
    expect(validate('x'.repeat(9))).not.toBeNull();
  });
});
