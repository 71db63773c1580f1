import { ACTIVE_CURRENCIES } from '../../../src/platform/currencies.ts';

/** Countries with a currency whose code does not begin with theirs (ISO 3166-1, ISO 4217 of 2026-01-01). */
const SHARED: Readonly<Record<string, string>> = {
  AUD: 'CC CX HM KI NF NR TV',
  CHF: 'LI',
  DKK: 'FO GL',
  EUR: 'AD AT AX BE BG BL CY DE EE ES FI FR GF GP GR HR IE IT LT LU LV MC ME MF MQ MT NL PM PT RE SI SK SM TF VA XK YT',
  GBP: 'GG GS IM JE',
  ILS: 'PS',
  MAD: 'EH',
  NOK: 'BV SJ',
  NZD: 'CK NU PN TK',
  USD: 'AS BQ EC FM GU IO MH MP PR PW SV TC TL UM VG VI',
  VES: 'VE',
  XAF: 'CF CG CM GA GQ TD',
  XCD: 'AG AI DM GD KN LC MS VC',
  XCG: 'CW SX',
  XOF: 'BF BJ CI GW ML NE SN TG',
  XPF: 'NC PF WF',
};

/** The currency of a country, by their codes; undefined: none. */
export const currencyOfCountry = (country: string): string | undefined =>
  Object.keys(SHARED).find((code) => SHARED[code]!.split(' ').includes(country)) ??
  ACTIVE_CURRENCIES.find((code) => code.startsWith(country));
