import { foldPath, type ProductUrl } from '../../stores/urls/index.ts';
import { type KeywordForms, keywordForms } from './keyword-set.ts';

/** One URL while it is matched: what every store's rules ask of it, worked out at most once. */
export class UrlProbe {
  readonly host: string;
  /** As `foldPath` gives it. */
  readonly comparable: string;
  /** Where the host and the hosts above it begin, the longest first: for `a.shop.se` 0, 2, 7. At most 127. */
  readonly hostOffsets: readonly number[];
  readonly #url: ProductUrl;
  #forms: KeywordForms | null = null;

  constructor(url: ProductUrl) {
    this.host = url.host;
    this.comparable = foldPath(url.comparable);
    this.hostOffsets = offsetsOf(url.host);
    this.#url = url;
  }

  /** Only stores with keyword rules need these, so they are made when first asked for. */
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
