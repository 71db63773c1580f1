import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Kredit',
  hint: 'Obetald kostnad för klick, ordrar och engångsbetalningar samt det som avtalats med deltagare, och gränsen för det.',
  used: (used, limit) => `${used} av ${limit}`,
  meter: 'Använd kredit',
  promised: (incurred, promised) => `${incurred} upparbetat och ${promised} utlovat till deltagare i kampanjer`,
  reserved: (sum) => `${sum} reserverat för kampanjer med garanterad ersättning`,
  free: (sum) => `${sum} tillgängligt`,
  unlimited: 'Ingen gräns',
  near: (share) => `${share} av kreditgränsen är använd`,
  nearHint:
    'När gränsen är nådd betalas inga klick och nya åtaganden nekas tills fakturorna är betalda. En verifierad betalningsmetod höjer gränsen.',
  reached: 'Kreditgränsen är nådd',
  reachedHint:
    'Inga klick betalas och nya åtaganden nekas tills fakturorna är betalda. En verifierad betalningsmetod höjer gränsen.',
  view: 'Visa fakturor',
  balance: {
    title: 'Förskottssaldo',
    hint: 'Öppna fakturor betalas från saldot, de äldsta först. Det som blir kvar läggs till kreditgränsen.',
    how: 'Om du vill betala i förskott gör du en banköverföring med den här referensen. Fråga plattformens operatör vilket konto du ska betala till.',
    howTo: (account) => `Om du vill betala i förskott gör du en banköverföring till ${account} med den här referensen.`,
    reference: 'Referens',
    copy: 'Kopiera referensen',
    movements: 'Transaktioner',
    none: 'Inga transaktioner än.',
    all: 'Visa alla transaktioner',
    fewer: 'Visa färre',
    kinds: { paid_in: 'Förskott', refunded: 'Återbetalt', invoice: 'Faktura', credit_note: 'Kreditfaktura' },
  },
};
export default sv;
