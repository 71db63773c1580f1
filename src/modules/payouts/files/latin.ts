/** Letters that have no decomposition into a plain letter and a mark. */
const LETTERS: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', ø: 'o', Ø: 'O', œ: 'oe', Œ: 'OE', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ð: 'd', Ð: 'D' },
  ...{ þ: 'th', Þ: 'Th', ı: 'i', '’': "'", '–': '-', '—': '-', '&': '+' },
};

/**
 * Converts a text to the characters that banks accept in payment files (the Latin set of SEPA). Other letters lose their
 * diacritics, and characters without a counterpart are omitted. An empty text becomes
 * `NOTPROVIDED`.
 * @param max maximum number of characters
 */
export function bankText(text: string, max: number): string {
  const plain = text
    .replaceAll(/./gu, (letter) => LETTERS[letter] ?? letter)
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9/\-?:().,'+ ]+/g, (other) => (/\s/.test(other) ? ' ' : ''))
    .replaceAll(/ +/g, ' ')
    // Banks read a slash at the edge, or two of them, as a separator.
    .replaceAll(/\/{2,}/g, '/')
    .replaceAll(/^[/ ]+|[/ ]+$/g, '')
    .slice(0, max)
    .trim();
  return plain === '' ? 'NOTPROVIDED' : plain;
}
