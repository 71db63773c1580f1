import { domainToUnicode } from 'node:url';
import type { ProductUrl } from '../../stores/urls/index.ts';
import { PrefixSet } from './prefix-set.ts';

/** Measured: up to about this number, one `includes` per keyword is faster than a search at each position of the URL. */
const FEW_KEYWORDS = 256;

/** The forms of a URL that are searched for keywords: as written, and decoded. */
export type KeywordForms = readonly string[];

/**
 * Returns the forms of a URL that are searched for keywords, in lower case: the whole `href` and, if different, the same with
 * escapes decoded, `+` read as a space and an IDN host in its own script. A keyword may occur in either form, so `caf%C3%A9` and
 * `café`, `c++` and `red shoes` all match as intended. Broken escapes become U+FFFD.
 */
export function keywordForms(url: ProductUrl): KeywordForms {
  const raw = url.href.toLowerCase();
  if (!/[%+]|xn--/.test(raw)) return [raw];
  const unicodeHost = url.host.includes('xn--') ? domainToUnicode(url.host) : '';
  const readable = unicodeHost === '' ? url.href : url.href.replace(url.host, () => unicodeHost);
  const decoded = readable.replaceAll('+', ' ').replace(/(?:%[0-9a-f]{2})+/gi, decodeEscapes);
  return [raw, decoded.normalize('NFC').toLowerCase()];
}

function decodeEscapes(escapes: string): string {
  return Buffer.from(escapes.replaceAll('%', ''), 'hex').toString('utf8');
}

/**
 * Normalizes a keyword for comparison: trimmed, composed, lower case. Returns null when nothing is left.
 * @param keyword as typed by an administrator
 */
export function normaliseKeyword(keyword: string | null): string | null {
  const plain = keyword?.trim().normalize('NFC').toLowerCase() ?? '';
  return plain === '' ? null : plain;
}

/** A set of keywords. One occurrence in a URL suffices. */
export class KeywordSet {
  /** A plain list while small. Most stores have at most three keywords. */
  readonly #few: readonly string[];
  readonly #many: PrefixSet | null;

  /** @param keywords as returned by `normaliseKeyword` */
  constructor(keywords: Iterable<string>) {
    const distinct = [...new Set(keywords)];
    const few = distinct.length <= FEW_KEYWORDS;
    this.#few = few ? distinct : [];
    this.#many = few ? null : new PrefixSet(distinct);
  }

  /**
   * Returns one keyword of the set that occurs in one of the forms, or null. Time: the forms' length × log keywords,
   * and × the keywords' length in the worst case (similar keywords of hundreds of characters in a similar URL).
   */
  find(forms: KeywordForms): string | null {
    for (const form of forms) {
      const found =
        this.#many === null ? this.#few.find((keyword) => form.includes(keyword)) : findIn(this.#many, form);
      if (found !== undefined) return found;
    }
    return null;
  }
}

function findIn(keywords: PrefixSet, form: string): string | undefined {
  for (let position = 0; position < form.length; position += 1) {
    const index = keywords.longest(form, position);
    if (index >= 0) return keywords.at(index);
  }
  return undefined;
}
