import { digitsOf } from '../language/formats.ts';

/** Reads a number as people write it, with a comma or a point; undefined for nothing, NaN for what is none. */
export function readNumber(text: string): number | undefined {
  const plain = text.replaceAll(/\s/g, '').replace(',', '.');
  if (plain === '') return undefined;
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** Minor units as somebody would have typed them. */
export const majorText = (minor: number | undefined, currency: string) =>
  minor === undefined ? '' : (minor / 10 ** digitsOf(currency)).toFixed(digitsOf(currency));

/** A share of one as somebody would have typed it in percent. */
export const percentText = (share: number | null | undefined) =>
  share == null ? '' : String(Math.round(share * 1_000_000) / 10_000);
