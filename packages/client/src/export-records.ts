import type { ApiClient } from './client.ts';
import { ConnectionError } from './errors.ts';
import type { paths } from './schema.d.ts';
import { linesOf } from './text-lines.ts';

/** The kinds of records that can be exported. */
export type Dataset = paths['/v2/exports/{dataset}']['get']['parameters']['path']['dataset'];

/** A record, with the position after it. Amounts are whole minor units. */
export type ExportedRecord = { cursor: string; [column: string]: string | number | boolean | null };

export interface ExportOptions {
  /** The cursor of the last record that was processed; by default the export starts from the beginning. */
  after?: string;
  /** The first day of clicks, orders or ledger entries, `YYYY-MM-DD` in the time zone of the marketplace. */
  from?: string;
  /** The last day, included. */
  to?: string;
  /** Waits for new records instead of ending. Only for clicks, orders and the ledger. */
  follow?: boolean;
  signal?: AbortSignal;
}

/** Records of one request. */
const PER_REQUEST = 100_000;
const FOLLOW_WAIT_SECONDS = 20;
/** Replies in a row that ended early without a single record. */
const MAX_EMPTY = 3;

/**
 * Streams a data set: clicks, orders and the ledger in the order of commits, the others whole, by their ids. A reply that ends early is continued after its last complete record, so every
 * record arrives, and none twice. A record that changes later arrives again.
 * @returns the last cursor, with which a later export continues
 * @throws ConnectionError if several replies in a row end without a record
 */
export async function* exportRecords(
  client: ApiClient,
  dataset: Dataset,
  { after, from, to, follow = false, signal }: ExportOptions = {},
): AsyncGenerator<ExportedRecord, string | undefined, undefined> {
  let cursor = after;
  let empty = 0;
  for (;;) {
    const query = {
      limit: PER_REQUEST,
      wait_seconds: follow && cursor !== undefined ? FOLLOW_WAIT_SECONDS : 0,
      ...(cursor === undefined ? {} : { after: cursor }),
      ...(from === undefined ? {} : { from }),
      ...(to === undefined ? {} : { to }),
    };
    const { data } = await client.GET('/v2/exports/{dataset}', {
      params: { path: { dataset }, query },
      parseAs: 'stream',
      ...(signal === undefined ? {} : { signal }),
    });
    let count = 0;
    let isComplete = false;
    try {
      for await (const line of linesOf(data)) {
        const record = JSON.parse(line) as ExportedRecord;
        cursor = record.cursor;
        isComplete = record['end'] === true;
        if (isComplete) continue;
        count += 1;
        yield record;
      }
    } catch (cause) {
      if (signal?.aborted) throw signal.reason;
      if (count === 0 && empty >= MAX_EMPTY) throw new ConnectionError('The export was cut off.', { cause });
    }
    if (isComplete && !follow && count < PER_REQUEST) return cursor;
    empty = isComplete || count > 0 ? 0 : empty + 1;
    if (empty > MAX_EMPTY) throw new ConnectionError('The export was cut off.');
  }
}
