import { isUtf8 } from 'node:buffer';
import { TextDecoder } from 'node:util';

/** The text is in an encoding that does not exist, or its bytes are not valid in the encoding that it declares. The message is a sentence. */
export class UnreadableText extends Error {}

/** An XML declaration is within the first bytes. Its attribute is readable as ASCII in every supported encoding. */
const DECLARED = /^\s*<\?xml[^>]{0,200}?\sencoding\s*=\s*["']([A-Za-z0-9._-]{1,40})["']/;
const DECLARATION_BYTES = 256;

/** Converts the bytes of a text in pieces. */
interface Decoder {
  write(bytes: Buffer): string;
  end(): string;
}

/**
 * Decodes a text as its bytes arrive: in UTF-16 if it begins with a byte order mark or its first characters are ASCII, in the encoding that an XML declaration names, else in UTF-8.
 * Bytes that are not UTF-8 are read as Windows-1252, the encoding in which spreadsheets and older shop systems save.
 * @throws UnreadableText for an unknown encoding, and for bytes that are invalid in UTF-16 or another declared encoding
 */
export async function* decodeText(chunks: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: Decoder | null = null;
  let begin: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (decoder !== null) {
      yield decoder.write(chunk);
      continue;
    }
    begin = Buffer.concat([begin, chunk]);
    if (begin.length < DECLARATION_BYTES) continue;
    decoder = decoderOf(begin);
    yield decoder.write(begin);
  }
  // The text is shorter than the maximum length of a declaration.
  if (decoder === null) {
    decoder = decoderOf(begin);
    yield decoder.write(begin);
  }
  yield decoder.end();
}

/** Decodes a whole text by the rules of `decodeText`. */
export function decodeWhole(content: Buffer): string {
  const decoder = decoderOf(content);
  return decoder.write(content) + decoder.end();
}

function decoderOf(begin: Buffer): Decoder {
  const label = labelOf(begin);
  if (/^utf-?8$/i.test(label)) return new LenientUtf8();
  try {
    const decoder = new TextDecoder(label, { fatal: true });
    // ISO-8859-1 is read as Windows-1252, as browsers do.
    return decoder.encoding === 'windows-1252' ? new Windows1252() : new StrictDecoder(decoder);
  } catch {
    throw new UnreadableText(`The encoding ${label} is not known. Use UTF-8.`);
  }
}

function labelOf(begin: Buffer): string {
  const [first, second, third, fourth] = begin;
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  // Two ASCII characters in UTF-16, as in files without a byte order mark.
  if (first === 0 && second !== 0 && third === 0 && fourth !== 0) return 'utf-16be';
  if (first !== 0 && second === 0 && third !== 0 && fourth === 0) return 'utf-16le';
  const beginning = begin.subarray(0, DECLARATION_BYTES).toString('latin1');
  const label = DECLARED.exec(beginning.replace(/^\u00ef\u00bb\u00bf/, ''))?.[1] ?? 'utf-8';
  // A declaration that is readable byte by byte is not in UTF-16, whatever it says.
  return /^(?:utf-?16|ucs-?2|iso-10646-ucs)/i.test(label) ? 'utf-8' : label;
}

class StrictDecoder implements Decoder {
  readonly #decoder: TextDecoder;
  constructor(decoder: TextDecoder) {
    this.#decoder = decoder;
  }
  write(bytes: Buffer): string {
    return this.#decoded(bytes);
  }
  end(): string {
    return this.#decoded(null);
  }
  #decoded(bytes: Buffer | null): string {
    try {
      return bytes === null ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
    } catch {
      throw new UnreadableText(`The file is not valid ${this.#decoder.encoding} text.`);
    }
  }
}

/** The characters of Windows-1252 from 0x80 to 0x9f; the others are those of Latin-1. Some versions of Node.js decode these bytes as Latin-1. */
const FROM_0X80 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const text1252 = (bytes: Buffer): string =>
  bytes.toString('latin1').replaceAll(/[\u0080-\u009f]/g, (character) => FROM_0X80[character.charCodeAt(0) - 0x80]!);

class Windows1252 implements Decoder {
  write(bytes: Buffer): string {
    return text1252(bytes);
  }
  end(): string {
    return '';
  }
}

/** UTF-8 in which each byte that is invalid is a character of Windows-1252. */
class LenientUtf8 implements Decoder {
  /** The beginning of a character whose other bytes have not arrived. */
  #rest: Buffer = Buffer.alloc(0);
  #isFirst = true;

  write(bytes: Buffer): string {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    const end = all.length - incompleteAtEnd(all);
    this.#rest = Buffer.from(all.subarray(end));
    return this.#text(all.subarray(0, end));
  }

  end(): string {
    const rest = this.#rest;
    this.#rest = Buffer.alloc(0);
    return this.#text(rest);
  }

  #text(bytes: Buffer): string {
    const text = isUtf8(bytes) ? bytes.toString('utf8') : mixedText(bytes);
    const isMarked = this.#isFirst && text.startsWith('\ufeff');
    if (text !== '') this.#isFirst = false;
    return isMarked ? text.slice(1) : text;
  }
}

/** The number of bytes that a character has by its first byte; 0 for a byte that begins none. */
function lengthAt(byte: number): 0 | 1 | 2 | 3 | 4 {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte <= 0xdf) return 2;
  if (byte >= 0xe0 && byte <= 0xef) return 3;
  return byte >= 0xf0 && byte <= 0xf4 ? 4 : 0;
}

/** The number of bytes at the end that may be the beginning of a character. */
function incompleteAtEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back]!;
    if (byte >= 0x80 && byte < 0xc0) continue;
    return lengthAt(byte) > back ? back : 0;
  }
  return 0;
}

function mixedText(bytes: Buffer): string {
  const parts: string[] = [];
  let from = 0;
  let at = 0;
  while (at < bytes.length) {
    const length = lengthAt(bytes[at]!);
    if (length === 1 || (length > 1 && isUtf8(bytes.subarray(at, at + length)) && at + length <= bytes.length)) {
      at += length;
      continue;
    }
    parts.push(bytes.toString('utf8', from, at), text1252(bytes.subarray(at, at + 1)));
    at += 1;
    from = at;
  }
  parts.push(bytes.toString('utf8', from));
  return parts.join('');
}
