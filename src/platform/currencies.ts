import { decimalsOf } from './currency-decimals.ts';

/**
 * The codes of the currencies that are accepted. With `currency-decimals.ts`, this is the only table of ISO 4217: the locale data of a runtime decide neither
 * the decimals nor the codes, because they change with its version.
 *
 * A database records the decimals with which its amounts were written (docs/operations.md, "Decimals of currencies"). Amounts in a currency whose decimals
 * change must be converted with `tributary currencies`.
 */

/** Active currencies (ISO 4217, list one of 2026-01-01), without funds, metals, bond units and test codes, for lists to choose from. */
export const ACTIVE_CURRENCIES: readonly string[] = [
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP',
  'DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD',
  'KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR',
  'RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND',
  'VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG',
]
  .join(' ')
  .split(' ');

/** Withdrawn currencies and units of account that were accepted once. Stored amounts may be in them, so they stay accepted, but nobody is offered them. */
const FORMER = 'ANG BGN CUC HRK SLL XDR XSU ZWL'.split(' ');

/** The number of decimals of each accepted currency, by its code, in alphabetical order. */
export const CURRENCY_DECIMALS: ReadonlyMap<string, number> = new Map(
  [...ACTIVE_CURRENCIES, ...FORMER].sort().map((code) => [code, decimalsOf(code)]),
);

/** Whether the text is the code of an accepted currency, in capitals. */
export function isCurrency(code: string): boolean {
  return CURRENCY_DECIMALS.has(code);
}
