import { randomBytes } from 'node:crypto';

const CONSONANTS = 'bcdfgjkmpqrtvwxz';

/** A name that nothing else has: without digits and vowels, so that no search for a number or a word finds it by chance. */
export function unique(): string {
  return randomBytes(6)
    .toString('hex')
    .replaceAll(/./g, (digit) => CONSONANTS[Number.parseInt(digit, 16)]!);
}
