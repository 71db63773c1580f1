/** References of prepayments: `RF`, two check digits, `P` and the id of the store with at least eight digits (ISO 11649). */
const REFERENCE = /RF\d{2}P(\d{8,15})/g;
const DIGITS = 8;

/** The reference of a store's prepayments. Banks accept it as a structured reference, and as text. */
export function referenceOf(storeId: number): string {
  const body = `P${String(storeId).padStart(DIGITS, '0')}`;
  return `RF${String(98 - remainderOf(`${body}RF00`)).padStart(2, '0')}${body}`;
}

/**
 * Finds the stores whose references are in a text. References may contain spaces and lower-case letters, and be followed by
 * further digits.
 * @returns the ids of the stores without duplicates; null for a reference with wrong check digits
 */
export function storesNamedIn(text: string): (number | null)[] {
  const plain = text.toUpperCase().replaceAll(/[\s.-]/g, '');
  const found = [...plain.matchAll(REFERENCE)].map(([whole, digits = '']) => {
    const lengths = Array.from({ length: digits.length - DIGITS + 1 }, (_, more) => DIGITS + more);
    const ids = lengths.map((length) => Number(digits.slice(0, length)));
    return ids.find((id) => id > 0 && whole.startsWith(referenceOf(id))) ?? null;
  });
  return [...new Set(found)];
}

/** The remainder of 97 of a text of digits and letters, where A is 10 and Z is 35 (ISO 7064). */
function remainderOf(text: string): number {
  const digits = [...text].map((character) => String(Number.parseInt(character, 36))).join('');
  return Number(BigInt(digits) % 97n);
}
