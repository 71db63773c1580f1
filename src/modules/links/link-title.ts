/** In characters. */
export const MAX_TITLE_LENGTH = 120;
const FILE_ENDING = /\.(?:html?|php|aspx?|jsp)$/i;

/**
 * Returns the title of an unnamed link: the last descriptive segment of the path in plain words
 * (`/p/red-running-shoes.html` → "red running shoes"), else the store's name.
 */
export function linkTitle(url: string, storeName: string): string {
  const segments = new URL(url).pathname.split('/').map(readable);
  const telling = segments.reverse().find((segment) => /\p{L}{3}/u.test(segment));
  // Cut by code points, because a lone surrogate cannot be stored.
  return Array.from(telling ?? storeName)
    .slice(0, MAX_TITLE_LENGTH)
    .join('')
    .trim();
}

function readable(segment: string): string {
  let text = segment;
  try {
    text = decodeURIComponent(segment);
  } catch {
    // A lone percent sign: use the segment as written.
  }
  return text
    .replace(FILE_ENDING, '')
    .replace(/[-_+\s]+/g, ' ')
    .replace(/\p{C}/gu, '')
    .trim();
}
