import type { en } from './texts.en.ts';

const sv: typeof en = {
  placeholder: 'Åtgärder, sidor, namn, nummer, koder och domäner',
  nothing: 'Inget hittades',
  searching: 'Söker …',
  hint: 'Skriv minst två tecken.',
  keysHint: 'Välj med piltangenterna, öppna med Enter, stäng med Esc.',
  groups: { recent: 'Senaste', actions: 'Åtgärder', pages: 'Sidor', months: 'Månader', records: 'Poster' },
  month: 'Månad',
  action: 'Åtgärd',
  actions: {
    createLink: ['Skapa en länk', 'ny länk'],
    findCampaigns: ['Hitta kampanjer', 'upptäck gå med ansök'],
    newCampaign: ['Ny kampanj', 'skapa kampanj'],
    newVoucher: ['Ny rabattkod', 'skapa rabattkod'],
    decideOrders: ['Avgör öppna ordrar', 'godkänna neka väntande'],
    closeMonth: ['Stäng en månad', 'period stängning'],
    newRun: ['Ny utbetalningskörning', 'betala ut skapa'],
    newVoid: ['Makulera klick, ordrar eller betalningar', 'ny makulering'],
    scheme: {
      light: ['Ljusa färger', 'tema läge'],
      dark: ['Mörka färger', 'tema läge mörkt'],
      auto: ['Systemets färger', 'tema läge automatiskt'],
    },
    language: (name) => `Språk: ${name}`,
    languageWords: 'språk language',
    signOut: ['Logga ut', 'avsluta'],
  },
  failed: 'Sökningen misslyckades. Försök igen.',
  kinds: {
    store: 'Butik',
    campaign: 'Kampanj',
    creator: 'Kreatör',
    client: 'Byrå',
    link: 'Länk',
    order: 'Order',
    invoice: 'Faktura',
    participant: 'Deltagare',
    voucher: 'Rabattkod',
    domain: 'Domän',
    company: 'Företag',
  },
};

export default sv;
