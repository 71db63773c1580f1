import { randomBytes } from 'node:crypto';

const CONSONANTS = 'bcdfgjkmpqrtvwxz';

/** Returns a unique name without digits and vowels, so that no search for a number or word matches it by chance. */
export function unique(): string {
  return randomBytes(6)
    .toString('hex')
    .replaceAll(/./g, (digit) => CONSONANTS[Number.parseInt(digit, 16)]!);
}
