import { sql } from 'drizzle-orm';
import { Type } from 'typebox';
import type { Database } from '../../../platform/database/database.ts';
import { dateTime, locale, text, whole } from '../../../platform/http/fields.ts';
import { socialIdentifierOf } from '../../accounts/index.ts';
import type { ImportKind } from './run-import.ts';
import { type OwnerFields, ownerFault, ownerFields, usersOfRows } from './users-of-rows.ts';

interface InfluencerFields extends OwnerFields {
  is_business?: boolean;
  work_status?: string;
  locale?: string;
  avg_stories?: number;
  performance?: number;
  branding?: number;
  data_downloaded_at?: string;
  social_account?: string;
  followers?: number;
  blog?: string;
}

const figure = (max: number) => Type.Number({ minimum: 0, maximum: max });

const schema = Type.Partial(
  Type.Object({
    ...ownerFields,
    is_business: Type.Boolean(),
    work_status: text({ min: 1, max: 64 }),
    locale: locale(),
    avg_stories: figure(9_999_999_999),
    performance: figure(99_999_999),
    branding: figure(99_999_999),
    data_downloaded_at: dateTime(),
    social_account: text({ min: 1, max: 255 }),
    followers: whole({ min: 0, max: 10_000_000_000 }),
    blog: text({ min: 1, max: 255 }),
  }),
);

/**
 * Imports influencer data: makes users influencers or updates the given fields. Several rows may describe one user
 * with different social accounts; for other fields the last row wins.
 */
export const INFLUENCERS: ImportKind<InfluencerFields> = {
  schema,
  check: (fields) => ({
    ...ownerFault(fields),
    ...(fields.followers !== undefined && fields.social_account === undefined
      ? { followers: 'goes with social_account' }
      : {}),
  }),
  async write(db, rows) {
    const { owned, refused } = await usersOfRows(db, rows);
    const byUser = new Map<number, InfluencerFields>();
    for (const { userId, fields } of owned) byUser.set(userId, { ...byUser.get(userId), ...fields });
    const changed = new Set([
      ...(await writeFacts(db, [...byUser])),
      ...(await writeAccounts(
        db,
        owned.flatMap(({ userId, fields }) => accountsOf(userId, fields)),
      )),
    ]);
    return { written: changed.size, refused };
  },
};

/** Absent fields keep their value, or get the default for a new influencer. */
async function writeFacts(db: Database, users: readonly [id: number, facts: InfluencerFields][]): Promise<number[]> {
  const given = users.map(([user_id, facts]) => ({ ...facts, user_id }));
  const { rows } = await db.execute<{ user_id: number }>(sql`
    INSERT INTO influencers AS known
      (user_id, is_business, work_status, locale, average_stories, performance, branding, data_downloaded_at)
    SELECT g.user_id, coalesce(g.is_business, i.is_business, false), coalesce(g.work_status, i.work_status, ''),
      coalesce(g.locale, i.locale, ''), coalesce(g.avg_stories, i.average_stories), coalesce(g.performance, i.performance),
      coalesce(g.branding, i.branding), coalesce(g.data_downloaded_at, i.data_downloaded_at)
    FROM json_to_recordset(${JSON.stringify(given)}::json) AS g (user_id bigint, is_business boolean, work_status text, locale text,
      avg_stories numeric(12, 2), performance numeric(12, 4), branding numeric(12, 4), data_downloaded_at timestamptz)
    LEFT JOIN influencers i ON i.user_id = g.user_id ORDER BY g.user_id
    ON CONFLICT (user_id) DO UPDATE SET is_business = excluded.is_business, work_status = excluded.work_status,
      locale = CASE WHEN excluded.locale = '' THEN known.locale ELSE excluded.locale END, average_stories = excluded.average_stories,
      performance = excluded.performance, branding = excluded.branding, data_downloaded_at = excluded.data_downloaded_at, updated_at = now()
    WHERE (known.is_business, known.work_status, known.average_stories, known.performance, known.branding, known.data_downloaded_at)
      IS DISTINCT FROM (excluded.is_business, excluded.work_status, excluded.average_stories, excluded.performance, excluded.branding,
        excluded.data_downloaded_at) OR excluded.locale NOT IN ('', known.locale)
    RETURNING known.user_id`);
  return rows.map(({ user_id }) => user_id);
}

interface Account {
  user_id: number;
  type: 'social' | 'blog';
  identifier: string;
  followers: number | null;
}

function accountsOf(userId: number, { social_account, followers, blog }: InfluencerFields): Account[] {
  const accounts: Account[] = [];
  if (social_account !== undefined)
    accounts.push({
      user_id: userId,
      type: 'social',
      identifier: socialIdentifierOf(social_account),
      followers: followers ?? null,
    });
  if (blog !== undefined)
    accounts.push({ user_id: userId, type: 'blog', identifier: socialIdentifierOf(blog), followers: null });
  return accounts;
}

/**
 * For an account in several rows, the last row applies. An import does not say at which platform an account is, so channels that creators have added stay as
 * they are.
 */
async function writeAccounts(db: Database, accounts: readonly Account[]): Promise<number[]> {
  const { rows } = await db.execute<{ user_id: number }>(sql`
    WITH given AS (
      SELECT DISTINCT ON (g.user_id, g.type, lower(g.identifier)) g.user_id, g.type, g.identifier, g.followers
      FROM ROWS FROM (json_to_recordset(${JSON.stringify(accounts)}::json) AS (user_id bigint, type text, identifier text, followers bigint))
        WITH ORDINALITY AS g (user_id, type, identifier, followers, place)
      ORDER BY g.user_id, g.type, lower(g.identifier), g.place DESC
    ), changed AS (
      UPDATE social_accounts a SET followers = g.followers, updated_at = now() FROM given g
      WHERE a.user_id = g.user_id AND a.type = g.type AND a.platform IS NULL AND lower(a.identifier) = lower(g.identifier) AND g.followers <> a.followers
      RETURNING a.user_id
    ), added AS (
      INSERT INTO social_accounts (user_id, type, identifier, is_valid, followers)
      SELECT g.user_id, g.type, g.identifier, true, coalesce(g.followers, 0) FROM given g
      ORDER BY g.user_id, g.type, g.identifier ON CONFLICT DO NOTHING RETURNING user_id
    )
    SELECT user_id FROM changed UNION SELECT user_id FROM added`);
  return rows.map(({ user_id }) => user_id);
}
