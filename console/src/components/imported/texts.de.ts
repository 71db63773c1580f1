import type { en } from './texts.en.ts';

const de: typeof en = {
  title: 'Importiert von anderen Plattformen',
  hint: 'Nur zur Information. Diese Provisionen wurden anderswo verdient und werden von diesem Marktplatz nicht ausgezahlt.',
  columns: {
    earned: 'Verdient',
    source: 'Plattform',
    partner: 'Partner',
    sale: 'Bestellung',
    commission: 'Provision',
    status: 'Status',
  },
  statuses: { pending: 'Ausstehend', approved: 'Bestätigt', declined: 'Abgelehnt', paid: 'Ausgezahlt', unknown: '–' },
  sources: {
    awin: 'Awin',
    adtraction: 'Adtraction',
    tradedoubler: 'Tradedoubler',
    rewardful: 'Rewardful',
    dub: 'Dub',
    other: 'Andere',
  },
  empty: 'Nichts auf dieser Seite',
};

export default de;
