import type { Outbound } from '../../../platform/outbound/outbound.ts';
import { OutboundError } from '../../../platform/outbound/outbound-error.ts';
import { FeedRefused } from '../parse/raw-item.ts';

/** Time limit of the connection and the whole transfer. */
const TIMEOUT_MS = 20 * 60_000;
/** Maximum size of a reply as it is transferred, compressed or not. */
const MAX_REPLY_BYTES = 1024 ** 3;
const MAX_REDIRECTS = 5;
const MAX_VALIDATOR = 512;
const HEADER_TEXT = /^[\x20-\x7e]+$/;

/** The validators by which a server recognises the version of a feed. */
export interface Validators {
  etag: string | null;
  lastModified: string | null;
}

/** A feed that is being transferred; null if it has not changed since the validators were received. */
export type FetchedFeed = { body: AsyncIterable<Buffer>; validators: Validators } | null;

/**
 * Requests a feed from a public address.
 * @param known validators of the last complete run, or none for a complete transfer
 * @throws FeedRefused `not_fetched` when the address is refused or there is no reply with a feed; `too_large` while the body is read
 */
export async function fetchFeed(
  { outbound, signal }: { outbound: Outbound; signal: AbortSignal },
  url: string,
  known: Validators,
): Promise<FetchedFeed> {
  const ending = new AbortController();
  try {
    const reply = await outbound.open({
      signal: AbortSignal.any([signal, ending.signal]),
      url,
      method: 'GET',
      timeoutMs: TIMEOUT_MS,
      maxReplyBytes: MAX_REPLY_BYTES,
      maxRedirects: MAX_REDIRECTS,
      headers: {
        'user-agent': 'Tributary-Feeds/1',
        accept: 'application/xml, text/xml, text/csv, text/tab-separated-values, application/gzip, */*;q=0.1',
        'accept-encoding': 'gzip',
        ...(known.etag === null ? {} : { 'if-none-match': known.etag }),
        ...(known.lastModified === null ? {} : { 'if-modified-since': known.lastModified }),
      },
    });
    if (reply.status === 200) {
      const { etag, 'last-modified': lastModified } = reply.headers;
      return {
        body: translated(reply.body),
        validators: { etag: validator(etag), lastModified: validator(lastModified) },
      };
    }
    // The body of an error is not read.
    ending.abort();
    if (reply.status === 304 && (known.etag ?? known.lastModified) !== null) return null;
    throw new FeedRefused('not_fetched', `The server of the feed replied with status ${reply.status}.`);
  } catch (error) {
    throw refusalOf(error);
  }
}

async function* translated(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  try {
    yield* body;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  if (!(error instanceof OutboundError) || error.code === 'aborted') return error;
  return new FeedRefused(error.code === 'reply_too_large' ? 'too_large' : 'not_fetched', error.message, {
    cause: error,
  });
}

const validator = (header: string | undefined) =>
  header !== undefined && header.length <= MAX_VALIDATOR && HEADER_TEXT.test(header) ? header : null;
