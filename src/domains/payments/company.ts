/** A party of an invoice, as it was when the invoice was issued. */
export interface Party {
  name: string;
  /** Street, postal code and city, country. */
  lines: readonly string[];
  vatNumber: string | null;
}

/** Who runs this platform, as invoices name it; its lines are without the country. */
export interface Company extends Party {
  /** ISO 3166-1. */
  country: string;
  /** The account that stores pay to, as it is written on invoices; null: none is named. */
  bankAccount: string | null;
  /** Of the company's own country, in millionths. */
  vatRatePpm: number;
}

/** VAT of an invoice, and why it is so. */
export interface Vat {
  ratePpm: number;
  minor: number;
  note: 'domestic' | 'reverse_charge' | 'outside_eu' | 'not_applicable';
}

const MILLION = 1_000_000n;
const EU = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));

/**
 * VAT on what the company sells to a store: its own rate at home and to whoever in the EU has no VAT number; none to a business elsewhere in
 * the EU, which accounts for it itself, and none outside of the EU. Rounded once, half away from zero.
 * @param netMinor may be negative: a credit
 */
export function vatOf(
  company: Pick<Company, 'country' | 'vatRatePpm'>,
  buyer: { country: string; vatNumber: string | null },
  netMinor: number,
): Vat {
  if (buyer.country === company.country) return domestic(company, netMinor);
  if (!EU.has(buyer.country) || !EU.has(company.country)) return { ratePpm: 0, minor: 0, note: 'outside_eu' };
  if (buyer.vatNumber === null) return domestic(company, netMinor);
  return { ratePpm: 0, minor: 0, note: 'reverse_charge' };
}

function domestic({ vatRatePpm }: Pick<Company, 'vatRatePpm'>, netMinor: number): Vat {
  const product = BigInt(Math.abs(netMinor)) * BigInt(vatRatePpm);
  const minor = Number((product + MILLION / 2n) / MILLION) * Math.sign(netMinor);
  return { ratePpm: vatRatePpm, minor: minor === 0 ? 0 : minor, note: 'domestic' };
}

/** What creators and agencies are paid: they account for VAT themselves. */
export const NO_VAT: Vat = { ratePpm: 0, minor: 0, note: 'not_applicable' };
