/** The countries of the European Economic Area, and the French and Finnish territories that may have IBANs of their own. */
const EEA_IBANS: ReadonlySet<string> = new Set([
  ...'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IS IT LI LT LU LV MT NL NO PL PT RO SE SI SK'.split(' '),
  ...'AX BL GF GP MF MQ PM RE YT'.split(' '),
]);

/**
 * The countries and territories whose accounts are within the SEPA scheme, by the first letters of their IBAN: the list of the
 * European Payments Council (EPC409-09), with the countries that joined from 2024 to 2026 (AL, MD, ME, MK, RS). Guernsey, Jersey and
 * the Isle of Man have British IBANs, Åland Finnish ones. French territories may have French IBANs or ones of their own.
 */
const SEPA_IBANS: ReadonlySet<string> = new Set([
  ...EEA_IBANS,
  ...'AD AL CH GB GG GI IM JE MC MD ME MK RS SM VA'.split(' '),
]);

/** Whether an account is within the SEPA scheme. @param iban in capitals, without spaces */
export function isSepaIban(iban: string): boolean {
  return SEPA_IBANS.has(iban.slice(0, 2));
}

/** Whether an account is in the European Economic Area, so that a payment need not name its BIC. @param iban in capitals, without spaces */
export function isEeaIban(iban: string): boolean {
  return EEA_IBANS.has(iban.slice(0, 2));
}
