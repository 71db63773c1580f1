import { vatCountry } from '../../../platform/vat-number.ts';
import { type Company, isInEu, type Vat } from '../company.ts';
import { standardRate } from './rates.ts';

/** The facts that determine the VAT of a payee's statements. */
export interface PayeeTax {
  /** ISO 3166-1. */
  country: string;
  /**
   * `registered`: charges VAT. `exempt`: a small business that its country exempts. `none`: a private person, or another person
   * who is not a taxable person.
   */
  vatStatus: 'registered' | 'exempt' | 'none';
  vatNumber: string | null;
  /** Whether the register of VAT numbers has replied that the number does not exist. */
  isNumberInvalid: boolean;
  /** Whether an administrator has confirmed that the number belongs to the payee. Otherwise no VAT is paid. */
  isNumberConfirmed: boolean;
}

/**
 * VAT on what a creator or an agency supplies to the company: services between businesses, which are taxed where the recipient is (Article 44, Council
 * Directive 2006/112/EC). docs/vat.md lists the cases.
 * @param payee null: nothing is known, or there is no consent to self-billing; the statement is then not an invoice
 * @param day of the supply, `YYYY-MM-DD`, which determines the rate
 */
export function vatOfPayee(
  company: Pick<Company, 'country' | 'vatRatePpm'>,
  payee: PayeeTax | null,
  day: string,
): Omit<Vat, 'minor'> {
  const none = (note: Vat['note']) => ({ ratePpm: 0, note });
  if (payee === null) return none('not_applicable');
  const { country, vatStatus, vatNumber, isNumberInvalid, isNumberConfirmed } = payee;
  if (vatStatus === 'none') return none('not_taxable');
  if (vatStatus === 'registered' && isNumberInvalid) return none('not_applicable');
  if (vatCountry(country) === vatCountry(company.country)) {
    if (vatStatus === 'exempt') return none('small_business');
    if (!isNumberConfirmed) return none('not_applicable');
    return { ratePpm: standardRate(vatCountry(country), day) ?? company.vatRatePpm, note: 'domestic' };
  }
  if (!isInEu(company.country)) return none('outside_eu');
  if (!isInEu(country)) return none('outside_eu_supplier');
  // Without a number the recipient cannot name the supplier in its own returns.
  return none(vatNumber === null || isNumberInvalid ? 'small_business' : 'reverse_charge');
}
