import { isCurrency } from './currencies.ts';

/** Symbols and abbreviations that shops write instead of a code, in lower case, with the currencies that use them. */
const UNITS: Readonly<Record<string, readonly string[]>> = {
  '€': ['EUR'],
  '£': ['GBP', 'EGP', 'FKP', 'GIP', 'LBP', 'SHP'],
  $: [
    'USD',
    'ARS',
    'AUD',
    'BBD',
    'BMD',
    'BND',
    'BSD',
    'BZD',
    'CAD',
    'CLP',
    'COP',
    'FJD',
    'GYD',
    'HKD',
    'JMD',
    'KYD',
    'LRD',
    'MXN',
    'NAD',
    'NZD',
    'SBD',
    'SGD',
    'SRD',
    'TTD',
    'TWD',
    'XCD',
  ],
  us$: ['USD'],
  a$: ['AUD'],
  c$: ['CAD'],
  ca$: ['CAD'],
  nz$: ['NZD'],
  hk$: ['HKD'],
  s$: ['SGD'],
  mx$: ['MXN'],
  nt$: ['TWD'],
  r$: ['BRL'],
  '¥': ['JPY', 'CNY'],
  kr: ['SEK', 'NOK', 'DKK', 'ISK'],
  fr: ['CHF'],
  sfr: ['CHF'],
  zł: ['PLN'],
  kč: ['CZK'],
  ft: ['HUF'],
  lei: ['RON', 'MDL'],
  лв: ['BGN'],
  din: ['RSD'],
  '₺': ['TRY'],
  tl: ['TRY'],
  '₽': ['RUB'],
  руб: ['RUB'],
  '₴': ['UAH'],
  '₹': ['INR'],
  rs: ['INR', 'PKR', 'LKR', 'NPR', 'MUR'],
  '₩': ['KRW'],
  '₪': ['ILS'],
  '฿': ['THB'],
  '₫': ['VND'],
  '₱': ['PHP'],
  '₦': ['NGN'],
  '₵': ['GHS'],
  r: ['ZAR'],
  rm: ['MYR'],
  rp: ['IDR'],
};

/** Whether a unit as it is written beside an amount (`EUR`, `€`, `kr.`) means a currency. Units that several currencies use mean each of them. */
export function isUnitOf(unit: string, currency: string): boolean {
  const plain = unit.replace(/\.$/, '');
  return plain.toUpperCase() === currency || (UNITS[plain.toLowerCase()]?.includes(currency) ?? false);
}

/**
 * The currency that a unit means beside an amount of a store: the store's if it uses the unit, otherwise the only one that does.
 * @returns null if no currency uses it, or several do
 */
export function currencyOfUnit(unit: string, storeCurrency: string): string | null {
  if (isUnitOf(unit, storeCurrency)) return storeCurrency;
  const plain = unit.trim().replace(/\.$/, '');
  if (isCurrency(plain.toUpperCase())) return plain.toUpperCase();
  const using = UNITS[plain.toLowerCase()] ?? [];
  return using.length === 1 ? using[0]! : null;
}
