import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { type Language, languageOf } from '../../../platform/locale.ts';
import { type MailKind, NOTIFICATION_KINDS, type NotificationKind } from './kinds.ts';
import { readLanguage } from './list-notifications.ts';

/** The notification settings of a person. */
export interface NotificationSettings {
  /** Whether notifications of a kind are mailed at once. */
  mail: Record<NotificationKind, boolean>;
  weeklyDigest: boolean;
  language: Language;
}

/** The locale that is stored for a chosen language. */
const LOCALE_OF: Record<Language, string> = { en: 'en_GB', sv: 'sv_SE', de: 'de_DE' };

export async function readNotificationSettings(ctx: Pick<Context, 'db' | 'actor'>): Promise<NotificationSettings> {
  const { rows } = await ctx.db.execute<{ unmailed: string[]; weekly_digest: boolean }>(
    sql`SELECT unmailed, weekly_digest FROM notification_settings WHERE user_id = ${ctx.actor.userId}`,
  );
  const { unmailed, weekly_digest: weeklyDigest } = rows[0] ?? { unmailed: [], weekly_digest: true };
  const mail = Object.fromEntries(NOTIFICATION_KINDS.map((kind) => [kind, !unmailed.includes(kind)]));
  return { mail: mail as Record<NotificationKind, boolean>, weeklyDigest, language: await readLanguage(ctx) };
}

/** Reads the actor's settings and locks them, in the caller's transaction. */
export async function lockNotificationSettings(ctx: Pick<Context, 'db' | 'actor'>): Promise<NotificationSettings> {
  const { userId } = ctx.actor;
  // The language is the user's. Without settings, the row of the user keeps others from adding them at the same time.
  await ctx.db.execute(sql`SELECT FROM users WHERE id = ${userId} FOR NO KEY UPDATE`);
  await ctx.db.execute(sql`SELECT FROM notification_settings WHERE user_id = ${userId} FOR NO KEY UPDATE`);
  return readNotificationSettings(ctx);
}

/**
 * Changes the actor's settings. Omitted settings remain. The language applies to all texts for the person.
 * @throws InvalidInput `mail.security` when mails about security are to be turned off
 */
export async function writeNotificationSettings(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  change: {
    mail?: Partial<Record<NotificationKind, boolean | undefined>> | undefined;
    weeklyDigest?: boolean | undefined;
    language?: Language | undefined;
  },
): Promise<NotificationSettings> {
  const { mail = {}, weeklyDigest, language } = change;
  if (mail.security === false)
    throw new InvalidInput({
      'mail.security': ['must be true: mails about the security of an account are always sent'],
    });
  const chosen = (wanted: boolean) => NOTIFICATION_KINDS.filter((kind) => kind !== 'security' && mail[kind] === wanted);
  await ctx.db.transaction(async (tx) => {
    await changeChoices(tx, {
      userId: ctx.actor.userId,
      at: ctx.now(),
      on: chosen(true),
      off: chosen(false),
      ...(weeklyDigest === undefined ? {} : { weeklyDigest }),
    });
    if (language !== undefined) await changeLanguage(tx, ctx.actor.userId, language);
  });
  return readNotificationSettings(ctx);
}

/** Turns mails of a kind, or the digest, off. */
export function turnOff(
  db: Database,
  { userId, kind, at }: { userId: number; kind: MailKind; at: Date },
): Promise<void> {
  if (kind === 'digest') return changeChoices(db, { userId, at, on: [], off: [], weeklyDigest: false });
  return changeChoices(db, { userId, at, on: [], off: [kind] });
}

async function changeChoices(
  db: Database,
  {
    userId,
    at,
    on,
    off,
    weeklyDigest,
  }: {
    userId: number;
    at: Date;
    on: readonly NotificationKind[];
    off: readonly NotificationKind[];
    weeklyDigest?: boolean;
  },
): Promise<void> {
  const turnedOff = sql`${sql.param([...off])}::text[]`;
  await db.execute(sql`
    INSERT INTO notification_settings AS s (user_id, unmailed, weekly_digest, updated_at)
    VALUES (${userId}, ${turnedOff}, ${weeklyDigest ?? true}, ${at.toISOString()})
    ON CONFLICT (user_id) DO UPDATE SET updated_at = excluded.updated_at,
      unmailed = ARRAY (SELECT kind FROM unnest(s.unmailed || ${turnedOff}) AS kind WHERE kind <> ALL (${sql.param([...on])}::text[])
        GROUP BY kind ORDER BY kind),
      weekly_digest = coalesce(${weeklyDigest ?? null}::boolean, s.weekly_digest)`);
}

async function changeLanguage(tx: Database, userId: number, language: Language): Promise<void> {
  const { rows } = await tx.execute<{ locale: string | null }>(
    sql`SELECT preferred_locale AS locale FROM users WHERE id = ${userId} FOR NO KEY UPDATE`,
  );
  // A locale of the same language is more specific: en_US is kept.
  if (rows[0]!.locale !== null && languageOf(rows[0]!.locale) === language) return;
  await tx.execute(
    sql`UPDATE users SET preferred_locale = ${LOCALE_OF[language]}, updated_at = now() WHERE id = ${userId}`,
  );
}
