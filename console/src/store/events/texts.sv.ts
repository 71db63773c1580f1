import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Leads och andra händelser',
  hint: 'Vad du betalar för utöver ordrar, och vad klicken ledde till.',
  kinds: 'Typer och belopp',
  kind: 'Typ',
  event: 'Händelse',
  titleOf: (number) => `Händelse ${number}`,
  choose: (number) => `Välj händelse ${number}`,
  costOf: (number) => `kostnaden för händelse ${number}`,
  none: {
    title: 'Inga händelser under perioden',
    hint: 'Namnge det du betalar för, till exempel leads, och rapportera varje händelse från din server.',
  },
  nothingFound: { title: 'Inga händelser matchar', hint: 'Prova en annan period eller ta bort ett filter.' },
  funnel: {
    title: 'Från klick till order',
    clicks: 'Klick',
    orders: 'Ordrar',
    ofClicks: (share) => `${share} av klicken`,
    decided: (approved, denied) => `${approved} godkända, ${denied} nekade`,
    creators: 'Per kreatör',
    creator: 'Kreatör',
    cost: 'Kostnad för händelser',
    none: { title: 'Ingen kreatör har en händelse under perioden' },
  },
};

export default sv;
