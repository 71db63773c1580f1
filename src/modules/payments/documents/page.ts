import { plainText, type Run, runsOf, type Style } from './text.ts';

/** A4 in points, and the width and height between the margins. */
export const PAGE = { width: 595.28, height: 841.89, left: 48, right: 547.28, top: 48, bottom: 778 } as const;

export const INK = '#14202b';
export const MUTED = '#5d6b78';
export const ACCENT = '#0b6158';
const HAIRLINE = '#d5dce2';
export const SHADE = '#f2f5f7';

export const BODY: Style = { size: 9, weight: 'regular', color: INK };
export const STRONG: Style = { ...BODY, weight: 'bold' };
export const LABEL: Style = { size: 7.5, weight: 'regular', color: MUTED };

/** One element of a page. y increases downwards, and is the baseline of a text. */
export type Mark =
  | { kind: 'text'; x: number; y: number; style: Style; runs: Run[] }
  | { kind: 'rule'; x: number; y: number; width: number; weight: number; color: string }
  | { kind: 'box'; x: number; y: number; width: number; height: number; radius: number; fill?: string; line?: string }
  /** A PNG or JPEG, scaled to fit; y is its upper edge. */
  | { kind: 'picture'; x: number; y: number; width: number; height: number; content: Uint8Array };

/** A text from x on, or, with `align` right, up to x. */
export function textAt(x: number, y: number, text: string, style: Style, align: 'left' | 'right' = 'left'): Mark {
  const runs = runsOf(plainText(text), style);
  const width = runs.reduce((sum, run) => sum + run.width, 0);
  return { kind: 'text', x: align === 'left' ? x : x - width, y, style, runs };
}

/** A line over the whole width between the margins. */
export function ruleAt(y: number, weight = 0.6, color: string = HAIRLINE): Mark {
  return { kind: 'rule', x: PAGE.left, y, width: PAGE.right - PAGE.left, weight, color };
}
