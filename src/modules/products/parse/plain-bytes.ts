import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { FeedRefused } from './raw-item.ts';

/** Maximum size of a feed after decompression: a million items of 2 KB. */
const MAX_FEED_BYTES = 2 * 1024 ** 3;
/** Maximum ratio of decompression. Text compresses to a tenth, repetitive feeds to a fiftieth, and a malicious file to a thousandth. */
const MAX_RATIO = 200;
/** Below this size the ratio is not checked. */
const RATIO_FROM_BYTES = 8 * 1024 ** 2;

/**
 * The bytes of a feed, decompressed if it begins like a gzip file, regardless of its name and type.
 * @throws FeedRefused `too_large` for a feed, or a ratio of compression, above the limits; `invalid_gzip`; `invalid_encoding` for a zip archive
 */
export async function* plainBytes(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const source = chunks[Symbol.asyncIterator]();
  const begin = await beginning(source);
  if (isZip(begin))
    throw new FeedRefused(
      'invalid_encoding',
      'The file is a zip archive. Send the feed as text, or compressed with gzip.',
    );
  const received = { bytes: 0 };
  const whole = counted(begin, source, received);
  let bytes = 0;
  try {
    for await (const chunk of isGzip(begin) ? gunzipped(whole) : whole) {
      bytes += chunk.length;
      if (bytes > MAX_FEED_BYTES)
        throw new FeedRefused('too_large', `The feed is larger than ${MAX_FEED_BYTES} bytes.`);
      if (bytes > RATIO_FROM_BYTES && bytes > received.bytes * MAX_RATIO)
        throw new FeedRefused('too_large', `The gzip file expands to more than ${MAX_RATIO} times its size.`);
      yield chunk;
    }
  } finally {
    await source.return?.();
  }
}

/** The first two bytes, or fewer if the feed is shorter. */
async function beginning(source: AsyncIterator<Buffer>): Promise<Buffer> {
  let begin: Buffer = Buffer.alloc(0);
  while (begin.length < 2) {
    const next = await source.next();
    if (next.done) break;
    begin = Buffer.concat([begin, next.value]);
  }
  return begin;
}

const isZip = (begin: Buffer) => begin[0] === 0x50 && begin[1] === 0x4b;

const isGzip = (begin: Buffer) => begin[0] === 0x1f && begin[1] === 0x8b;

async function* counted(
  begin: Buffer,
  source: AsyncIterator<Buffer>,
  received: { bytes: number },
): AsyncGenerator<Buffer> {
  received.bytes = begin.length;
  yield begin;
  for (;;) {
    const next = await source.next();
    if (next.done) return;
    received.bytes += next.value.length;
    yield next.value;
  }
}

async function* gunzipped(compressed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = Readable.from(compressed, { objectMode: false, highWaterMark: 64 * 1024 });
  const output = createGunzip();
  let failure: unknown;
  input.on('error', (error) => {
    failure = error;
    output.destroy(error);
  });
  try {
    for await (const chunk of input.pipe(output)) yield chunk as Buffer;
  } catch (error) {
    if (failure !== undefined) throw failure;
    throw new FeedRefused('invalid_gzip', 'The gzip file is damaged or incomplete.', { cause: error });
  } finally {
    output.destroy();
    input.destroy();
  }
}
