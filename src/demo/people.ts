import type pg from 'pg';
import { insertNamed, insertRows, mapRows } from './insert.ts';
import { CREATORS, type CreatorName, creatorEmail, STAFF, type StaffName } from './personas.ts';
import type { Timeline } from './timeline.ts';

/** Markets, agencies and people by the demo's names. */
export interface People {
  groups: Record<keyof typeof GROUPS, number>;
  agencies: Record<keyof typeof AGENCIES, number>;
  tiers: Record<'gold' | 'silver' | 'standard', number>;
  tags: Record<keyof typeof TAGS, number>;
  users: Record<CreatorName | StaffName, number>;
}

const market = (name: string, key: string, country: string, currency: string, language: string) => ({
  name,
  key,
  country,
  currency,
  locale: `${language}_${country}`,
  language,
  return_ads_enabled: country !== 'GB',
  payment_limit_minor: currency === 'SEK' ? 20_000 : 2_000,
});

const GROUPS = {
  sweden: market('Sverige', 'se', 'SE', 'SEK', 'sv'),
  germany: market('Deutschland', 'de', 'DE', 'EUR', 'de'),
  britain: market('United Kingdom', 'uk', 'GB', 'GBP', 'en'),
};

/**
 * Nordljus is the platform's own agency. Users who register without another agency belong to it (the default
 * agency).
 */
const AGENCIES = {
  alster: {
    client_id: 'alster-talent',
    name: 'Alster Talent',
    is_default: false,
    group: 'germany',
    agency_share: 0.2,
    user_share: 0.6,
    company_name: 'Alster Talent GmbH',
    street: 'Lange Reihe 71',
    postal_code: '20099',
    city: 'Hamburg',
    vat_number: 'DE000000102',
  },
  nordljus: {
    client_id: 'nordljus',
    name: 'Nordljus Creators',
    is_default: true,
    group: 'sweden',
    agency_share: 0.15,
    user_share: 0.65,
    company_name: 'Nordljus Creators AB',
    street: 'Hornsgatan 104',
    postal_code: '117 26',
    city: 'Stockholm',
    vat_number: 'SE559000000101',
  },
} as const;

const TAGS = {
  sustainable: { name: 'Hållbarhet', slug: 'hallbarhet', access_level: 0 },
  beauty: { name: 'Skönhet', slug: 'skonhet', access_level: 1 },
  running: { name: 'Löpning', slug: 'lopning', access_level: 0 },
};

/**
 * Inserts markets, agencies, tiers, tags, staff and creators. It uses bulk statements, because the regular use cases
 * cannot create records with past dates.
 */
export async function insertPeople(client: pg.ClientBase, time: Timeline): Promise<People> {
  const founded = { created_at: time.at(-400), updated_at: time.at(-400) };
  const groups = await insertNamed(
    client,
    'store_groups',
    mapRows(GROUPS, (row) => ({ ...row, ...founded })),
  );
  const agencies = await insertNamed(
    client,
    'agencies',
    mapRows(AGENCIES, ({ group, ...row }) => ({
      ...row,
      store_group_id: groups[group],
      revenue_model: 'share',
      locale: GROUPS[group].locale,
      config: {},
      user_mail_config: { accepted: '', inactive: '', used_tool: '', registered: '' },
      ...founded,
    })),
  );
  const tiers = await insertNamed(client, 'revenue_tiers', {
    gold: { agency_id: agencies.nordljus, name: 'Guld', user_share: 0.75, agency_share: 0.1 },
    silver: { agency_id: agencies.nordljus, name: 'Silver', user_share: 0.68, agency_share: 0.12 },
    standard: { agency_id: null, name: 'Standard', user_share: 0.7, agency_share: 0 },
  });
  await client.query('UPDATE agencies SET default_revenue_tier_id = $1 WHERE id = $2', [
    tiers.silver,
    agencies.nordljus,
  ]);
  const tags = await insertNamed(
    client,
    'user_tags',
    mapRows(TAGS, (row) => ({ ...row, ...founded })),
  );
  const users = await insertUsers(client, time, { groups, agencies, tiers });
  const people = { groups, agencies, tiers, tags, users };
  await insertCreatorFacts(client, time, people);
  return people;
}

async function insertUsers(
  client: pg.ClientBase,
  time: Timeline,
  { groups, agencies, tiers }: Pick<People, 'groups' | 'agencies' | 'tiers'>,
): Promise<People['users']> {
  const person = (username: string, name: string, email: string, country: string, city: string, joined: number) => {
    const [firstName = '', ...rest] = name.split(' ');
    return {
      username,
      email,
      first_name: firstName,
      surname: rest.join(' '),
      display_name: name,
      country,
      city,
      config: {},
      is_verified: true,
      agreement_signed_at: time.at(joined, 10),
      last_active_at: new Date(time.nowMs - 3_600_000),
      created_at: time.at(joined, 9),
      updated_at: time.at(joined, 10),
    };
  };
  // Last, so that the others keep their ids.
  const { ylva, ...staff } = mapRows(STAFF, ({ name, email, country, city, isAdmin }, key) => ({
    ...person(key, name, email, country, city, -380),
    is_admin: isAdmin,
    agency_id: null,
    revenue_tier_id: null,
    store_group_id: null,
  }));
  const creators = mapRows(CREATORS, ({ name, username, country, city, agency, tier, group, joined }) => ({
    ...person(username, name, creatorEmail(username), country, city, joined),
    is_admin: false,
    agency_id: agency === null ? null : agencies[agency],
    revenue_tier_id: tier === null ? null : tiers[tier],
    store_group_id: groups[group],
  }));
  const users = await insertNamed<CreatorName | StaffName>(client, 'users', { ...staff, ...creators, ylva });
  await insertRows(client, 'agency_members', [
    { agency_id: agencies.nordljus, user_id: users.astrid },
    { agency_id: agencies.alster, user_id: users.henrik },
  ]);
  return users;
}

/** Inserts tags, social accounts, and the data for the influencer search. */
async function insertCreatorFacts(client: pg.ClientBase, time: Timeline, { users, tags }: People): Promise<void> {
  const creators = Object.entries(CREATORS).map(([key, facts]) => ({ id: users[key as CreatorName], ...facts }));
  await insertRows(
    client,
    'user_tag_members',
    creators.flatMap(({ id, tags: names }) => names.map((name) => ({ user_id: id, user_tag_id: tags[name] }))),
  );
  const checked = { is_valid: true, created_at: time.at(-200), updated_at: time.at(-3) };
  await insertRows(
    client,
    'social_accounts',
    creators.flatMap(({ id, username, followers, blog }) => [
      { user_id: id, type: 'social', identifier: username, followers, ...checked },
      ...(blog
        ? [{ user_id: id, type: 'blog', identifier: `${username}.blog.example`, followers: 0, ...checked }]
        : []),
    ]),
  );
  await insertRows(
    client,
    'influencers',
    creators.map(({ id, followers, stories, performance, blog }) => ({
      user_id: id,
      is_business: followers > 40_000,
      work_status: followers > 40_000 ? 'full_time' : 'part_time',
      average_stories: stories,
      performance,
      branding: blog ? 0.72 : 0.55,
      data_downloaded_at: time.at(-3),
      updated_at: time.at(-3),
    })),
  );
}
