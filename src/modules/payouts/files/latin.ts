import { toLatin } from '../../../platform/text/latin-letters.ts';

/**
 * Converts a text to the characters that banks accept in payment files (the Latin set of SEPA). Letters lose their diacritics, Greek
 * and Cyrillic ones are converted, and characters without a counterpart are omitted.
 * @param max maximum number of characters
 * @returns empty if nothing is left
 */
export function bankText(text: string, max: number): string {
  return (
    toLatin(text)
      .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]+/g, (other) => (/\s/.test(other) ? ' ' : ''))
      .replaceAll(/ +/g, ' ')
      // Banks read a slash at the edge, or two of them, as a separator.
      .replaceAll(/\/{2,}/g, '/')
      .replaceAll(/^[/ ]+|[/ ]+$/g, '')
      .slice(0, max)
      .trim()
  );
}
