/** A millionth of a share. */
const MILLION = 1_000_000;

/**
 * The lower limits of the bands of results, in the order of the bands from 1; shares in millionths. The same numbers are in
 * migrations/repeatable/creator_bands.sql, which computes the bands.
 */
export const BAND_LIMITS = {
  clicks: [1, 100, 1_000, 10_000, 100_000],
  orders: [1, 10, 100, 1_000, 10_000],
  conversion: [0, 5_000, 10_000, 20_000, 50_000],
  approval: [0, 500_000, 700_000, 850_000, 950_000],
} as const;
export type Figure = keyof typeof BAND_LIMITS;

export const FIGURES = ['clicks', 'orders', 'conversion', 'approval'] as const satisfies readonly Figure[];

/** The number of bands of each figure. */
export const BANDS = 5;

/** A band of a figure over all stores. */
export interface Band {
  /** From 1, the lowest. */
  band: number;
  /** A whole number of clicks or orders, or a share from 0 to 1. */
  from: number;
  /** Below this value; null: no limit. */
  below: number | null;
}

/** Reads a band as it is stored. @param band 0: not shown @returns null for a band that is not shown */
export function bandOf(figure: Figure, band: number): Band | null {
  const limits: readonly number[] = BAND_LIMITS[figure];
  const from = limits[band - 1];
  if (from === undefined) return null;
  const unit = figure === 'clicks' || figure === 'orders' ? 1 : MILLION;
  const below = limits[band];
  return { band, from: from / unit, below: below === undefined ? null : below / unit };
}
