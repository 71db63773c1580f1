import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { note } from '../provisioning/notes.ts';
import { hasSecondFactor } from '../second-factor/check-second-factor.ts';

export const SIGN_UP_MODES = ['open', 'invitation', 'closed'] as const;

/** The marketplace's settings of sign-up, approval, second factors and terms. */
export type AccountSettings = {
  sign_up: (typeof SIGN_UP_MODES)[number];
  approve_creators: boolean;
  second_factor_for_administrators: boolean;
  second_factor_for_stores: boolean;
  /** The versions that users must accept; null: none. */
  terms_version: string | null;
  terms_url: string | null;
  privacy_version: string | null;
  privacy_url: string | null;
};

const COLUMNS = sql`sign_up, approve_creators, second_factor_for_administrators, second_factor_for_stores,
  terms_version, terms_url, privacy_version, privacy_url`;

export async function readAccountSettings({ db }: Pick<Context, 'db'>): Promise<AccountSettings> {
  const { rows } = await db.execute<AccountSettings>(sql`SELECT ${COLUMNS} FROM account_settings`);
  return rows[0]!;
}

/** Locks the settings for a change, in the caller's transaction, and reads them. */
export async function lockAccountSettings({ db }: Pick<Context, 'db'>): Promise<AccountSettings> {
  const { rows } = await db.execute<AccountSettings>(sql`SELECT ${COLUMNS} FROM account_settings FOR UPDATE`);
  return rows[0]!;
}

/**
 * Changes the given settings. Omitted settings are unchanged.
 * @throws RuleRefused `no_second_factor` if an administrator without a second factor would require one and lose access
 */
export async function changeAccountSettings(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  changes: Partial<AccountSettings>,
): Promise<AccountSettings> {
  const { db, now } = ctx;
  // Null removes a value. An omitted field keeps it.
  const keptOr = (name: 'terms_version' | 'terms_url' | 'privacy_version' | 'privacy_url') =>
    changes[name] === undefined ? sql.identifier(name) : sql`${changes[name]}`;
  return db.transaction(async (tx) => {
    if (changes.second_factor_for_administrators === true) await mustHaveOne(tx, ctx.actor.userId);
    const { rows } = await tx.execute<AccountSettings>(sql`
      UPDATE account_settings SET
        sign_up = coalesce(${changes.sign_up ?? null}, sign_up),
        approve_creators = coalesce(${changes.approve_creators ?? null}, approve_creators),
        second_factor_for_administrators = coalesce(${changes.second_factor_for_administrators ?? null}, second_factor_for_administrators),
        second_factor_for_stores = coalesce(${changes.second_factor_for_stores ?? null}, second_factor_for_stores),
        terms_version = ${keptOr('terms_version')}, terms_url = ${keptOr('terms_url')},
        privacy_version = ${keptOr('privacy_version')}, privacy_url = ${keptOr('privacy_url')},
        updated_at = ${now().toISOString()}::timestamptz
      RETURNING ${COLUMNS}`);
    await note({ ...ctx, db: tx }, 'account settings', 'updated', 1, { to: { ...changes } });
    return rows[0]!;
  });
}

/** Repeating the current setting requires no second factor, so that a program can send all settings back. */
async function mustHaveOne(db: Context['db'], userId: number): Promise<void> {
  if ((await readAccountSettings({ db })).second_factor_for_administrators) return;
  if (!(await hasSecondFactor({ db }, userId)))
    throw new RuleRefused('no_second_factor', 'Add a second factor to your own account first.');
}
