import type { Database } from '../../../platform/database/database.ts';
import { Turn } from '../../../platform/turns.ts';
import { type FeedProduct, type FeedRules, type ItemError, parseProduct, shown } from '../parse/parse-product.ts';
import { type FeedColumns, type FeedFormat, FeedRefused } from '../parse/raw-item.ts';
import { readFeed } from '../parse/read-feed.ts';
import { stageProducts } from './stage-products.ts';

const BATCH = 1_000;
/** Maximum number of errors that a run stores. */
const MAX_ERRORS = 100;
const MAX_FEED_ITEMS = 1_000_000;

/** The result of reading a feed. */
export interface ReadCounts {
  items: number;
  /** Number of items with an error, which are omitted. */
  refused: number;
  /** The first errors and warnings. */
  errors: ItemError[];
}

/**
 * Reads a feed into the table of the run, in batches.
 * @param db the connection that has the table
 * @throws FeedRefused for a feed that is broken, too large or without a single product; what `chunks` throws
 */
export async function readProducts(
  db: Database,
  chunks: AsyncIterable<Buffer>,
  {
    format,
    columns,
    rules,
    signal,
  }: { format: FeedFormat; columns: FeedColumns; rules: FeedRules; signal: AbortSignal },
): Promise<ReadCounts> {
  const read: ReadCounts = { items: 0, refused: 0, errors: [] };
  const report = (errors: readonly ItemError[]) => {
    read.errors.push(...errors.slice(0, Math.max(0, MAX_ERRORS - read.errors.length)));
  };
  const refuse = (errors: readonly ItemError[]) => {
    read.refused += 1;
    report(errors);
  };
  let batch: FeedProduct[] = [];
  const flush = async () => {
    for (const { line, productId } of await stageProducts(db, batch))
      refuse([
        {
          line,
          productId: shown(productId),
          field: 'id',
          message: 'was there before; the first item with it is kept',
          isOmitted: true,
        },
      ]);
    batch = [];
  };
  const turn = new Turn();
  for await (const item of readFeed(chunks, format, columns)) {
    signal.throwIfAborted();
    read.items += 1;
    if (read.items > MAX_FEED_ITEMS)
      throw new FeedRefused('too_many_items', `The feed has more than ${MAX_FEED_ITEMS} items.`);
    const found = parseProduct(item, rules);
    if (Array.isArray(found)) refuse(found);
    else {
      report(found.warnings);
      if (batch.push(found.product) >= BATCH) await flush();
    }
    if (turn.isOver) await turn.next();
  }
  if (batch.length > 0) await flush();
  // An empty feed is much more often a fault of the store's export than an empty store, and would mark every product as gone.
  if (read.items === read.refused) throw new NoProducts(read);
  return read;
}

/** No product of a feed could be read; contains the errors of its items. */
export class NoProducts extends FeedRefused {
  readonly read: ReadCounts;
  constructor(read: ReadCounts) {
    super(
      'no_products',
      read.items === 0 ? 'The feed has no items.' : `None of the ${read.items} items of the feed is valid.`,
    );
    this.read = read;
  }
}
