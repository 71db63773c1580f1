import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Så räknades beloppen fram',
  loading: 'Läser in …',
  amounts: {
    store: 'Butiken betalar',
    creator: 'Kreatören tjänar',
    agency: 'Byrån tjänar',
    platform: 'Plattformen behåller',
  },
  own: { store: 'Du betalar', creator: 'Du tjänar', agency: 'Du tjänar' },
  clicked: 'Klickat',
  from: 'Från',
  sources: { general: 'Andra sidor', social: 'Socialt nätverk' },
  showRules: 'Visa alla regler',
  hideRules: 'Dölj reglerna',
  omitted: 'Utelämnat, eftersom det rör andra:',
  omissions: {
    store_amount: 'vad butiken betalar',
    creator_amount: 'vad kreatören tjänar',
    agency_amount: 'vad byrån tjänar',
    platform_amount: 'vad plattformen behåller',
    campaign_caps: 'kampanjers gränser och budgetar',
    other_campaigns: 'kampanjer för andra',
    store_credit: 'butikens kredit',
    store_invoices: 'butikens fakturor',
    payee_statements: 'kreatörens och byråns avräkningar',
  },
  records: {
    click: () => 'Förklara klicket',
    order: (id) => `Förklara order ${id}`,
    one_time_payment: (id) => `Förklara betalning ${id}`,
    invoice_line: (id) => `Förklara rad ${id.split('/')[1] ?? ''} på fakturan`,
  },
};
export default sv;
