import { type FontName, fontFor, hasGlyph, type Weight, widthOf } from './fonts.ts';

/** The style of a text: its size in points, its weight and its colour. */
export interface Style {
  size: number;
  weight: Weight;
  color: string;
}

/** A part of a text in one font, with its width in points. */
export interface Run {
  text: string;
  font: FontName;
  width: number;
}

const RTL = String.raw`\p{Script=Hebrew}\p{Script=Arabic}`;
/** Matches from a right-to-left letter to the last one before a left-to-right letter, including numbers and signs between them. */
const RTL_STRETCH = new RegExp(String.raw`[${RTL}](?:[[${RTL}]\P{L}]*[[${RTL}]\p{M}])?`, 'gv');
const MARK = /^\p{M}$/u;
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Returns one printable line: composed, without control characters, lone surrogates, or invisible formatting characters. */
export function plainText(text: string): string {
  return text
    .replace(/\p{Surrogate}/gu, '\ufffd')
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replace(/[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]/gu, '')
    .trim();
}

/** The runs of a line from left to right, as they are drawn. A line runs from left to right; a right-to-left name in it keeps its order. */
export function runsOf(line: string, { weight, size }: Style): Run[] {
  return inVisualOrder(line).flatMap((stretch) =>
    byFont(stretch).map(({ text, font }) => ({ text, font, width: widthOf(text, font, weight, size) })),
  );
}

/** The width of a line in points. */
export function lineWidth(line: string, style: Style): number {
  return runsOf(line, style).reduce((sum, { width }) => sum + width, 0);
}

/**
 * Breaks a text into lines at its spaces and hyphens, and inside a word only if the word is wider than a line (as in Thai and
 * Japanese, which have no spaces). After `maxLines` lines, it ends with an ellipsis.
 * @param width in points
 */
export function wrap(text: string, style: Style, width: number, max: number): string[] {
  const lines: string[] = [];
  let line = '';
  let taken = 0;
  for (const word of plainText(text).match(/[^\s\-/]*[-/]+\s*|[^\s\-/]+\s*/gu) ?? []) {
    if (taken + lineWidth(word.trimEnd(), style) > width) {
      if (line !== '') lines.push(line.trimEnd());
      if (lines.length > max) break;
      const pieces = cut(word, style, width);
      line = pieces.pop() ?? '';
      taken = lineWidth(line, style);
      lines.push(...pieces);
    } else {
      line += word;
      taken += lineWidth(word, style);
    }
  }
  if (line !== '') lines.push(line.trimEnd());
  if (lines.length <= max) return lines;
  return [...lines.slice(0, max - 1), shortened(lines[max - 1] ?? '', style, width)];
}

/** Cuts a word into pieces that fit a line. A character wider than the line is a line of its own. */
function cut(word: string, style: Style, width: number): string[] {
  if (lineWidth(word.trimEnd(), style) <= width) return [word];
  const pieces: string[] = [];
  let piece = '';
  let taken = 0;
  for (const { segment } of graphemes.segment(word)) {
    const wide = lineWidth(segment, style);
    if (piece !== '' && taken + wide > width) {
      pieces.push(piece);
      piece = '';
      taken = 0;
    }
    piece += segment;
    taken += wide;
  }
  pieces.push(piece);
  return pieces;
}

function shortened(line: string, style: Style, width: number): string {
  const kept = [...graphemes.segment(line)].map(({ segment }) => segment);
  while (kept.length > 0 && lineWidth(`${kept.join('')}…`, style) > width) kept.pop();
  return `${kept.join('').trimEnd()}…`;
}

/** Splits a line into parts, from left to right. Each word of a right-to-left stretch is a part, the last word first. */
function inVisualOrder(line: string): string[] {
  const parts: string[] = [];
  let at = 0;
  for (const { index, 0: stretch } of line.matchAll(RTL_STRETCH)) {
    parts.push(line.slice(at, index));
    parts.push(...stretch.split(/(\s+|\d[\d.,]*)/u).reverse());
    at = index + stretch.length;
  }
  parts.push(line.slice(at));
  return parts.filter((part) => part !== '');
}

/**
 * Splits a text where its font changes. Marks and spaces have the font of the preceding letters. Characters that no font has are
 * printed as a box of the first font.
 */
function byFont(text: string): { text: string; font: FontName }[] {
  const runs: { text: string; font: FontName }[] = [];
  for (const character of text) {
    const last = runs.at(-1);
    const codePoint = character.codePointAt(0) ?? 0;
    const stays = last !== undefined && MARK.test(character) && hasGlyph(last.font, codePoint);
    const font = stays ? last.font : (fontFor(character) ?? 'latin');
    if (last?.font === font) last.text += character;
    else runs.push({ text: character, font });
  }
  return runs;
}
