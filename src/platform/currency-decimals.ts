/**
 * The decimals of currencies in ISO 4217, for the server, the console and the receiver of Shopify. The plugin for WooCommerce has a copy
 * (plugins/woocommerce/includes/currencies.php), which a test compares. `currencies.ts` lists the codes.
 */

/** Currencies whose number of decimals is not two. */
const EXCEPTIONS = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF',
  3: 'BHD IQD JOD KWD LYD OMR TND',
};

/**
 * The number of decimals of a currency: 2 for EUR, 0 for JPY, 3 for KWD.
 * @param currency ISO 4217 code; it is not checked whether it exists
 */
export function decimalsOf(currency: string): number {
  if (EXCEPTIONS[0].split(' ').includes(currency)) return 0;
  return EXCEPTIONS[3].split(' ').includes(currency) ? 3 : 2;
}

/** The options of `Intl.NumberFormat` for amounts of a currency. Without them, the locale data of the runtime would choose the number of decimals. */
export function currencyFormat(currency: string): Intl.NumberFormatOptions {
  const decimals = decimalsOf(currency);
  return {
    style: 'currency',
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  };
}
