import type { CreatorName } from './personas.ts';
import type { DemoStoreName } from './store-facts.ts';

/** A campaign of the demo. Days are relative to today; money is in minor units of the store's currency. */
export interface DemoCampaign {
  store: DemoStoreName;
  type: 'standard' | 'user_accept' | 'store_accept' | 'suggestion';
  title: string;
  text: string;
  from: number;
  until: number;
  priority: number;
  /** General and social prices: the payment per click and the amount billed for it. */
  prices: readonly [general: readonly [number, number], social: readonly [number, number]];
  cpa?: number;
  /** A fixed amount for each order, and the minimum value of orders. */
  cpoMinor?: number;
  minimumOrderMinor?: number;
  seeding?: boolean;
  /** The products of which each participant chooses one. */
  gift?: readonly { title: string; valueMinor: number }[];
  oneTimeMinor?: number;
  todo?: readonly string[];
  onlyUser?: CreatorName;
  perUser?: boolean;
  maxClicks?: number;
  maxMoneyMinor?: number;
  budgetMinor?: number;
  sharedBudget?: boolean;
  targets?: { tags?: readonly ('running' | 'sustainable' | 'beauty')[]; market?: 'sweden' | 'germany' | 'britain' };
}

export const CAMPAIGNS = {
  runningWeeks: {
    store: 'nordicRunner',
    type: 'standard',
    from: -10,
    until: 90,
    priority: 40,
    title: 'Löparveckor',
    text: 'Högre ersättning på alla löparskor för alla som skriver om löpning.',
    prices: [
      [260, 310],
      [230, 275],
    ],
    targets: { tags: ['running'] },
  },
  marathon: {
    store: 'nordicRunner',
    type: 'user_accept',
    from: -58,
    until: -34,
    priority: 70,
    cpa: 0.08,
    title: 'Maratonmånaden',
    text: 'Följ med oss mot startlinjen: träningsplan, utrustning och målgång.',
    prices: [
      [320, 380],
      [280, 340],
    ],
    maxClicks: 5_000,
    todo: ['Ett inlägg om träningen', 'Ett inlägg från loppet'],
  },
  nextSeason: {
    store: 'nordicRunner',
    type: 'store_accept',
    from: 12,
    until: 45,
    priority: 60,
    cpoMinor: 4_000,
    minimumOrderMinor: 50_000,
    title: 'Nästa kollektion',
    text: 'Smygtitt på nästa säsongs kollektion, för dig som vill visa den först.',
    prices: [
      [300, 360],
      [260, 310],
    ],
    seeding: true,
  },
  outlet: {
    store: 'nordicRunner',
    type: 'standard',
    from: -40,
    until: 60,
    priority: 20,
    title: 'Outlet',
    text: 'Fjolårets modeller till halva priset.',
    prices: [
      [120, 150],
      [100, 120],
    ],
  },
  trail: {
    store: 'nordicRunner',
    type: 'store_accept',
    from: -24,
    until: 120,
    priority: 80,
    cpa: 0.09,
    title: 'Ut på stigen',
    text: 'Prova Fjällvind GTX på din favoritstig och berätta ärligt vad du tycker. Vi skickar ett par i din storlek.',
    prices: [
      [350, 420],
      [300, 360],
    ],
    seeding: true,
    gift: [
      { title: 'Fjällvind GTX terrängsko, dam', valueMinor: 219_900 },
      { title: 'Fjällvind GTX terrängsko, herr', valueMinor: 219_900 },
    ],
    oneTimeMinor: 150_000,
    maxClicks: 20_000,
    budgetMinor: 6_000_000,
    todo: ['Lägg upp minst tre stories', 'Märk inlägget som reklam', 'Använd #löparglädje'],
  },
  balcony: {
    store: 'blattwerk',
    type: 'store_accept',
    from: -30,
    until: 100,
    priority: 75,
    title: 'Balkon für alle',
    text: 'Zeig, was auf zwei Quadratmetern wachsen kann. Das Starterset kommt von uns.',
    prices: [
      [40, 48],
      [36, 44],
    ],
    seeding: true,
    budgetMinor: 400_000,
    todo: ['Vorher und nachher zeigen', 'Als Werbung kennzeichnen'],
  },
  hannasTerms: {
    store: 'blattwerk',
    type: 'standard',
    from: -60,
    until: 300,
    priority: 50,
    onlyUser: 'hanna',
    title: 'Konditionen für Hanna',
    text: 'Persönliche Konditionen.',
    prices: [
      [45, 54],
      [45, 54],
    ],
  },
  glow: {
    store: 'lumi',
    type: 'standard',
    from: -45,
    until: 30,
    priority: 60,
    maxClicks: 120,
    title: 'Lumi Glow: de första hundratjugo',
    text: 'Dubbel ersättning för kampanjens första 120 klick.',
    prices: [
      [620, 740],
      [680, 800],
    ],
  },
  windySkin: {
    store: 'lumi',
    type: 'suggestion',
    from: -6,
    until: 70,
    priority: 65,
    title: 'Hud i motvind',
    text: 'Vi söker kreatörer som tål väder.',
    prices: [
      [400, 480],
      [430, 510],
    ],
  },
  cargo: {
    store: 'kiezrad',
    type: 'user_accept',
    from: -35,
    until: 55,
    priority: 70,
    sharedBudget: true,
    title: 'Lastenrad statt Auto',
    text: 'Eine Woche ohne Auto: Einkauf, Kita, Baumarkt.',
    prices: [
      [60, 72],
      [55, 66],
    ],
    perUser: true,
    maxMoneyMinor: 2_500,
  },
  commute: {
    store: 'kiezrad',
    type: 'standard',
    from: -20,
    until: 80,
    priority: 30,
    sharedBudget: true,
    title: 'Zur Arbeit geradelt',
    text: 'Mehr Vergütung für alles rund ums Pendeln.',
    prices: [
      [42, 50],
      [38, 46],
    ],
    targets: { market: 'germany' },
  },
  cabin: {
    store: 'fjallOchFunkis',
    type: 'user_accept',
    from: -15,
    until: 75,
    priority: 55,
    title: 'Stugliv',
    text: 'Det du helst har med dig till stugan.',
    prices: [
      [280, 340],
      [240, 290],
    ],
  },
  table: {
    store: 'thistleAndRye',
    type: 'standard',
    from: -25,
    until: 65,
    priority: 45,
    title: 'A table worth staying at',
    text: 'A higher rate for everything you set a table with.',
    prices: [
      [26, 32],
      [22, 28],
    ],
    targets: { market: 'britain' },
  },
  mistake: {
    store: 'thistleAndRye',
    type: 'standard',
    from: 5,
    until: 20,
    priority: 10,
    title: 'Test, please ignore',
    text: '',
    prices: [
      [1, 1],
      [1, 1],
    ],
  },
} as const satisfies Record<string, DemoCampaign>;

export type CampaignName = keyof typeof CAMPAIGNS;
