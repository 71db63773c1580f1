import { Turn } from '../../../../platform/turns.ts';
import { ForeignContent } from './foreign-content.ts';
import { type Attribute, type Quote, readTag, type Tag } from './read-tag.ts';
import { endOfScript, endOfText, isText } from './text-elements.ts';

/** The `href` of an `<a>` that a reader can click. Its value is `html.slice(start, end)` with undecoded entities. */
export interface Href {
  readonly start: number;
  readonly end: number;
  readonly quote: Quote;
}

const WANTED: ReadonlyMap<string, readonly string[]> = new Map([
  ['a', ['href']],
  ['font', ['color', 'face', 'size']],
]);

/** Reading the clock costs as much as parsing some tags. */
const LOOKS_PER_TIME_CHECK = 200;

/**
 * Finds the `href` of every `<a>` in document order, like browsers that run scripts: not in comments, CDATA,
 * `<script>`, `<style>`, `<textarea>`, `<title>`, `<noscript>`, `<template>` and similar elements. Accepts
 * arbitrarily broken markup.
 *
 * Runs in one pass with time and memory linear in the length of any text. (parse5 takes seconds for a megabyte of
 * nested `<svg>`, which would block the event loop. The tests compare the result with parse5's.)
 */
export async function findHrefs(html: string): Promise<Href[]> {
  const found: Href[] = [];
  const foreign = new ForeignContent();
  let templates = 0;

  /** Processes a start tag. Returns the offset at which parsing continues after the tag and its raw text. */
  const start = (tag: Tag): number => {
    if (tag.name === 'a' && templates === 0) found.push(...tag.attributes.map(hrefOf));
    if (foreign.start(tag)) return tag.end;
    if (tag.name === 'template') templates += 1;
    if (tag.name === 'script') return endOfScript(html, tag.end);
    return isText(tag.name) ? endOfText(html, tag.end, tag.name) : tag.end;
  };
  const end = (tag: Tag): number => {
    if (!foreign.end(tag.name) && tag.name === 'template' && templates > 0) templates -= 1;
    return tag.end;
  };

  const turn = new Turn();
  // Parsing the request took long, too, so yield first.
  await turn.next();
  let looks = 0;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at)) {
    looks += 1;
    if (looks % LOOKS_PER_TIME_CHECK === 0 && turn.isOver) await turn.next();
    const kind = kindOfMarkup(html, at);
    if (kind === 'text') at += 1;
    else if (kind === 'declaration') at = endOfDeclaration(html, at, foreign.isInside);
    else {
      const tag = readTag(html, at + (kind === 'start' ? 1 : 2), WANTED);
      if (tag === null) break;
      at = kind === 'start' ? start(tag) : end(tag);
    }
  }
  return found;
}

const hrefOf = ({ start, end, quote }: Attribute): Href => ({ start, end, quote });

/**
 * Classifies the markup at a `<`. A declaration is everything that ends without attributes: comments, doctypes,
 * CDATA, `<?…>`, and `</…>` without a name.
 */
function kindOfMarkup(html: string, at: number): 'start' | 'end' | 'declaration' | 'text' {
  const next = html[at + 1] ?? '';
  if (isLetter(next)) return 'start';
  if (next === '/') return isLetter(html[at + 2] ?? '') ? 'end' : 'declaration';
  return next === '!' || next === '?' ? 'declaration' : 'text';
}

function isLetter(character: string): boolean {
  return (character >= 'a' && character <= 'z') || (character >= 'A' && character <= 'Z');
}

const COMMENT_END = /--!?>/g;

function endOfDeclaration(html: string, at: number, cdataExists: boolean): number {
  if (html.startsWith('<!--', at)) {
    const inside = at + '<!--'.length;
    if (html[inside] === '>') return inside + 1;
    if (html.startsWith('->', inside)) return inside + 2;
    COMMENT_END.lastIndex = inside;
    return COMMENT_END.test(html) ? COMMENT_END.lastIndex : html.length;
  }
  return cdataExists && html.startsWith('<![CDATA[', at) ? behind(html, ']]>', at) : behind(html, '>', at);
}

function behind(html: string, text: string, from: number): number {
  const at = html.indexOf(text, from);
  return at < 0 ? html.length : at + text.length;
}
