import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Inställningar',
  hint: 'Marknadsplatsens inställningar. Ändringar gäller direkt.',
  save: 'Spara inställningarna',
  saved: 'Inställningarna är sparade.',
  fields: {
    registration: 'Registrering av butiker',
    registrationHint: 'Vem som kan registrera en butik.',
    registrations: {
      closed: 'Bara administratörer',
      approval: 'Alla, med godkännande av en administratör',
      open: 'Alla, utan godkännande',
    },
    credit: 'Kreditgräns (EUR)',
    creditHint: 'Obetald kostnad som en butik får ha, om den inte har en egen gräns.',
    verified: 'Kreditgräns med verifierad betalningsmetod (EUR)',
    verifiedHint: 'Gäller när betalningsleverantören har verifierat metoden.',
    storeDaily: 'Betalda klick per nätverk, butik och dag',
    creatorDaily: 'Betalda klick per nätverk, kreatör och dag',
    minute: 'Betalda klick per nätverk och minut',
    networkHint: 'Fler klick räknas som besök och betalas inte.',
  },
};
export default sv;
