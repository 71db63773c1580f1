import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { UnreadableRates } from '../platform/exchange-rates/rates-file.ts';

/** The complete history of the ECB's rates takes about 10 MB. */
const MAX_BYTES = 64 * 1024 * 1024;

/**
 * Reads a file of exchange rates; `-` is standard input.
 * @throws UnreadableRates above 64 MiB, or the error of the file system
 */
export async function readRatesFile(file: string, input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of file === '-' ? input : createReadStream(file)) {
    const piece = Buffer.from(chunk);
    bytes += piece.length;
    if (bytes > MAX_BYTES) throw new UnreadableRates([{ line: 1, says: 'begins a file of more than 64 MiB' }]);
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}
