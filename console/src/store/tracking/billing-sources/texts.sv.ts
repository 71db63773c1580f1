import type { en } from './texts.en.ts';

const sv: typeof en = {
  title: 'Prenumerationer',
  hint: 'Stripe rapporterar betalda fakturor, återbetalningar, tvister och provperioder för dina prenumerationer. Varje betald faktura är en order från sin kund.',
  connect: 'Anslut Stripe',
  first:
    'Lägg till en webhook i Stripe med den här adressen och de här händelserna. Stripe visar sedan signeringshemligheten.',
  address: 'Adress för Stripe',
  events: 'Händelser att välja',
  click: 'Skicka med klicket till varje kassa, som client_reference_id eller som tclid i dess metadata.',
  secret: 'Signeringshemlighet',
  secretHint: 'Den börjar med whsec_ och visas aldrig igen.',
  secretKept: 'Lämna fältet tomt för att behålla den nuvarande hemligheten.',
  secretWrong: 'Ange minst 16 tecken.',
  leaked: 'Avvisa den tidigare hemligheten genast',
  leakedHint: 'Annars godtas den i 72 timmar till.',
  trial: 'En provperiod är en händelse av den här typen',
  start: 'En prenumeration som börjar är en händelse av den här typen',
  noKind: 'Ingen händelse',
  kindHint: 'Händelsetyper anger du i butikens inställningar.',
  save: 'Spara',
  saved: 'Stripe är anslutet.',
  cancel: 'Avbryt',
  edit: 'Redigera',
  waiting: 'Anslutet. Ingen händelse har kommit ännu.',
  latest: (kind, when) => `Senaste händelse: ${kind}, ${when}.`,
  refused: (reason, when) => `Senaste händelse utan verkan: ${reason}, ${when}.`,
  reasons: {
    test_event: 'den gäller inga riktiga pengar (testläge)',
    unreadable_event: 'den kan inte läsas',
    way_not_counted: 'rapporter från din server räknas inte',
    store_inactive: 'butiken är avaktiverad',
  },
  overlap: (until) => `Den tidigare hemligheten godtas till ${until}.`,
  remove: 'Ta bort',
  removeTitle: 'Ta bort Stripe?',
  removeText:
    'Händelser från Stripe avvisas därefter. Återbetalningar av tidigare fakturor når inte längre sina ordrar, inte heller när du ansluter Stripe igen. Ordrarna finns kvar.',
  removed: 'Stripe är borttaget.',
};

export default sv;
