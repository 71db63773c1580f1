import type pg from 'pg';
import type { ConvertedCurrency } from '../platform/recorded-currencies.ts';

/** Reads stated decimals such as `HUF=0,KWD=3`; empty: none. Null for another text. */
export function readDecimals(text: string): ReadonlyMap<string, number> | null {
  if (text === '') return new Map();
  const pairs = text.split(',').map((pair) => /^([A-Z]{3})=(\d)$/.exec(pair.trim().toUpperCase()));
  if (pairs.includes(null)) return null;
  const decimals = new Map(pairs.map((pair) => [pair![1]!, Number(pair![2])]));
  return decimals.size === pairs.length ? decimals : null;
}

export const sentenceOfConversion = ({ code, from, to }: ConvertedCurrency): string =>
  `The amounts in ${code} were converted from ${from} to ${to} decimals.`;

/** The recorded decimals of each currency in which amounts are stored, in lines. */
export async function currencyLines(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ code: string; exponent: number }>(
    'SELECT u.code, c.exponent FROM currencies_in_use() AS u (code) JOIN currencies c ON c.code = u.code ORDER BY u.code',
  );
  return rows.map(({ code, exponent }) => `${code}  ${exponent} decimals`);
}
