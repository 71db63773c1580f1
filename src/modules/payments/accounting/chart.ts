import type { Language } from '../../../platform/locale.ts';

/** Roles whose balances in foreign currencies are valued at the rate of the end of each month. */
const MONETARY = [
  'receivables',
  'input_vat',
  'bank',
  'payables_creators',
  'payables_agencies',
  'output_vat',
  'prepayments',
] as const;

/** The role of an account. `accounting_postings` maps the ledger to roles, and the settings map roles to numbers. */
export const ROLES = [
  ...MONETARY,
  'retained_earnings',
  'revenue_domestic',
  'revenue_eu',
  'revenue_outside_eu',
  'costs_domestic',
  'costs_eu',
  'costs_outside_eu',
  'costs_untaxed',
  'fx_gains',
  'fx_losses',
] as const;
export type Role = (typeof ROLES)[number];

export const isMonetary = (role: Role) => (MONETARY as readonly Role[]).includes(role);

/** Accounts of a year's result, which begin each year at zero. */
export const isOfResult = (role: Role) => ROLES.indexOf(role) > ROLES.indexOf('retained_earnings');

/** Names as files state them: characters of code page 437 and of Windows-1252 only. */
export const ROLE_NAMES: Record<Role, string> = {
  receivables: 'Receivables from stores',
  input_vat: 'Input VAT',
  bank: 'Bank',
  payables_creators: 'Payables to creators',
  payables_agencies: 'Payables to agencies',
  output_vat: 'Output VAT',
  prepayments: 'Prepayments of stores',
  retained_earnings: 'Retained earnings',
  revenue_domestic: 'Revenue, domestic',
  revenue_eu: 'Revenue, EU reverse charge',
  revenue_outside_eu: 'Revenue, outside the EU',
  costs_domestic: 'Creators and agencies, domestic',
  costs_eu: 'Creators and agencies, EU reverse charge',
  costs_outside_eu: 'Creators and agencies, outside the EU',
  costs_untaxed: 'Creators and agencies, without VAT',
  fx_gains: 'Exchange gains',
  fx_losses: 'Exchange losses',
};

/** The names as people read them, in the further languages. */
const TRANSLATED_NAMES: Record<Exclude<Language, 'en'>, Record<Role, string>> = {
  sv: {
    receivables: 'Kundfordringar på butiker',
    input_vat: 'Ingående moms',
    bank: 'Bank',
    payables_creators: 'Skulder till kreatörer',
    payables_agencies: 'Skulder till byråer',
    output_vat: 'Utgående moms',
    prepayments: 'Förskott från butiker',
    retained_earnings: 'Balanserat resultat',
    revenue_domestic: 'Intäkter, inrikes',
    revenue_eu: 'Intäkter, EU med omvänd skattskyldighet',
    revenue_outside_eu: 'Intäkter, utanför EU',
    costs_domestic: 'Kreatörer och byråer, inrikes',
    costs_eu: 'Kreatörer och byråer, EU med omvänd skattskyldighet',
    costs_outside_eu: 'Kreatörer och byråer, utanför EU',
    costs_untaxed: 'Kreatörer och byråer, utan moms',
    fx_gains: 'Valutakursvinster',
    fx_losses: 'Valutakursförluster',
  },
  de: {
    receivables: 'Forderungen gegen Shops',
    input_vat: 'Vorsteuer',
    bank: 'Bank',
    payables_creators: 'Verbindlichkeiten gegenüber Creatorn',
    payables_agencies: 'Verbindlichkeiten gegenüber Agenturen',
    output_vat: 'Umsatzsteuer',
    prepayments: 'Anzahlungen von Shops',
    retained_earnings: 'Gewinnvortrag',
    revenue_domestic: 'Erlöse, Inland',
    revenue_eu: 'Erlöse, EU mit Umkehr der Steuerschuld',
    revenue_outside_eu: 'Erlöse, außerhalb der EU',
    costs_domestic: 'Creator und Agenturen, Inland',
    costs_eu: 'Creator und Agenturen, EU mit Umkehr der Steuerschuld',
    costs_outside_eu: 'Creator und Agenturen, außerhalb der EU',
    costs_untaxed: 'Creator und Agenturen, ohne Umsatzsteuer',
    fx_gains: 'Kursgewinne',
    fx_losses: 'Kursverluste',
  },
};

/** The name of an account in a language. */
export const roleName = (role: Role, language: Language): string =>
  language === 'en' ? ROLE_NAMES[role] : TRANSLATED_NAMES[language][role];

export type Accounts = Record<Role, string>;

/** BAS, the chart of accounts of Sweden. */
const BAS: Accounts = {
  receivables: '1510',
  input_vat: '2641',
  bank: '1930',
  payables_creators: '2440',
  payables_agencies: '2441',
  output_vat: '2611',
  prepayments: '2420',
  retained_earnings: '2098',
  revenue_domestic: '3001',
  revenue_eu: '3308',
  revenue_outside_eu: '3305',
  costs_domestic: '4600',
  costs_eu: '4535',
  costs_outside_eu: '4531',
  costs_untaxed: '4690',
  fx_gains: '3960',
  fx_losses: '7960',
};

/** SKR04, a chart of accounts of Germany. */
const SKR04: Accounts = {
  receivables: '1200',
  input_vat: '1406',
  bank: '1800',
  payables_creators: '3300',
  payables_agencies: '3301',
  output_vat: '3806',
  prepayments: '3250',
  retained_earnings: '2970',
  revenue_domestic: '4400',
  revenue_eu: '4336',
  revenue_outside_eu: '4338',
  costs_domestic: '5906',
  costs_eu: '5923',
  costs_outside_eu: '5925',
  costs_untaxed: '5900',
  fx_gains: '4840',
  fx_losses: '6880',
};

const CURRENCIES: Record<string, string> = {
  SE: 'SEK',
  NO: 'NOK',
  DK: 'DKK',
  GB: 'GBP',
  CH: 'CHF',
  PL: 'PLN',
  CZ: 'CZK',
  HU: 'HUF',
  RO: 'RON',
  US: 'USD',
};

/** The chart and the currency of the books before an administrator sets them. @param country of the company */
export function defaultsFor(country: string): { currency: string; accounts: Accounts } {
  return { currency: CURRENCIES[country] ?? 'EUR', accounts: country === 'DE' || country === 'AT' ? SKR04 : BAS };
}
