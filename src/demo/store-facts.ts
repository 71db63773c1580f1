/** The demo's stores: names, pages and prices. Hosts are under `.example` (RFC 2606). */

interface Rule {
  type: 'allow' | 'block';
  url?: string;
  keyword?: string;
  isMain?: boolean;
}

/** The payment per click, and the amount billed to the store if it is higher; minor units of the market's currency. */
type Price = readonly [cpcMinor: number, invoiceCpcMinor: number | null];

export interface StoreFacts {
  name: string;
  market: 'sweden' | 'germany' | 'britain';
  domains: readonly string[];
  rules: readonly Rule[];
  general: Price;
  social: Price;
  /** Fractions of an order's value. */
  cpa: number;
  invoiceCpa: number;
  categoryKeys: readonly (keyof typeof CATEGORIES)[];
  hashtags: readonly string[];
  rank: number | null;
  products: number;
  billing: Billing;
}

interface Billing {
  company_name: string;
  street: string;
  postal_code: string;
  city: string;
  vat_number: string;
}

const billing = (
  company_name: string,
  street: string,
  postal_code: string,
  city: string,
  vat_number: string,
): Billing => ({
  company_name,
  street,
  postal_code,
  city,
  vat_number,
});

export const CATEGORIES = {
  home: { name: 'Hem och inredning', key: 'home', name_en: 'Home', name_de: 'Wohnen' },
  beauty: { name: 'Skönhet', key: 'beauty', name_en: 'Beauty', name_de: 'Schönheit' },
  sport: { name: 'Sport och friluftsliv', key: 'sport', name_en: 'Sport and outdoor', name_de: 'Sport und Outdoor' },
  fashion: { name: 'Mode', key: 'fashion', name_en: 'Fashion', name_de: 'Mode' },
  food: { name: 'Mat och dryck', key: 'food', name_en: 'Food and drink', name_de: 'Essen und Trinken' },
};

export const STORE_FACTS = {
  fjallOchFunkis: {
    name: 'Fjäll & Funkis',
    market: 'sweden',
    rank: 3,
    products: 960,
    domains: ['fjallochfunkis.example'],
    rules: [
      { type: 'allow', url: 'https://fjallochfunkis.example/hem', isMain: true },
      { type: 'allow', url: 'https://fjallochfunkis.example/friluft' },
      { type: 'block', url: 'https://fjallochfunkis.example/hem/kampanj' },
    ],
    general: [190, 240],
    social: [160, null],
    cpa: 0.05,
    invoiceCpa: 0.065,
    categoryKeys: ['home', 'sport'],
    hashtags: ['fjällochfunkis'],
    billing: billing('Fjäll & Funkis i Östersund AB', 'Prästgatan 33', '831 31', 'Östersund', 'SE559000000202'),
  },
  lumi: {
    name: 'Lumi Hudvård',
    market: 'sweden',
    rank: 2,
    products: 312,
    domains: ['lumi-hudvard.example'],
    rules: [{ type: 'block', keyword: 'presentkort' }],
    general: [310, 380],
    social: [340, 410],
    cpa: 0.09,
    invoiceCpa: 0.12,
    categoryKeys: ['beauty'],
    hashtags: ['lumihudvård', 'lumiglow'],
    billing: billing('Lumi Hudvård AB', 'Stora Nygatan 12', '211 38', 'Malmö', 'SE559000000203'),
  },
  nordicRunner: {
    name: 'Nordic Runner',
    market: 'sweden',
    rank: 1,
    products: 1840,
    domains: ['nordicrunner.example', 'nordicrunner-outlet.example'],
    rules: [
      { type: 'allow', url: 'https://nordicrunner.example/', isMain: true },
      { type: 'allow', url: 'https://nordicrunner-outlet.example/' },
      { type: 'block', url: 'https://nordicrunner.example/presentkort' },
      { type: 'block', keyword: 'personalpris' },
    ],
    general: [220, 270],
    social: [180, 225],
    cpa: 0.06,
    invoiceCpa: 0.08,
    categoryKeys: ['sport', 'fashion'],
    hashtags: ['nordicrunner', 'löparglädje'],
    billing: billing('Nordic Runner AB', 'Första Långgatan 18', '413 03', 'Göteborg', 'SE559000000201'),
  },
  havsboden: {
    name: 'Havsboden',
    market: 'sweden',
    rank: null,
    products: 74,
    domains: ['havsboden.example'],
    rules: [],
    general: [150, null],
    social: [150, null],
    cpa: 0.04,
    invoiceCpa: 0.05,
    categoryKeys: ['food'],
    hashtags: [],
    billing: billing('Havsboden Handels AB', 'Södra Hamngatan 4', '456 50', 'Smögen', 'SE559000000204'),
  },
  blattwerk: {
    name: 'Blattwerk',
    market: 'germany',
    rank: 4,
    products: 1420,
    domains: ['blattwerk.example', 'grünzeug.example'],
    rules: [{ type: 'block', url: 'https://blattwerk.example/gutscheine' }],
    general: [24, 30],
    social: [20, 26],
    cpa: 0.07,
    invoiceCpa: 0.09,
    categoryKeys: ['home'],
    hashtags: ['blattwerk', 'urbanjungle'],
    billing: billing('Blattwerk Pflanzen GmbH', 'Weserstraße 44', '12045', 'Berlin', 'DE000000205'),
  },
  kiezrad: {
    name: 'Kiezrad',
    market: 'germany',
    rank: 6,
    products: 530,
    domains: ['kiezrad.example'],
    rules: [],
    general: [35, 42],
    social: [30, 36],
    cpa: 0.03,
    invoiceCpa: 0.04,
    categoryKeys: ['sport'],
    hashtags: ['kiezrad'],
    billing: billing('Kiezrad Fahrräder GmbH', 'Schanzenstraße 9', '20357', 'Hamburg', 'DE000000206'),
  },
  // One store has two programs, so that a link to it has two matching advertisers.
  modehausSverige: {
    name: 'Modehaus Sverige',
    market: 'sweden',
    rank: 5,
    products: 6200,
    domains: ['modehaus.example'],
    rules: [],
    general: [170, 200],
    social: [140, 170],
    cpa: 0.05,
    invoiceCpa: 0.07,
    categoryKeys: ['fashion'],
    hashtags: ['modehaus'],
    billing: billing('Modehaus Norden AB', 'Drottninggatan 50', '111 21', 'Stockholm', 'SE559000000207'),
  },
  modehausDeutschland: {
    name: 'Modehaus Deutschland',
    market: 'germany',
    rank: 7,
    products: 6200,
    domains: ['modehaus.example'],
    rules: [],
    general: [16, 20],
    social: [14, 17],
    cpa: 0.05,
    invoiceCpa: 0.07,
    categoryKeys: ['fashion'],
    hashtags: ['modehaus'],
    billing: billing('Modehaus Versand GmbH', 'Königsallee 60', '40212', 'Düsseldorf', 'DE000000208'),
  },
  thistleAndRye: {
    name: 'Thistle & Rye',
    market: 'britain',
    rank: 8,
    products: 415,
    domains: ['thistleandrye.example'],
    rules: [{ type: 'block', keyword: 'trade-account' }],
    general: [18, 22],
    social: [15, null],
    cpa: 0.06,
    invoiceCpa: 0.08,
    categoryKeys: ['food', 'home'],
    hashtags: ['thistleandrye'],
    billing: billing('Thistle & Rye Ltd', '21 Candleriggs', 'G1 1LF', 'Glasgow', 'GB000000209'),
  },
} as const satisfies Record<string, StoreFacts>;

export type DemoStoreName = keyof typeof STORE_FACTS;
