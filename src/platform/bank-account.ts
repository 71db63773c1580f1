import { countrySpecs, friendlyFormatIBAN, isValidBIC, isValidIBAN } from 'ibantools';

/** A bank account that is identified by an IBAN. */
export interface BankAccount {
  /** Valid by country, length and check digits (ISO 13616); without spaces. */
  iban: string;
  /** ISO 9362; null where it is not known. */
  bic: string | null;
}

/** Spaces of every kind, as people and banks print them into account numbers. */
const SPACES = /[\s\u00a0\u2007\u202f-]+/g;

/** Returns the IBAN without spaces, in capitals; null unless its country, length and check digits are right. */
export function parseIban(given: string): string | null {
  const iban = given.normalize('NFKC').replaceAll(SPACES, '').toUpperCase();
  return isValidIBAN(iban) ? iban : null;
}

/** Returns the BIC without spaces, in capitals; null unless it is one by its form. */
export function parseBic(given: string): string | null {
  const bic = given.normalize('NFKC').replaceAll(SPACES, '').toUpperCase();
  return isValidBIC(bic) ? bic : null;
}

/** An account in the form in which it is printed: `IBAN SE45 5000 0000 0583 9825 7466 · BIC ESSESESS`. */
export function printedAccount({ iban, bic }: BankAccount): string {
  const number = `IBAN ${friendlyFormatIBAN(iban) ?? iban}`;
  return bic === null ? number : `${number} · BIC ${bic}`;
}

/**
 * Reads an account from printed text by the length of its country's IBAN and its check digits, so that text before or after the number does
 * not become part of it.
 * @returns null for a text that names no IBAN and no BIC, such as a Bankgiro number; `invalid` for one that names either and has none that is valid
 */
export function readPrintedAccount(printed: string): BankAccount | 'invalid' | null {
  const text = printed.normalize('NFKC').toUpperCase();
  const iban = findIban(text);
  const namesBic = BIC_LABEL.test(text);
  const bic = namesBic ? findBic(text) : null;
  if (iban === null) return namesBic || /\bIBAN\b|^[^A-Z0-9]*[A-Z]{2}\d{2}[ A-Z0-9]{10,}/.test(text) ? 'invalid' : null;
  return namesBic && bic === null ? 'invalid' : { iban, bic };
}

function findIban(text: string): string | null {
  for (const { index, 0: start } of text.matchAll(/(?<![A-Z0-9])[A-Z]{2}\s?\d{2}/g)) {
    const length = countrySpecs[start.slice(0, 2)]?.chars ?? 0;
    if (length === 0) continue;
    const candidate = takeCharacters(text.slice(index), length);
    if (candidate !== null && isValidIBAN(candidate)) return candidate;
  }
  return null;
}

/** The first `count` letters and digits, without the spaces between them; null when other characters interrupt them, or when a word goes on behind them. */
function takeCharacters(text: string, count: number): string | null {
  const pattern = new RegExp(`^(?:[A-Z0-9][\\s-]?){${count - 1}}[A-Z0-9](?![A-Z0-9])`);
  return pattern.exec(text)?.[0].replaceAll(SPACES, '') ?? null;
}

const BIC_LABEL = /\b(?:BIC|SWIFT)\b/;

function findBic(text: string): string | null {
  for (const { index, 0: label } of text.matchAll(
    /\b(?:BIC|SWIFT)\b(?:[^A-Z0-9]*\b(?:BIC|SWIFT|CODE)\b)*[^A-Z0-9]*/g,
  )) {
    const rest = text.slice(index + label.length);
    const [word = ''] = /^[A-Z0-9]+/.exec(rest) ?? [];
    for (const candidate of [word, takeCharacters(rest, 11), takeCharacters(rest, 8)])
      if (candidate !== null && isValidBIC(candidate)) return candidate;
  }
  return null;
}
