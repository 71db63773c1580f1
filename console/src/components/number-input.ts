import { digitsOf } from '../language/formats.ts';

/** Returns a number with a decimal point and without spaces; any other text is returned unchanged. */
export function plainNumber(text: string): string {
  const plain = text.replaceAll(/\s/g, '').replace(',', '.');
  return /^\d*\.?\d*$/.test(plain) ? plain : text;
}

/** Parses a number with a decimal comma or point; undefined for an empty text, NaN for an invalid one. */
export function readNumber(text: string): number | undefined {
  const plain = plainNumber(text).trim();
  if (plain === '') return undefined;
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Formats minor units for a text field. */
export const majorText = (minor: number | undefined, currency: string) =>
  minor === undefined ? '' : (minor / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));

/** Formats a share of one as percent for a text field. */
export const percentText = (share: number | null | undefined) =>
  share == null ? '' : String(Math.round(share * 1_000_000) / 10_000);
