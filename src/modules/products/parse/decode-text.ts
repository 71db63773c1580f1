import { TextDecoder } from 'node:util';
import { FeedRefused } from './raw-item.ts';

/** An XML declaration is within the first bytes. Its attribute is readable as ASCII in every supported encoding. */
const DECLARED = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;
const DECLARATION_BYTES = 256;

/**
 * Decodes a feed: UTF-8, UTF-16 with a byte order mark, or the encoding that the XML declares.
 * @throws FeedRefused `invalid_encoding` for an unknown encoding, and for bytes that are invalid in it
 */
export async function* decodeText(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | null = null;
  let begin: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (decoder !== null) {
      yield decoded(decoder, chunk);
      continue;
    }
    begin = Buffer.concat([begin, chunk]);
    if (begin.length < DECLARATION_BYTES) continue;
    decoder = decoderOf(begin);
    yield decoded(decoder, begin);
  }
  // The feed is shorter than the maximum length of a declaration.
  if (decoder === null) {
    decoder = decoderOf(begin);
    yield decoded(decoder, begin);
  }
  yield decoded(decoder, null);
}

function decoderOf(begin: Buffer): TextDecoder {
  const label = labelOf(begin);
  try {
    return new TextDecoder(label, { fatal: true });
  } catch {
    throw new FeedRefused('invalid_encoding', `The encoding ${label} is not known. Send the feed in UTF-8.`);
  }
}

function labelOf(begin: Buffer): string {
  if (begin[0] === 0xfe && begin[1] === 0xff) return 'utf-16be';
  if (begin[0] === 0xff && begin[1] === 0xfe) return 'utf-16le';
  return (
    DECLARED.exec(
      begin
        .subarray(0, DECLARATION_BYTES)
        .toString('latin1')
        .replace(/^\u00ef\u00bb\u00bf/, ''),
    )?.[1] ?? 'utf-8'
  );
}

function decoded(decoder: TextDecoder, bytes: Buffer | null): string {
  try {
    return bytes === null ? decoder.decode() : decoder.decode(bytes, { stream: true });
  } catch {
    throw new FeedRefused('invalid_encoding', `The feed is not valid ${decoder.encoding} text.`);
  }
}
