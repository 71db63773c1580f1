import { foldPath, type ProductUrl } from '../../stores/urls/index.ts';
import { type KeywordForms, keywordForms } from './keyword-set.ts';

/** A URL during matching. Values that the stores' rules need are computed at most once. */
export class UrlProbe {
  readonly host: string;
  /** The path as returned by `foldPath`. */
  readonly comparable: string;
  /** Offsets of the host and its parent domains, the longest first: for `a.shop.se` 0, 2, 7. At most 127. */
  readonly hostOffsets: readonly number[];
  readonly #url: ProductUrl;
  #forms: KeywordForms | null = null;

  constructor(url: ProductUrl) {
    this.host = url.host;
    this.comparable = foldPath(url.comparable);
    this.hostOffsets = offsetsOf(url.host);
    this.#url = url;
  }

  /** Computed on first use, because only stores with keyword rules need them. */
  get forms(): KeywordForms {
    this.#forms ??= keywordForms(this.#url);
    return this.#forms;
  }
}

function offsetsOf(host: string): number[] {
  const offsets = [0];
  for (let dot = host.indexOf('.'); dot >= 0; dot = host.indexOf('.', dot + 1)) offsets.push(dot + 1);
  return offsets;
}
