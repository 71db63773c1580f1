import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font } from 'fontkit';

export type Weight = 'regular' | 'bold';

/** A font by its purpose. */
export type FontName = keyof typeof FONTS;

const require = createRequire(import.meta.url);

/**
 * The font for Latin, Greek and Cyrillic comes first. Every other font is used only for its own script, because its Latin letters
 * have another size and shape.
 */
const FONTS = {
  latin: {
    script: null,
    folder: join(dirname(require.resolve('@embedpdf/fonts-latin')), '../fonts'),
    regular: 'NotoSans-Regular.ttf',
    bold: 'NotoSans-Bold.ttf',
  },
  hebrew: {
    script: /\p{Script_Extensions=Hebrew}/u,
    folder: join(dirname(require.resolve('@embedpdf/fonts-hebrew')), '../fonts'),
    regular: 'NotoSansHebrew-Regular.ttf',
    bold: 'NotoSansHebrew-Bold.ttf',
  },
  arabic: {
    script: /\p{Script_Extensions=Arabic}/u,
    folder: join(dirname(require.resolve('@embedpdf/fonts-arabic')), '../fonts'),
    regular: 'NotoNaskhArabic-Regular.ttf',
    bold: 'NotoNaskhArabic-Bold.ttf',
  },
  thai: {
    script: /\p{Script_Extensions=Thai}/u,
    folder: dirname(require.resolve('@expo-google-fonts/noto-sans-thai')),
    regular: '400Regular/NotoSansThai_400Regular.ttf',
    bold: '700Bold/NotoSansThai_700Bold.ttf',
  },
  korean: {
    script: /\p{Script=Hangul}/u,
    folder: dirname(require.resolve('@expo-google-fonts/nanum-gothic')),
    regular: '400Regular/NanumGothic_400Regular.ttf',
    bold: '700Bold/NanumGothic_700Bold.ttf',
  },
  // Also covers traditional Chinese, and the simplified characters that both share.
  japanese: {
    script:
      /[\p{Script_Extensions=Han}\p{Script_Extensions=Hiragana}\p{Script_Extensions=Katakana}\u2100-\u2bff\u3000-\u33ff\uff00-\uffef]/u,
    folder: dirname(require.resolve('@expo-google-fonts/biz-udpgothic')),
    regular: '400Regular/BIZUDPGothic_400Regular.ttf',
    bold: '700Bold/BIZUDPGothic_700Bold.ttf',
  },
} as const;

const NAMES = Object.keys(FONTS) as FontName[];
const files = new Map<string, Buffer>();
const measures = new Map<string, Font>();
const widths = new Map<string, number>();

/** Reads the file of a font, up to 5 MB, once for each process and only when a text requires it. */
export function fontFile(name: FontName, weight: Weight): Buffer {
  return known(files, `${name} ${weight}`, () => readFileSync(join(FONTS[name].folder, FONTS[name][weight])));
}

/** Returns the first font that contains a character; null when none does. */
export function fontFor(character: string): FontName | null {
  const codePoint = character.codePointAt(0) ?? 0;
  for (const name of NAMES) {
    const { script } = FONTS[name];
    if ((script === null || script.test(character)) && hasGlyph(name, codePoint)) return name;
  }
  return null;
}

/** Whether a font contains a code point. */
export function hasGlyph(name: FontName, codePoint: number): boolean {
  return measureOf(name, 'regular').hasGlyphForCodePoint(codePoint);
}

/** The width of a text in one font, in points. */
export function widthOf(text: string, name: FontName, weight: Weight, size: number): number {
  if (widths.size > 20_000) widths.clear();
  const ems = known(widths, `${name} ${weight} ${text}`, () => {
    const font = measureOf(name, weight);
    return font.layout(text).advanceWidth / font.unitsPerEm;
  });
  return ems * size;
}

/**
 * The parsed font, only for measuring. Each file is drawn with its own instances, because embedding a font changes its glyphs so
 * that the text of the next file could not be extracted.
 */
function measureOf(name: FontName, weight: Weight): Font {
  return known(measures, `${name} ${weight}`, () => {
    const font = create(fontFile(name, weight));
    if ('fonts' in font) throw new Error(`The font ${name} ${weight} is a collection`);
    return font;
  });
}

/**
 * Lets a font that draws one file use the tables that the measuring font has decoded. Decoding those for the substitution and position of glyphs took two thirds of the time of a file; they are only
 * read. The glyphs themselves stay those of the file's own font.
 */
export function shareTables(font: Font, name: FontName, weight: Weight): void {
  const own = font as unknown as { _tables: Record<string, unknown> };
  const measured = measureOf(name, weight) as unknown as typeof own;
  // The getters decode a table at its first use.
  for (const tag of SHARED_TABLES)
    if (tag in font) own._tables[tag] = (measured as unknown as Record<string, unknown>)[tag];
}

/** Tables for layout, and those whose decoding is expensive. */
const SHARED_TABLES = ['GSUB', 'GPOS', 'GDEF', 'cmap', 'name', 'hmtx', 'loca'];

function known<Value>(values: Map<string, Value>, key: string, make: () => Value): Value {
  let value = values.get(key);
  if (value === undefined) {
    value = make();
    values.set(key, value);
  }
  return value;
}
