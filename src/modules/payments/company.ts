import type { BankAccount } from '../../platform/bank-account.ts';
import { parseVatNumber, vatCountry } from '../../platform/vat-number.ts';

/** A party of an invoice, as it was when the invoice was issued. */
export interface Party {
  name: string;
  /** Street, postal code and city, country. */
  lines: readonly string[];
  vatNumber: string | null;
  /** The number of a tax office, for parties without a VAT number; missing on invoices of earlier versions. */
  taxNumber?: string;
  /** The account to pay to; missing on invoices of earlier versions, and where it has no IBAN. */
  account?: BankAccount;
  /** The address in fields, for e-invoices; missing on invoices of earlier versions, and where it is not known in full. */
  address?: Address;
  /** ISO 3166-1; also where the rest of the address is not known. */
  country?: string;
}

/** An address in fields. */
interface Address {
  street: string;
  postalCode: string;
  city: string;
  /** ISO 3166-1. */
  country: string;
}

/** The operator, as named on invoices; its lines do not include the country. */
export interface Company extends Party {
  /** ISO 3166-1. */
  country: string;
  /** The account that stores pay to, as printed on invoices; null: invoices name no account. */
  bankAccount: string | null;
  /** The rate of the company's own country, in millionths. */
  vatRatePpm: number;
}

/** VAT of an invoice, and the reason for its treatment. */
export interface Vat {
  ratePpm: number;
  minor: number;
  note: (typeof VAT_NOTES)[number];
}

/** The last three apply to statements of creators and agencies. */
export const VAT_NOTES = [
  'domestic',
  'reverse_charge',
  'outside_eu',
  'not_applicable',
  'outside_eu_supplier',
  'small_business',
  'not_taxable',
] as const;

const MILLION = 1_000_000n;
const EU = new Set('AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(' '));

/** Whether a country (ISO 3166-1) belongs to the VAT area of the EU. */
export function isInEu(country: string): boolean {
  return EU.has(vatCountry(country));
}

/**
 * Returns the VAT on the company's sales to a store: the own rate within its country and for stores in the EU without a VAT
 * number; none for businesses elsewhere in the EU, which account for it themselves, and none outside the EU. A registration
 * accepts any text as a VAT number; one without the format of its country is none.
 */
export function vatOf(
  company: Pick<Company, 'country' | 'vatRatePpm'>,
  buyer: { country: string; vatNumber: string | null },
): Omit<Vat, 'minor'> {
  const domestic = { ratePpm: company.vatRatePpm, note: 'domestic' } as const;
  if (vatCountry(buyer.country) === vatCountry(company.country)) return domestic;
  if (!isInEu(buyer.country) || !isInEu(company.country)) return { ratePpm: 0, note: 'outside_eu' };
  const isBusiness = buyer.vatNumber !== null && parseVatNumber(buyer.vatNumber, buyer.country) !== null;
  return isBusiness ? { ratePpm: 0, note: 'reverse_charge' } : domestic;
}

/**
 * VAT of an amount, rounded once, half away from zero.
 * @param netMinor may be negative: a credit
 */
export function vatAt({ ratePpm, note }: Omit<Vat, 'minor'>, netMinor: number): Vat {
  const product = BigInt(Math.abs(netMinor)) * BigInt(ratePpm);
  const minor = Number((product + MILLION / 2n) / MILLION) * Math.sign(netMinor);
  return { ratePpm, minor: minor === 0 ? 0 : minor, note };
}
