const MAX_WORDS = 8;
/** Minimum length of the beginning of a word, because a shorter one matches too much of the index. */
const MIN_PREFIX = 3;

/**
 * The query for `to_tsquery` with which a text is searched: all of its words, of which the last one may be the beginning of a word.
 * @returns null if there is nothing to search for
 */
export function searchWords(text: string): string | null {
  const words = text.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  if (words.length === 0) return null;
  return words
    .slice(0, MAX_WORDS)
    .map((word, at) => `'${word}'${at === words.length - 1 && word.length >= MIN_PREFIX ? ':*' : ''}`)
    .join(' & ');
}
