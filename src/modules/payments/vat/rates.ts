/**
 * Standard rates of VAT by country (ISO 3166-1), in millionths, each with the first day on which it applies. This is the only
 * file with rates. A change of the law is a new entry; entries are never removed, because statements of earlier periods depend on
 * them. Only the authors have checked the rates.
 */
export const RATES: Record<string, readonly (readonly [from: string, ppm: number])[]> = {
  AT: [['2016-01-01', 200_000]],
  BE: [['1996-01-01', 210_000]],
  BG: [['2007-01-01', 200_000]],
  CH: [
    ['2018-01-01', 77_000],
    ['2024-01-01', 81_000],
  ],
  CY: [['2014-01-13', 190_000]],
  CZ: [['2013-01-01', 210_000]],
  DE: [
    ['2007-01-01', 190_000],
    ['2020-07-01', 160_000],
    ['2021-01-01', 190_000],
  ],
  DK: [['1992-01-01', 250_000]],
  EE: [
    ['2009-07-01', 200_000],
    ['2024-01-01', 220_000],
    ['2025-07-01', 240_000],
  ],
  ES: [['2012-09-01', 210_000]],
  FI: [
    ['2013-01-01', 240_000],
    ['2024-09-01', 255_000],
  ],
  FR: [['2014-01-01', 200_000]],
  GB: [['2011-01-04', 200_000]],
  GR: [['2016-06-01', 240_000]],
  HR: [['2013-07-01', 250_000]],
  HU: [['2012-01-01', 270_000]],
  IE: [
    ['2012-01-01', 230_000],
    ['2020-09-01', 210_000],
    ['2021-03-01', 230_000],
  ],
  IT: [['2013-10-01', 220_000]],
  LT: [['2009-09-01', 210_000]],
  LU: [
    ['2015-01-01', 170_000],
    ['2023-01-01', 160_000],
    ['2024-01-01', 170_000],
  ],
  LV: [['2012-07-01', 210_000]],
  MT: [['2004-05-01', 180_000]],
  NL: [['2012-10-01', 210_000]],
  NO: [['2005-01-01', 250_000]],
  PL: [['2011-01-01', 230_000]],
  PT: [['2011-01-01', 230_000]],
  RO: [
    ['2017-01-01', 190_000],
    ['2025-08-01', 210_000],
  ],
  SE: [['1990-07-01', 250_000]],
  SI: [['2013-07-01', 220_000]],
  SK: [
    ['2011-01-01', 200_000],
    ['2025-01-01', 230_000],
  ],
};

/**
 * The standard rate of VAT of a country on a day.
 * @param day `YYYY-MM-DD`
 * @returns millionths; null when no rate is known
 */
export function standardRate(country: string, day: string): number | null {
  return RATES[country]?.findLast(([from]) => from <= day)?.[1] ?? null;
}
