import { contrast, LEAST_CONTRAST, parseColour } from '../../../platform/colours.ts';

/** That of white text on a large surface, whose gradient is lighter in places. */
const DEEP_CONTRAST = 7;

/** Backgrounds of the pages in both schemes. The darker and lighter of each scheme's surfaces decide. */
export const SURFACES = { light: '#ffffff', dark: '#101921' } as const;
const HARDEST = { light: '#f3f6f7', dark: '#1e2b35' } as const;

/** The accent colour as it is readable in each place. */
export interface Accent {
  /** Text and links on light and on dark surfaces. */
  onLight: string;
  onDark: string;
  /** A filled surface, and the text on it. */
  fill: string;
  textOnFill: string;
  /** A large dark surface with white text. */
  deep: string;
}

/**
 * Adjusts an accent colour so that text in it, and text on it, is readable.
 * @param accent `#rrggbb`
 */
export function readableAccent(accent: string): Accent {
  return {
    onLight: towards(accent, '#000000', HARDEST.light),
    onDark: towards(accent, '#ffffff', HARDEST.dark),
    fill: accent,
    deep: towards(accent, '#000000', '#ffffff', DEEP_CONTRAST),
    textOnFill: contrast(accent, '#ffffff') >= contrast(accent, '#000000') ? '#ffffff' : '#000000',
  };
}

/** Mixes a colour with another in small steps, until it is readable on the background. */
function towards(colour: string, other: string, background: string, least = LEAST_CONTRAST): string {
  for (let share = 0; share < 1; share += 0.05) {
    const mixed = mix(colour, other, share);
    if (contrast(mixed, background) >= least) return mixed;
  }
  return other;
}

function mix(colour: string, other: string, share: number): string {
  const [one, two] = [parseColour(colour), parseColour(other)];
  const parts = one.map((value, index) => Math.round(value + (two[index]! - value) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
