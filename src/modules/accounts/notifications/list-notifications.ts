import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { type Language, languageOf } from '../../../platform/locale.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { LOCALE_OF_USER } from '../language.ts';
import { readMarketName } from '../messages/market-name.ts';
import type { NotificationMessage, NotificationValues } from '../messages/message.ts';
import { wordsOf } from '../messages/render.ts';
import type { NotificationKind } from './kinds.ts';

/** A notification in its reader's language. */
export interface Notification {
  id: number;
  kind: NotificationKind;
  title: string;
  text: string;
  path: string;
  createdAt: Date;
  readAt: Date | null;
}

type NotificationRow = {
  id: number;
  kind: NotificationKind;
  message: NotificationMessage;
  data: NotificationValues[NotificationMessage];
  path: string;
  created_at: string;
  read_at: string | null;
};

const COLUMNS = sql`n.id, n.kind, n.message, n.data, n.path, n.created_at, n.read_at`;

/**
 * Lists the actor's notifications, the newest first.
 * @param language that of the texts; null: the person's
 */
export async function listNotifications(
  ctx: Pick<Context, 'db' | 'actor'>,
  {
    isRead,
    kind,
    language,
  }: { isRead?: boolean | undefined; kind?: NotificationKind | undefined; language: Language | null },
  page: PageRequest,
): Promise<Page<Notification>> {
  const conditions: SQL[] = [sql`n.user_id = ${ctx.actor.userId}`];
  if (isRead !== undefined) conditions.push(isRead ? sql`n.read_at IS NOT NULL` : sql`n.read_at IS NULL`);
  if (kind !== undefined) conditions.push(sql`n.kind = ${kind}`);
  const { items, total } = await readPage<NotificationRow>(
    ctx.db,
    { columns: COLUMNS, from: sql`notifications n WHERE ${sql.join(conditions, sql` AND `)}`, order: sql`n.id DESC` },
    page,
  );
  const reader = await readReader(ctx, language);
  return { items: items.map((row) => ofRow(row, reader)), total };
}

/**
 * Marks a notification of the actor as read, or as unread.
 * @param language as of `listNotifications`
 * @throws NotFound, also for a notification of another user
 */
export async function markNotification(
  ctx: Pick<Context, 'db' | 'actor' | 'now'>,
  { id, isRead, language }: { id: number; isRead: boolean; language: Language | null },
): Promise<Notification> {
  const at = ctx.now().toISOString();
  const { rows } = await ctx.db.execute<NotificationRow>(sql`
    UPDATE notifications n SET read_at = CASE WHEN ${isRead} THEN coalesce(n.read_at, ${at}) END
    WHERE n.id = ${id} AND n.user_id = ${ctx.actor.userId} RETURNING ${COLUMNS}`);
  if (rows[0] === undefined) throw new NotFound('notification');
  return ofRow(rows[0], await readReader(ctx, language));
}

/**
 * Marks the actor's notifications as read.
 * @param upTo the newest one that the person has seen; without it, all
 */
export async function markAllRead(
  { db, actor, now }: Pick<Context, 'db' | 'actor' | 'now'>,
  { upTo = null }: { upTo?: number | null | undefined },
): Promise<void> {
  await db.execute(sql`
    UPDATE notifications SET read_at = ${now().toISOString()}
    WHERE user_id = ${actor.userId} AND read_at IS NULL AND (${upTo}::bigint IS NULL OR id <= ${upTo})`);
}

/** Reads the actor's language: the person's own setting, otherwise that of the market. */
export async function readLanguage({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<Language> {
  const { rows } = await db.execute<{ locale: string | null }>(sql`
    SELECT ${LOCALE_OF_USER} AS locale FROM users u WHERE u.id = ${actor.userId}`);
  return languageOf(rows[0]?.locale);
}

/** The language of the actor's texts, and the name of the marketplace. */
interface Reader {
  language: Language;
  market: string;
}

async function readReader(ctx: Pick<Context, 'db' | 'actor'>, language: Language | null): Promise<Reader> {
  return { language: language ?? (await readLanguage(ctx)), market: await readMarketName(ctx.db) };
}

function ofRow(row: NotificationRow, { language, market }: Reader): Notification {
  const { subject, title = subject, lines } = wordsOf(language, row.message, row.data, market);
  const end = lines.indexOf('');
  return {
    id: row.id,
    kind: row.kind,
    title,
    text: lines.slice(0, end === -1 ? lines.length : end).join(' '),
    path: row.path,
    createdAt: new Date(row.created_at),
    readAt: row.read_at === null ? null : new Date(row.read_at),
  };
}
