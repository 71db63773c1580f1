import type { CampaignName } from './campaign-definitions.ts';
import type { CreatorName } from './personas.ts';

type Status =
  | 'open'
  | 'applied'
  | 'denied'
  | 'accepted'
  | 'store_denied'
  | 'done'
  | 'suggestion'
  | 'second_prio'
  | 'have_posted'
  | 'have_received'
  | 'product_sent';

/** The next event: the participant enters a status, or a user comments. */
type Step = Status | { by: 'store' | 'creator'; says: string };

/** The participation of a creator, or of an invited mail address, in a campaign. */
export interface Participation {
  campaign: CampaignName;
  who: CreatorName | { email: string } | { identifier: string };
  /** Days relative to today. */
  began: number;
  /** States in chronological order; the last one is the current state. */
  history: readonly [Status, ...Step[]];
  /** Number of completed to-do items. */
  ticked?: number;
  delivery?: DemoDelivery;
  /** The place of the product that was chosen of the campaign's gift. */
  chose?: number;
  /** What was sent, by its number. */
  parcel?: string;
  /** Overrides: a click limit, and the prices for General and social (payment per click and billed amount). */
  clickLimit?: number;
  prices?: readonly [general: readonly [number, number], social: readonly [number, number]];
}

/** Where a participant receives products (`participant_deliveries`). */
interface DemoDelivery {
  recipient: string;
  street: string;
  postal_code: string;
  city: string;
  country: string;
  size: string;
}

const delivery = (
  recipient: string,
  [street, postal_code, city, country]: readonly [string, string, string, string],
  size = '',
): DemoDelivery => ({ recipient, street, postal_code, city, country, size });

const store = (says: string): Step => ({ by: 'store', says });
const creator = (says: string): Step => ({ by: 'creator', says });

export const PARTICIPATIONS: readonly Participation[] = [
  {
    campaign: 'trail',
    who: 'oskar',
    began: -27,
    ticked: 3,
    clickLimit: 400,
    delivery: delivery('Oskar Lindqvist', ['Vasagatan 11', '411 24', 'Göteborg', 'SE'], '43'),
    chose: 1,
    parcel: 'PN00340434161094042557',
    prices: [
      [400, 470],
      [380, 450],
    ],
    history: [
      'open',
      'applied',
      'accepted',
      'product_sent',
      'have_received',
      creator('Två mil i regn och fortfarande torr. Inlägget ligger uppe!'),
      'have_posted',
      store('Så fint! Får vi använda bilden från spången?'),
    ],
  },
  {
    campaign: 'trail',
    who: 'elin',
    began: -22,
    ticked: 0,
    delivery: delivery('Elin Nyström', ['Storgatan 4', '903 26', 'Umeå', 'SE'], '38'),
    chose: 0,
    parcel: 'PN00340434161094042564',
    history: ['open', 'applied', 'accepted', 'product_sent'],
  },
  {
    campaign: 'trail',
    who: 'sofia',
    began: -27,
    ticked: 3,
    chose: 0,
    parcel: 'PN00340434161094042571',
    history: ['open', 'applied', 'accepted', 'product_sent', 'have_received', 'have_posted', 'done'],
  },
  {
    campaign: 'trail',
    who: 'viktor',
    began: -20,
    history: ['open', 'applied', 'store_denied', store('Tack för intresset, men vi söker löpare den här gången.')],
  },
  { campaign: 'trail', who: 'isla', began: -18, history: ['open', 'applied', 'second_prio'] },
  { campaign: 'trail', who: 'hanna', began: -4, history: ['open', 'applied', creator('Ich laufe im Tegeler Forst!')] },
  { campaign: 'trail', who: 'lukas', began: -16, history: ['open', 'denied'] },
  { campaign: 'trail', who: 'rowan', began: -3, history: ['open'] },
  { campaign: 'trail', who: { email: 'frida.holm@creator.example' }, began: -9, history: ['open'] },
  { campaign: 'trail', who: { identifier: 'loparklubbenvast' }, began: -9, history: ['open'] },
  {
    campaign: 'marathon',
    who: 'linnea',
    began: -62,
    ticked: 2,
    history: [
      'open',
      'accepted',
      'have_posted',
      store('3.41, vilket lopp! Tack för den här månaden.'),
      creator('Tack själva, benen är snart med igen.'),
      'done',
    ],
  },
  {
    campaign: 'marathon',
    who: 'oskar',
    began: -61,
    ticked: 2,
    history: ['open', 'accepted', 'have_posted', 'done'],
  },
  { campaign: 'marathon', who: 'elin', began: -61, ticked: 1, history: ['open', 'accepted', 'done'] },
  { campaign: 'marathon', who: 'lukas', began: -60, history: ['open', 'denied'] },
  {
    campaign: 'trail',
    who: 'linnea',
    began: -26,
    ticked: 1,
    history: [
      'open',
      creator('Hej! Jag springer Sörmlandsleden i helgen och filmar gärna. Storlek 39.'),
      'applied',
      'accepted',
      store('Vad roligt, välkommen! Skorna går iväg så fort 39:an är tillbaka på lagret.'),
    ],
  },
  { campaign: 'nextSeason', who: 'linnea', began: -1, history: ['open'] },
  { campaign: 'nextSeason', who: 'elin', began: -1, history: ['open', 'applied'] },
  {
    campaign: 'balcony',
    who: 'finn',
    began: -33,
    ticked: 1,
    history: [
      'open',
      'applied',
      'accepted',
      'product_sent',
      creator('Paket ist da, die Minze hat es sogar ohne Knick geschafft.'),
      'have_received',
    ],
  },
  {
    campaign: 'balcony',
    who: 'hanna',
    began: -32,
    ticked: 0,
    delivery: delivery('Hanna Vogel', ['Lindenstraße 8', '50674', 'Köln', 'DE']),
    history: ['open', 'applied', 'accepted'],
  },
  { campaign: 'balcony', who: 'mia', began: -5, history: ['applied'] },
  { campaign: 'cargo', who: 'finn', began: -38, history: ['open', 'accepted'] },
  { campaign: 'cargo', who: 'lukas', began: -37, history: ['open', 'accepted'] },
  { campaign: 'cargo', who: 'jonas', began: -37, history: ['open'] },
  { campaign: 'cabin', who: 'sofia', began: -17, history: ['open', 'accepted'] },
  { campaign: 'cabin', who: 'elin', began: -17, history: ['open'] },
  { campaign: 'windySkin', who: 'mia', began: -6, history: ['suggestion'] },
  { campaign: 'windySkin', who: 'sofia', began: -6, history: ['suggestion', 'open'] },
];

/** Returns the states of a participation in order. */
export function statesOf({ history }: Participation): Status[] {
  return history.filter((step) => typeof step === 'string');
}
