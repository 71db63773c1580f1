import type pg from 'pg';
import type { Campaigns } from './campaigns.ts';
import { insertNamed, insertRows } from './insert.ts';
import type { People } from './people.ts';
import type { CREATORS } from './personas.ts';
import type { CATEGORIES } from './store-facts.ts';
import type { Stores } from './stores.ts';
import type { Timeline } from './timeline.ts';

interface DemoProfile {
  bio: string;
  languages: readonly string[];
  topics: readonly (keyof typeof CATEGORIES)[];
  /** Minor units of the currency for each kind of content. */
  rates: Readonly<Record<string, number>>;
  currency: 'SEK' | 'EUR';
  work: readonly { title: string; url: string }[];
  channels: readonly { platform: string; identifier: string; url: string; followers: number; isProven: boolean }[];
  /** Whether stores find the creator, and see results in bands. */
  isListed: boolean;
  /** The name of the public page; null: none. */
  page: string | null;
}

const instagram = (identifier: string, followers: number, isProven = true) => ({
  platform: 'instagram',
  identifier,
  url: `https://www.instagram.com/${identifier}`,
  followers,
  isProven,
});
const youtube = (identifier: string, followers: number, isProven = true) => ({
  platform: 'youtube',
  identifier,
  url: `https://www.youtube.com/@${identifier}`,
  followers,
  isProven,
});

/** What some creators say about themselves. */
const PROFILES: Partial<Record<keyof typeof CREATORS, DemoProfile>> = {
  linnea: {
    bio: 'Jag springer i skogen norr om Stockholm, i alla väder. Jag visar skor och kläder som håller, och säger när de inte gör det.',
    languages: ['sv', 'en'],
    topics: ['sport', 'fashion'],
    rates: { post: 450_000, story: 120_000, short_video: 600_000 },
    currency: 'SEK',
    work: [{ title: 'Sju skor, en vinter', url: 'https://linneaspringer.blog.example/sju-skor' }],
    channels: [instagram('linneaspringer', 84_300), youtube('linneaspringer', 12_400)],
    isListed: true,
    page: 'linnea-springer',
  },
  hanna: {
    bio: 'Balkon, Garten und Laufrunden im Tegeler Forst. Ich zeige, was in der Stadt wächst.',
    languages: ['de', 'en'],
    topics: ['home', 'sport'],
    rates: { post: 38_000, story: 9_000 },
    currency: 'EUR',
    work: [{ title: 'Tomaten auf zwei Quadratmetern', url: 'https://hannasbalkon.blog.example/tomaten' }],
    channels: [instagram('hannasbalkon', 45_600), youtube('hannasbalkon', 8_100, false)],
    isListed: true,
    page: null,
  },
  sofia: {
    bio: 'Hem, hudvård och lugna söndagar i Malmö.',
    languages: ['sv'],
    topics: ['home', 'beauty'],
    rates: { post: 390_000 },
    currency: 'SEK',
    work: [],
    channels: [instagram('sofiashem', 67_900)],
    isListed: false,
    page: 'sofias-hem',
  },
};

const QUESTIONS = ['Vilken skostorlek har du?', 'Var springer du helst?'];
const ANSWERS = ['39', 'Im Tegeler Forst, am liebsten bei Regen.'];

/** Inserts profiles, channels and public pages of some creators, and the questions of a campaign with the answers of an applicant. */
export async function insertProfiles(
  client: pg.ClientBase,
  stage: { time: Timeline; people: People; categories: Stores['categories']; campaigns: Campaigns },
): Promise<void> {
  const { time, people, categories } = stage;
  const profiles = Object.entries(PROFILES).map(([name, profile]) => ({
    id: people.users[name as keyof typeof CREATORS],
    ...profile,
  }));
  await insertRows(
    client,
    'creator_profiles',
    profiles.map(({ id, bio, languages, rates, currency, work, isListed }) => ({
      user_id: id,
      bio,
      languages,
      rates: Object.entries(rates).map(([kind, minor]) => ({ kind, minor, currency })),
      portfolio: work,
      is_listed: isListed,
      is_listed_for_agencies: isListed,
      shows_results: isListed,
      updated_at: time.at(-20),
    })),
  );
  await insertRows(
    client,
    'creator_topics',
    profiles.flatMap(({ id, topics }) => topics.map((topic) => ({ user_id: id, category_id: categories[topic] }))),
  );
  await client.query(
    `INSERT INTO social_accounts (user_id, type, platform, identifier, url, stated_followers, is_valid, proven_by, proven_at, created_at, updated_at)
     SELECT c.user_id, 'social', c.platform, c.identifier, c.url, c.followers, c."isProven", CASE WHEN c."isProven" THEN 'page' END,
       CASE WHEN c."isProven" THEN $2::timestamptz END, $2, $2
     FROM jsonb_to_recordset($1) AS c (user_id bigint, platform text, identifier text, url text, followers bigint, "isProven" boolean)`,
    [
      JSON.stringify(profiles.flatMap(({ id, channels }) => channels.map((one) => ({ user_id: id, ...one })))),
      time.at(-20),
    ],
  );
  await insertRows(
    client,
    'creator_pages',
    profiles.flatMap(({ id, page }) =>
      page === null
        ? []
        : [{ user_id: id, name: page, is_public: true, shows_rates: false, published_at: time.at(-20) }],
    ),
  );
  await askApplicants(client, stage);
}

async function askApplicants(
  client: pg.ClientBase,
  { time, people, campaigns }: { time: Timeline; people: People; campaigns: Campaigns },
): Promise<void> {
  const asked = QUESTIONS.map((text, place) => [
    text,
    { campaign_id: campaigns.trail, place, text, is_required: false, created_at: time.at(-23) },
  ]);
  const ids = await insertNamed<string>(client, 'campaign_questions', Object.fromEntries(asked));
  await client.query(
    `INSERT INTO participant_answers (participant_id, question_id, user_id, text, answered_at)
     SELECT p.id, a.question, p.user_id, a.text, $4 FROM participants p, unnest($3::bigint[], $5::text[]) AS a (question, text)
     WHERE p.campaign_id = $1 AND p.user_id = $2`,
    [campaigns.trail, people.users.hanna, QUESTIONS.map((text) => ids[text]), time.at(-4), ANSWERS],
  );
}
