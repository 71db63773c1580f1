import type { en } from './texts.en.ts';

const sv: typeof en = {
  detailsOf: (what) => `detaljer om ${what}`,
  failure: {
    title: 'Något gick fel',
    offline: 'Servern går inte att nå. Kontrollera din anslutning.',
    signedOut: 'Din session har avslutats. Logga in igen.',
    retry: 'Försök igen',
    wait: (seconds) => `För många förfrågningar. Försök igen om ${seconds} s.`,
    missing: 'Hittades inte',
    missingHint: 'Det kan ha tagits bort, eller så är adressen fel.',
    away: 'Servern är tillfälligt otillgänglig. Försök igen om en stund.',
    fault: (id) =>
      id === null
        ? 'Serverfel. Försök igen om en stund.'
        : `Serverfel. Om det händer igen, uppge detta ID för supporten: ${id}.`,
  },
  table: {
    page: (page, pages) => `Sida ${page} av ${pages}`,
    rows: (count) => `${count} totalt`,
    previous: 'Föregående sida',
    next: 'Nästa sida',
    sortBy: (column) => `Sortera efter ${column}`,
    loading: 'Läser in …',
  },
  chart: { asTable: 'Visa som tabell', asChart: 'Visa som diagram', measure: 'Mått i diagrammet', day: 'Datum' },
  search: 'Sök',
  role: {
    notice: {
      manager: 'Du har rollen ansvarig här. Betalningar och teamet sköts av ägare och ekonomi.',
      finance: 'Du har rollen ekonomi här. Funktioner som ändrar annat än betalningar är dolda eller inaktiverade.',
      read_only:
        'Du har bara läsbehörighet här. Funktioner som ändrar något är dolda eller inaktiverade. En ägare kan ändra din roll.',
    },
    disabled: 'Din roll tillåter inte detta',
  },
  copy: { copy: 'Kopiera', copied: 'Kopierat', refused: 'Kunde inte kopiera' },
  change: {
    up: (share, than) => `${share} mer än ${than}`,
    down: (share, than) => `${share} mindre än ${than}`,
    same: (than) => `Samma som ${than}`,
    none: (than) => `Inga data för ${than}`,
  },
  range: {
    label: 'Period',
    days: (count) => (count === 1 ? '1 dag' : `${count} dagar`),
    thisMonth: 'Denna månad',
    lastMonth: 'Förra månaden',
    from: 'Från',
    to: 'Till',
    show: 'Visa',
    missing: 'Välj båda datumen.',
    upsideDown: 'Slutdatumet är före startdatumet.',
    early: (day) => `Det finns inga data före ${day}.`,
    long: (most, chosen) => `Välj högst ${most} dagar. Den valda perioden är ${chosen}.`,
  },
  steps: { done: '(klart)', change: 'Ändra', changeOf: (step) => `Ändra: ${step}` },
  export: {
    button: 'Exportera',
    hint: 'Alla rader med nuvarande filter och sortering',
    xlsx: 'Excel (XLSX)',
    csv: 'CSV',
    json: 'JSON',
  },
  undo: 'Ångra',
  leave: {
    title: 'Lämna utan att spara?',
    hint: 'Dina ändringar går förlorade.',
    stay: 'Stanna kvar',
    go: 'Lämna',
  },
  language: 'Språk',
  all: 'Alla',
  cancel: 'Avbryt',
  reason: 'Skäl',
  dismiss: 'Stäng',
};
export default sv;
