/** Minimum contrast of text (WCAG 2.2, AA). */
const LEAST_CONTRAST = 4.5;
/** That of white text on a large surface, whose gradient is lighter in places. */
const DEEP_CONTRAST = 7;

type Rgb = readonly [red: number, green: number, blue: number];

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
  const [one, two] = [parse(colour), parse(other)];
  const parts = one.map((value, index) => Math.round(value + (two[index]! - value) * share));
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}

/** Contrast ratio of two colours, 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(parse(one)), luminance(parse(other))].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function parse(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}
