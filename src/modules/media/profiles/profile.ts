import { sql } from 'drizzle-orm';
import { isInPerson } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Forbidden, InvalidInput } from '../../../platform/errors/errors.ts';
import type { Language } from '../../../platform/locale.ts';
import { writeAudit } from '../../accounts/index.ts';
import { categoryName, unknownCategories } from '../../stores/index.ts';

/** What a creator can state a rate for, once each. */
export const RATE_KINDS = ['post', 'story', 'short_video', 'video', 'article'] as const;
type RateKind = (typeof RATE_KINDS)[number];

export const PROFILE_LIMITS = { bio: 2_000, languages: 10, topics: 10, portfolio: 12 } as const;

/** What the creator asks for a piece of content. */
interface ProfileRate {
  kind: RateKind;
  minor: number;
  currency: string;
}

interface Work {
  title: string;
  url: string;
}

/** A category of stores, as a topic of a creator. */
interface Topic {
  id: number;
  name: string;
  key: string;
}

/** What the creator, or the agency, can write. */
export interface ProfileText {
  bio: string;
  /** ISO 639-1. */
  languages: string[];
  rates: ProfileRate[];
  portfolio: Work[];
}

/** What the creator, or the agency, has consented to; whether agencies find the creator, only the creator. */
export interface ListingConsent {
  /** Whether stores find the creator. */
  isListed: boolean;
  /** Whether agencies find the creator. */
  isListedForAgencies: boolean;
  /** Whether those who find a listed creator see the results in bands. */
  showsResults: boolean;
}

/** What a creator says about themselves. Empty until something is written. */
export interface Profile extends ProfileText, ListingConsent {
  userId: number;
  name: string;
  /** ISO 3166-1 alpha-2; null: not known. */
  country: string | null;
  topics: Topic[];
  /** In the file storage; null: no picture. */
  pictureKey: string | null;
}

type ProfileRow = {
  user_id: number;
  name: string;
  country: string | null;
  bio: string;
  languages: string[];
  rates: ProfileRate[];
  portfolio: Work[];
  picture_key: string | null;
  is_listed: boolean;
  is_listed_for_agencies: boolean;
  shows_results: boolean;
  topics: Topic[];
};

/** Columns over `users u` and `LEFT JOIN creator_profiles x`; topics are named in the language (`categoryName`). */
const columnsIn = (
  language: Language | null,
) => sql`u.id AS user_id, u.public_name AS name, u.country, coalesce(x.bio, '') AS bio, coalesce(x.languages, '{}') AS languages,
  coalesce(x.rates, '[]') AS rates, coalesce(x.portfolio, '[]') AS portfolio, x.picture_key,
  coalesce(x.is_listed, false) AS is_listed, coalesce(x.is_listed_for_agencies, false) AS is_listed_for_agencies,
  coalesce(x.shows_results, false) AS shows_results,
  ARRAY (SELECT json_build_object('id', c.id, 'name', ${categoryName(language)}, 'key', c.key) FROM creator_topics t JOIN categories c ON c.id = t.category_id
    WHERE t.user_id = u.id ORDER BY ${categoryName(language)}, c.id) AS topics`;

/** Reads the profiles of these users, without those who are erased. The caller has decided who may see them. */
export async function readProfiles(
  db: Database,
  userIds: readonly number[],
  language: Language | null,
): Promise<ReadonlyMap<number, Profile>> {
  const { rows } = await db.execute<ProfileRow>(sql`
    SELECT ${columnsIn(language)} FROM users u LEFT JOIN creator_profiles x ON x.user_id = u.id
    WHERE u.id = ANY (${sql.param([...userIds])}::bigint[]) AND u.erased_at IS NULL`);
  return new Map(rows.map((row) => [row.user_id, profileOf(row)]));
}

const profileOf = ({ user_id, picture_key, ...row }: ProfileRow): Profile => ({
  userId: user_id,
  name: row.name,
  country: row.country,
  bio: row.bio,
  languages: row.languages,
  rates: row.rates,
  portfolio: row.portfolio,
  topics: row.topics,
  pictureKey: picture_key,
  isListed: row.is_listed,
  isListedForAgencies: row.is_listed_for_agencies,
  showsResults: row.shows_results,
});

/** Reads the profile of a user, who must exist. An erased person has an empty one. */
export async function readProfile(
  { db }: Pick<Context, 'db'>,
  userId: number,
  language: Language | null = null,
): Promise<Profile> {
  const { rows } = await db.execute<ProfileRow>(
    sql`SELECT ${columnsIn(language)} FROM users u LEFT JOIN creator_profiles x ON x.user_id = u.id WHERE u.id = ${userId}`,
  );
  return profileOf(rows[0]!);
}

/** Locks the profile of a user for a change, in the caller's transaction, and reads it. */
export async function lockProfile({ db }: Pick<Context, 'db'>, userId: number): Promise<Profile> {
  await db.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
  return readProfile({ db }, userId);
}

/**
 * Changes the given parts of a profile; omitted ones are unchanged.
 * @throws Forbidden when somebody else changes whether agencies find the creator; InvalidInput naming topics that do not exist, and rates of an unknown currency or a second one for a kind of content
 */
export async function changeProfile(
  ctx: Context,
  userId: number,
  {
    topicIds,
    isListed,
    isListedForAgencies,
    showsResults,
    ...text
  }: Partial<ProfileText & ListingConsent> & { topicIds?: readonly number[] },
): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const allFaults = { ...faultsOf(text.rates ?? []), ...(await unknownCategories(tx, topicIds ?? [], 'topics')) };
    if (Object.keys(allFaults).length > 0) throw new InvalidInput(allFaults);
    const before = await lockProfile({ db: tx }, userId);
    const choosesAgencies = isListedForAgencies !== undefined && isListedForAgencies !== before.isListedForAgencies;
    // The creator's agency must neither offer the creator to others nor hide them from others.
    if (choosesAgencies && !(ctx.actor.userId === userId && isInPerson(ctx.actor))) throw new Forbidden();
    const { bio, languages, rates, portfolio } = { ...before, ...text };
    const consent = {
      is_listed: isListed ?? before.isListed,
      is_listed_for_agencies: isListedForAgencies ?? before.isListedForAgencies,
      shows_results: showsResults ?? before.showsResults,
    };
    const at = ctx.now().toISOString();
    await tx.execute(sql`
      INSERT INTO creator_profiles (user_id, bio, languages, rates, portfolio, is_listed, is_listed_for_agencies, shows_results, updated_at)
      VALUES (${userId}, ${bio}, ${sql.param([...new Set(languages)])}::text[], ${JSON.stringify(rates)}::jsonb, ${JSON.stringify(portfolio)}::jsonb,
        ${consent.is_listed}, ${consent.is_listed_for_agencies}, ${consent.shows_results}, ${at})
      ON CONFLICT (user_id) DO UPDATE SET bio = excluded.bio, languages = excluded.languages, rates = excluded.rates,
        portfolio = excluded.portfolio, is_listed = excluded.is_listed,
        is_listed_for_agencies = excluded.is_listed_for_agencies, shows_results = excluded.shows_results, updated_at = excluded.updated_at`);
    if (topicIds !== undefined) await replaceTopics(tx, userId, topicIds);
    const fields = Object.keys({ ...text, ...(topicIds && { topics: topicIds }) });
    const isConsent = isListed !== undefined || isListedForAgencies !== undefined || showsResults !== undefined;
    // What the creator wrote is not copied into the audit log, because it must end with the profile. A consent is, because it may have to be shown later.
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'user.updated',
      subjectKind: 'user',
      subjectId: userId,
      details: { fields, ...(isConsent && consent) },
    });
  });
}

/** Kinds of content with a second rate, and currencies that do not exist, by their position: `rates.1.kind`. */
function faultsOf(rates: readonly ProfileRate[]): Record<string, string[]> {
  const faults: Record<string, string[]> = {};
  const kinds = rates.map(({ kind }) => kind);
  for (const [index, { kind, currency }] of rates.entries()) {
    if (kinds.indexOf(kind) !== index) faults[`rates.${index}.kind`] = ['must not hold an entry twice'];
    if (!isCurrency(currency)) faults[`rates.${index}.amount.currency`] = ['must be a currency code such as EUR'];
  }
  return faults;
}

async function replaceTopics(tx: Database, userId: number, ids: readonly number[]): Promise<void> {
  const wanted = sql`${sql.param([...ids])}::bigint[]`;
  await tx.execute(sql`DELETE FROM creator_topics WHERE user_id = ${userId} AND category_id <> ALL (${wanted})`);
  await tx.execute(sql`
    INSERT INTO creator_topics (user_id, category_id) SELECT ${userId}, id FROM categories WHERE id = ANY (${wanted}) ORDER BY id
    ON CONFLICT DO NOTHING`);
}
