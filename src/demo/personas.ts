/** The people of the demo. Addresses use reserved domains (RFC 2606). */

interface Creator {
  name: string;
  username: string;
  country: 'SE' | 'DE' | 'GB';
  city: string;
  group: 'sweden' | 'germany' | 'britain';
  /** The agency; null for none. */
  agency: 'nordljus' | 'alster' | null;
  tier: 'gold' | 'silver' | 'standard' | null;
  tags: readonly ('running' | 'sustainable' | 'beauty')[];
  followers: number;
  /** Average number of stories per week. */
  stories: number;
  performance: number;
  blog: boolean;
  /** Days relative to today. */
  joined: number;
}

const swedish = { country: 'SE', group: 'sweden', agency: 'nordljus' } as const;
const german = { country: 'DE', group: 'germany', agency: 'alster', tier: null } as const;
const british = { country: 'GB', group: 'britain', agency: null, tier: 'standard' } as const;

/** Sorted by followers, descending. The keys are the demo's internal names. */
export const CREATORS = {
  linnea: {
    ...swedish,
    name: 'Linnéa Bergström',
    username: 'linneaspringer',
    city: 'Stockholm',
    tier: 'gold',
    tags: ['running'],
    followers: 84_300,
    stories: 21.5,
    performance: 1.42,
    blog: true,
    joined: -310,
  },
  finn: {
    ...german,
    name: 'Finn Petersen',
    username: 'finnfaehrtrad',
    city: 'Hamburg',
    tags: ['sustainable'],
    followers: 52_100,
    stories: 14,
    performance: 1.18,
    blog: true,
    joined: -295,
  },
  oskar: {
    ...swedish,
    name: 'Oskar Lindqvist',
    username: 'oskarpastigen',
    city: 'Göteborg',
    tier: 'silver',
    tags: ['running'],
    followers: 31_800,
    stories: 11.2,
    performance: 1.06,
    blog: false,
    joined: -280,
  },
  sofia: {
    ...swedish,
    name: 'Sofia Åkesson',
    username: 'sofiashem',
    city: 'Malmö',
    tier: 'gold',
    tags: ['sustainable', 'beauty'],
    followers: 67_900,
    stories: 18.4,
    performance: 1.31,
    blog: true,
    joined: -265,
  },
  elin: {
    ...swedish,
    name: 'Elin Nyström',
    username: 'elinsnorr',
    city: 'Umeå',
    tier: 'silver',
    tags: ['running', 'sustainable'],
    followers: 12_400,
    stories: 7.8,
    performance: 0.94,
    blog: true,
    joined: -240,
  },
  viktor: {
    ...swedish,
    name: 'Viktor Hedlund',
    username: 'viktorvardag',
    city: 'Uppsala',
    tier: 'silver',
    tags: ['beauty'],
    followers: 9_700,
    stories: 5.1,
    performance: 0.71,
    blog: false,
    joined: -200,
  },
  hanna: {
    ...german,
    name: 'Hanna Vogel',
    username: 'hannasbalkon',
    city: 'Berlin',
    tags: ['sustainable'],
    followers: 45_600,
    stories: 16.9,
    performance: 1.25,
    blog: true,
    joined: -190,
  },
  lukas: {
    ...german,
    name: 'Lukas Brandt',
    username: 'lukasunterwegs',
    city: 'Köln',
    tags: ['running'],
    followers: 23_500,
    stories: 9.3,
    performance: 0.98,
    blog: false,
    joined: -170,
  },
  mia: {
    ...german,
    name: 'Mia Schuster',
    username: 'miamachtsauf',
    city: 'München',
    agency: null,
    tags: ['beauty'],
    followers: 18_200,
    stories: 12.6,
    performance: 1.09,
    blog: false,
    joined: -150,
  },
  jonas: {
    ...german,
    name: 'Jonas Keller',
    username: 'jonaskocht',
    city: 'Leipzig',
    tags: [],
    followers: 6_900,
    stories: 3.4,
    performance: 0.52,
    blog: false,
    joined: -130,
  },
  isla: {
    ...british,
    name: 'Isla MacLeod',
    username: 'islaandthehills',
    city: 'Edinburgh',
    tags: ['running', 'sustainable'],
    followers: 28_700,
    stories: 10.8,
    performance: 1.12,
    blog: true,
    joined: -120,
  },
  rowan: {
    ...british,
    name: 'Rowan Hughes',
    username: 'rowanreads',
    city: 'Leeds',
    agency: 'nordljus',
    tags: [],
    followers: 4_300,
    stories: 2.9,
    performance: 0.83,
    blog: true,
    joined: -100,
  },
} as const satisfies Record<string, Creator>;

const staff = (name: string, email: string, country: string, city: string, isAdmin = false) => ({
  name,
  email,
  country,
  city,
  isAdmin,
});

/** The platform's administrators, the agencies' representatives and the stores' staff. The keys are their user names. */
export const STAFF = {
  ingrid: staff('Ingrid Solberg', 'ingrid@tributary.example', 'SE', 'Stockholm', true),
  astrid: staff('Astrid Wallin', 'astrid@nordljus.example', 'SE', 'Stockholm'),
  henrik: staff('Henrik Claasen', 'henrik@alster-talent.example', 'DE', 'Hamburg'),
  maja: staff('Maja Ekdahl', 'maja@nordicrunner.example', 'SE', 'Göteborg'),
  karl: staff('Karl Norén', 'karl@fjallochfunkis.example', 'SE', 'Östersund'),
  carla: staff('Carla Winter', 'carla@blattwerk.example', 'DE', 'Berlin'),
  heike: staff('Heike Lorenz', 'heike@modehaus.example', 'DE', 'Düsseldorf'),
  fiona: staff('Fiona Grant', 'fiona@thistleandrye.example', 'GB', 'Glasgow'),
  /** The second administrator, who creates payout runs that the first one approves. */
  ylva: staff('Ylva Sandström', 'ylva@tributary.example', 'SE', 'Stockholm', true),
};

/** The accounts offered for trying out the demo, by sign-in address. */
export const DEMO_PEOPLE = [
  { role: 'admin', name: STAFF.ingrid.name, email: STAFF.ingrid.email },
  { role: 'advertiser', name: STAFF.maja.name, email: STAFF.maja.email },
  { role: 'creator', name: CREATORS.linnea.name, email: creatorEmail(CREATORS.linnea.username) },
  { role: 'agency', name: STAFF.astrid.name, email: STAFF.astrid.email },
] as const;

export function creatorEmail(username: string): string {
  return `${username}@creator.example`;
}

export type CreatorName = keyof typeof CREATORS;
export type StaffName = keyof typeof STAFF;
