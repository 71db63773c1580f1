import { decodeText } from './decode-text.ts';
import { plainBytes } from './plain-bytes.ts';
import type { FeedFormat, RawItem } from './raw-item.ts';
import { readTable } from './read-table.ts';
import { readXml } from './read-xml.ts';

/**
 * Reads the items of a feed as its bytes arrive, compressed or not. Memory does not grow with the feed.
 * @throws FeedRefused; what `chunks` throws
 */
export function readFeed(chunks: AsyncIterable<Buffer>, format: FeedFormat): AsyncGenerator<RawItem> {
  const texts = decodeText(plainBytes(chunks));
  return format === 'xml' ? readXml(texts) : readTable(texts, format);
}
