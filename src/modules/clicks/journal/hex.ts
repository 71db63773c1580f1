export const HEX_BYTES = 16;

const DASH = 0x2d;

/**
 * Decodes 32 hex digits in lower case, which are ASCII bytes, to 16 bytes. Dashes between bytes are skipped.
 * @param texts contains the digits, beginning at `from`
 * @returns the index in `texts` after the last digit
 */
export function decodeHex(texts: Uint8Array, from: number, target: Uint8Array, at: number): number {
  for (const end = at + HEX_BYTES; at < end; from += 2) {
    if (texts[from] === DASH) from += 1;
    target[at++] = (digitOf(texts[from]!) << 4) | digitOf(texts[from + 1]!);
  }
  return from;
}

const digitOf = (character: number): number => (character < 0x3a ? character - 0x30 : character - 0x57);
