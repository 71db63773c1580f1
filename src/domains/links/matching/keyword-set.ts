import { domainToUnicode } from 'node:url';
import type { ProductUrl } from '../../stores/urls/index.ts';
import { PrefixSet } from './prefix-set.ts';

/** Measured: up to about here one `includes` for each keyword beats a search at each position of the URL. */
const FEW_KEYWORDS = 256;

/** What a keyword may be anywhere in: the URL as written, and as a person reads it. */
export type KeywordForms = readonly string[];

/**
 * The forms in which a URL is searched for keywords, in lower case: the whole `href`; and, where it differs, the same
 * with escapes decoded, `+` read as a space and an IDN host in its own script. A keyword need be in only one of them, so
 * both `caf%C3%A9` and `café`, both `c++` and `red shoes` find what they mean. Broken escapes become U+FFFD.
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
 * A keyword as it is compared: trimmed, composed, lower case. Null when nothing is left, which is no keyword.
 * @param keyword as an administrator typed it
 */
export function normaliseKeyword(keyword: string | null): string | null {
  const plain = keyword?.trim().normalize('NFC').toLowerCase() ?? '';
  return plain === '' ? null : plain;
}

/** Keywords any of which may occur in a URL. */
export class KeywordSet {
  /** Kept as a plain list while few: most stores have none to three. */
  readonly #few: readonly string[];
  readonly #many: PrefixSet | null;

  /** @param keywords as `normaliseKeyword` gives them */
  constructor(keywords: Iterable<string>) {
    const distinct = [...new Set(keywords)];
    const few = distinct.length <= FEW_KEYWORDS;
    this.#few = few ? distinct : [];
    this.#many = few ? null : new PrefixSet(distinct);
  }

  /**
   * One keyword of the set that occurs in one of the forms, or null. Time: the forms' length × log keywords, and × the
   * keywords' length at the very worst (all alike for hundreds of characters, in a URL that is alike too).
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
