/**
 * The currencies of ISO 4217 and their decimals: the table of the server, the console and the receiver of Shopify, which import this file, and of the
 * plugin for WooCommerce, whose copy (plugins/woocommerce/includes/currencies.php) is compared with it by a test. The locale data of a runtime decide
 * neither the decimals nor the codes, because they change with its version.
 *
 * A database records the decimals with which its amounts were written (docs/domain.md, "Money"). Amounts in a currency whose decimals change here must be
 * converted with `tributary currencies`.
 */

/** Active currencies (ISO 4217, list one of 2026-01-01) by their number of decimals, without funds, metals, bond units and test codes. */
const ACTIVE: Readonly<Record<number, string>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  2: [
    'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB',
    'EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT',
    'MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN',
    'SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VED VES WST XCD XCG YER ZAR ZMW ZWG',
  ].join(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

/** Withdrawn currencies and units of account that were accepted once. Stored amounts may be in them, so they stay accepted, but nobody is offered them. */
const FORMER: Readonly<Record<number, string>> = { 2: 'ANG BGN CUC HRK SLL XDR XSU ZWL' };

const entriesOf = (list: Readonly<Record<number, string>>): [string, number][] =>
  Object.entries(list).flatMap(([decimals, codes]) =>
    codes.split(' ').map((code): [string, number] => [code, Number(decimals)]),
  );

/** The number of decimals of each accepted currency, by its code. */
export const CURRENCY_DECIMALS: ReadonlyMap<string, number> = new Map(
  [...entriesOf(ACTIVE), ...entriesOf(FORMER)].sort(([one], [other]) => (one < other ? -1 : 1)),
);

/** The codes of the currencies in use, in alphabetical order, for lists to choose from. */
export const ACTIVE_CURRENCIES: readonly string[] = entriesOf(ACTIVE)
  .map(([code]) => code)
  .sort();

/** Whether the text is the code of an accepted currency, in capitals. */
export function isCurrency(code: string): boolean {
  return CURRENCY_DECIMALS.has(code);
}

/**
 * The options of `Intl.NumberFormat` for amounts of a currency. Without them, the locale data of the runtime would choose the number of decimals.
 * @param currency code of the table; an unknown code has two decimals, so that a newer server's reply can be shown
 */
export function currencyFormat(currency: string): Intl.NumberFormatOptions {
  const decimals = CURRENCY_DECIMALS.get(currency) ?? 2;
  return {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  };
}
