import { decodeText, UnreadableText } from '../../../platform/tables/decode-text.ts';
import { plainBytes } from './plain-bytes.ts';
import { type FeedColumns, type FeedFormat, FeedRefused, type RawItem } from './raw-item.ts';
import { readTable } from './read-table.ts';
import { readXml } from './read-xml.ts';

/**
 * Reads the items of a feed as its bytes arrive, compressed or not. Memory does not grow with the feed.
 * @param columns columns of a table that the store has named
 * @throws FeedRefused; what `chunks` throws
 */
export function readFeed(
  chunks: AsyncIterable<Buffer>,
  format: FeedFormat,
  columns: FeedColumns = {},
): AsyncGenerator<RawItem> {
  const texts = readable(decodeText(plainBytes(chunks)));
  return format === 'xml' ? readXml(texts) : readTable(texts, columns);
}

async function* readable(texts: AsyncIterable<string>): AsyncGenerator<string> {
  try {
    yield* texts;
  } catch (error) {
    if (error instanceof UnreadableText) throw new FeedRefused('invalid_encoding', error.message);
    throw error;
  }
}
