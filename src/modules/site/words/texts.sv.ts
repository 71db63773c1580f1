import { html } from '../markup/html.ts';
import type { SiteTexts } from './texts.en.ts';

export const sv: SiteTexts = {
  skip: 'Hoppa till innehållet',
  main: 'Huvudmeny',
  legal: 'Juridisk information',
  language: 'Språk',
  pages: 'Sidor',
  campaigns: 'Kampanjer',
  stores: 'Butiker',
  forCreators: 'För kreatörer',
  forStores: 'För butiker',
  signIn: 'Logga in',
  openConsole: 'Öppna konsolen',
  apiReference: 'API-referens',
  terms: { link: 'Villkor', title: 'Villkor' },
  privacy: { link: 'Integritet', title: 'Integritetspolicy' },
  imprint: { link: 'Om företaget', title: 'Om företaget' },
  textOf: (title, market) => `${title}, ${market}.`,

  introduction:
    'Kreatörer gör produktsidor till länkar som ger dem betalt. Butiker ser resultatet av varje länk. Varje belopp kan spåras till sina klick och ordrar.',
  headline: (market) => `${market}: kampanjer och länkar som ger kreatörer betalt`,
  demo: (href) =>
    html`Det här är en demomarknadsplats. <a href="${href}">Utforska demon</a> som kreatör, butik, byrå eller administratör.`,
  joinAsCreator: 'Gå med som kreatör',
  registerStore: 'Registrera en butik',
  byInvitation: 'Kreatörer går med via en kampanjs sida eller inbjudningslänk.',
  openCampaigns: 'Öppna kampanjer',
  allCampaigns: 'Alla kampanjer',
  allStores: 'Alla butiker',

  listTitle: (title, page) => `${title}, sida ${page}`,
  storesHint: 'Butiker som arbetar med kreatörer, med deras ersättningar.',
  campaignsHint: 'Kampanjer som kreatörer kan ansöka till.',
  noStores: 'Ingen butik har en sida just nu.',
  noCampaigns: 'Ingen kampanj är öppen just nu.',
  previous: 'Föregående sida',
  next: 'Nästa sida',

  whatYouEarn: 'Vad du tjänar',
  apply: 'Ansök',
  note: 'För en kreatör utan byrå. En byrå eller ett avtal med butiken kan ändra ersättningarna.',
  ofStore: (store) => `Ersättningar och kampanjer för kreatörer hos ${store}.`,
  ratesInCampaigns: 'Butiken anger ersättningarna i sina kampanjer.',
  ofCampaign: (store) => `En kampanj för kreatörer från ${store}.`,
  campaignOf: (store) => html`En kampanj från ${store}`,
  campaignUntil: (store, day) => html`En kampanj från ${store}, till och med ${day}`,
  individual: 'Butiken kommer överens om ersättningen med varje kreatör.',
  bonusBudget: (amount) =>
    `Butiken betalar högst ${amount} i bonus för en månad, i den ordning som kreatörerna når nivåerna.`,
  onlyMembers: (href) =>
    html`Nya konton kan inte skapas just nu. Kreatörer med konto kan <a href="${href}">gå med i kampanjen</a>.`,
  perClick: (amount, isSocial) => `${amount} per klick${isSocial ? ' från sociala nätverk' : ''}`,
  perOrder: (amount, isSocial) => `${amount} per order${isSocial ? ' från sociala nätverk' : ''}`,
  ofOrders: (share, isSocial) => `${share} av ordervärdet${isSocial ? ' från sociala nätverk' : ''}`,
  largerOf: (one, other) => `Det största av ${one} och ${other}`,
  minimumOrder: (amount) => `För ordrar på minst ${amount}`,
  socialClicksUnpaid: 'Inget för klick från sociala nätverk',
  socialOrdersUnpaid: 'Inget för ordrar från sociala nätverk',
  promisedUntil: (day: string) => `Villkoren försämras inte före slutet av ${day}`,
  withNotice: (days: number) => (days === 1 ? 'Ändras med en dags varsel' : `Ändras med ${days} dagars varsel`),
  guaranteedPay: (left: string, day: string) => `Förbetalt till och med ${day}: minst ${left} är kvar`,
  once: (amount) => `${amount} en gång, när kampanjen är slutförd`,
  gift: {
    product: (value, title) => `${title} som gåva, värd ${value}`,
    choice: (value, _title, choices) =>
      choices === 1
        ? `en valfri produkt, värd upp till ${value}`
        : `${choices} valfria produkter, värda upp till ${value}`,
    credit: (value) => `${value} att handla för i butiken`,
  },
  bonus: (amount, { orders, value }) => {
    const asked = [
      ...(orders === null ? [] : [`${orders} ${orders === 1 ? 'godkänd order' : 'godkända ordrar'}`]),
      ...(value === null ? [] : [`ett ordervärde på ${value}`]),
    ];
    return `${amount} i bonus den här månaden från ${asked.join(' och ')}`;
  },

  howItWorks: 'Så fungerar det',
  paidMonthly: (amounts) => (amounts === '' ? 'Betalas ut varje månad.' : `Betalas ut varje månad, från ${amounts}.`),
  three: [
    { title: 'Klistra in en produktsida', text: 'Du får direkt en egen länk, med vad den ger.' },
    { title: 'Dela länken', text: 'Klick och ordrar syns i din statistik inom några ögonblick.' },
    {
      title: 'Få betalt',
      text: 'Varje månad avslutas med en avräkning som leder varje belopp till dess klick och ordrar.',
    },
  ],
  example: {
    title: 'Så mycket kan det bli',
    hint: (store) => `Ett exempel med ${store}s nuvarande ersättning, utan bonus.`,
    clicks: (count, each) => `${count.toLocaleString('sv')} klick à ${each}`,
    fixed: (count, amount) => `${count} ordrar, ${amount} för varje`,
    orders: (count, value, share) => `${count} ordrar på ${value}, ${share} av varje`,
    total: 'Du tjänar',
  },
  questions: 'Frågor och svar',
  answers: [
    {
      question: 'Vad kostar det?',
      answer: 'Inget för kreatörer. Butiker betalar för klick och ordrar, inom de gränser som de anger.',
    },
    {
      question: 'När får jag betalt?',
      answer: (paid: string) =>
        `${paid} En månad kan betalas ut när den är stängd och butikerna har betalat. Konsolen visar vad varje belopp väntar på.`,
    },
    {
      question: 'Vilka klick och ordrar räknas?',
      answer:
        'Klick från människor, en gång per besökare och dag, och ordrar som butiker bekräftar. Allt som inte räknas anger skälet.',
    },
    {
      question: 'Behöver jag ett företag?',
      answer: 'Nej. Dina uppgifter avgör hur avräkningen hanterar moms. Plattformen skriver avräkningen åt dig.',
    },
    {
      question: 'Hur börjar en butik?',
      answer:
        'Den registrerar sig, verifierar sin domän, lägger till spårning och anger sin ersättning. Den betalar inget innan en kampanj eller ersättning är angiven.',
    },
  ],
  creators: {
    description: 'Gör produktsidor till länkar som ger dig betalt, och gå med i butikers kampanjer.',
    lead: 'Gör produktsidorna som du berättar om till länkar som ger dig betalt, och gå med i kampanjer från butiker som du gillar.',
    steps: [
      'Skapa ett konto och bekräfta din e-postadress.',
      'Klistra in adressen till en produkt. Du får en länk som är din.',
      'Dela länken. Klick och ordrar syns i din statistik inom några ögonblick.',
      'Varje månad stängs med en avräkning. Varje belopp på den kan spåras till sina klick och ordrar.',
    ],
    earn: 'Butiker och kampanjer anger vad de betalar för klick och ordrar. Deras sidor visar din del av det.',
    create: 'Skapa konto',
    see: 'Se kampanjer',
    byInvitation: 'Konton skapas via en kampanjs sida eller inbjudningslänk.',
    closed: 'Nya konton kan inte skapas just nu.',
  },
  shops: {
    description: 'Betala kreatörer för den trafik och försäljning som de ger, inom budgetar som aldrig överskrids.',
    steps: [
      'Registrera din butik och bevisa att domänen är din.',
      'Ange vad du betalar för klick och ordrar, och sätt gränserna.',
      'Lägg till spårningsskriptet eller insticksprogrammet i din butik.',
      'Publicera en kampanj och ta ställning till kreatörernas ansökningar.',
      'Följ klick, ordrar och kostnader per kreatör och länk. Varje faktura stämmer med sina klick och ordrar.',
    ],
    closed: 'Butiker registreras av marknadsplatsens administratörer.',
    approval: 'En administratör godkänner varje butik innan den kan använda pengar.',
  },

  creator: {
    of: (name: string) => `${name} på den här marknadsplatsen.`,
    channels: 'Kanaler',
    proven: 'bekräftad',
    followers: (number: string) => `${number} följare, enligt egen uppgift`,
    platforms: {
      blog: 'Blogg',
      newsletter: 'Nyhetsbrev',
      podcast: 'Podd',
    },
    topics: 'Ämnen',
    languages: 'Språk',
    rates: 'Priser',
    rate: {
      post: (amount: string) => `${amount} för ett inlägg`,
      story: (amount: string) => `${amount} för en story`,
      short_video: (amount: string) => `${amount} för en kort video`,
      video: (amount: string) => `${amount} för en video`,
      article: (amount: string) => `${amount} för en artikel`,
    },
    work: 'Tidigare arbeten',
    links: 'Länkar',
    advertising: (name: string) => `Det här är reklamlänkar: ${name} kan tjäna pengar på besök och köp via dem.`,
    advertisementOf: (store: string) => `Reklam · ${store}`,
    mediaKit: 'Mediekit (PDF)',
  },

  notFound: {
    title: 'Sidan hittades inte',
    description: 'Det finns ingen sida på den här adressen.',
    lead: 'Det finns ingen sida på den här adressen. Den kan ha tagits bort.',
    front: 'Startsida',
  },
};
