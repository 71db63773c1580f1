import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { Speaker } from './write-comments.ts';

/** An event of a thread. */
export interface Activity {
  id: number;
  type: 'COMMENT' | 'DELETED_COMMENT' | 'STATUS_CHANGE';
  /** Null for an action of the system. */
  actor: { id: number; displayName: string } | null;
  comment: { id: number; text: string } | null;
  change: { from: string; to: string } | null;
  createdAt: Date;
  /** When a comment was last edited. */
  editedAt: Date | null;
  /** Whether another user caused it after the caller last read the log. */
  isUnread: boolean;
}

interface ActivityRow extends Record<string, unknown> {
  id: number;
  type: Activity['type'];
  actor_id: number | null;
  actor_name: string | null;
  comment_id: number | null;
  comment_text: string | null;
  old_status: string | null;
  new_status: string | null;
  created_at: string;
  updated_at: string | null;
  unread: boolean;
}

/**
 * Lists the events of an appeal in order. @param creatorId is named by username, all others by full name
 */
export async function listAppealActivities(
  { db }: Pick<Context, 'db'>,
  { appealId, creatorId }: { appealId: number; creatorId: number },
  page: PageRequest,
): Promise<Page<Activity>> {
  const { rows } = await db.execute<ActivityRow>(sql`
    SELECT a.id, a.type, a.actor_id, a.old_status, a.new_status, a.created_at, a.updated_at, c.id AS comment_id, c.text AS comment_text,
      ${actorName(sql`${creatorId}`, sql`u.public_name`)} AS actor_name, false AS unread
    FROM activities a LEFT JOIN users u ON u.id = a.actor_id LEFT JOIN comments c ON c.id = a.comment_id AND a.type = 'COMMENT'
    WHERE a.appeal_id = ${appealId} ORDER BY a.id LIMIT ${page.size} OFFSET ${page.offset}`);
  const counted = await db.execute<{ total: number }>(
    sql`SELECT count(*) AS total FROM activities WHERE appeal_id = ${appealId}`,
  );
  return { items: rows.map(activity), total: counted.rows[0]!.total };
}

/** Creators have the given name; all others their full name. */
const actorName = (creatorId: SQL, nameOfCreator: SQL): SQL => sql`CASE WHEN u.id = ${creatorId} THEN ${nameOfCreator}
        ELSE coalesce(nullif(concat_ws(' ', u.first_name, u.surname), ''), u.display_name, u.username) END`;

/**
 * Lists the events of a participation in order, and records how far the caller has read. As the interface defines, creators are
 * named by username.
 * @param reader the caller's side, for which a message that the newest page contains is read
 */
export async function listActivities(
  ctx: Context,
  participantId: number,
  page: PageRequest,
  reader: Speaker,
): Promise<Page<Activity>> {
  const { userId } = ctx.actor;
  const { rows } = await ctx.db.execute<ActivityRow>(sql`
    SELECT a.id, a.type, a.actor_id, a.old_status, a.new_status, a.created_at, a.updated_at, c.id AS comment_id, c.text AS comment_text,
      ${actorName(sql`p.user_id`, sql`u.username`)} AS actor_name,
      a.id > coalesce(r.read_activity_id, 0) AND a.actor_id IS DISTINCT FROM ${userId} AS unread
    FROM activities a JOIN participants p ON p.id = a.participant_id
    LEFT JOIN users u ON u.id = a.actor_id
    LEFT JOIN comments c ON c.id = a.comment_id AND a.type = 'COMMENT'
    LEFT JOIN activity_reads r ON r.participant_id = a.participant_id AND r.user_id = ${userId}
    WHERE a.participant_id = ${participantId} ORDER BY a.id LIMIT ${page.size} OFFSET ${page.offset}`);
  const counted = await ctx.db.execute<{ total: number }>(
    sql`SELECT count(*) AS total FROM activities WHERE participant_id = ${participantId}`,
  );
  const last = rows.at(-1);
  if (last !== undefined && rows.some(({ unread }) => unread)) await rememberRead(ctx, participantId, last.id);
  if (last !== undefined) await clearUnread(ctx, { participantId, activityId: last.id, reader });
  return { items: rows.map(activity), total: counted.rows[0]!.total };
}

async function rememberRead({ db, actor }: Context, participantId: number, activityId: number): Promise<void> {
  await db.execute(sql`
    INSERT INTO activity_reads AS r (participant_id, user_id, read_activity_id) VALUES (${participantId}, ${actor.userId}, ${activityId})
    ON CONFLICT (participant_id, user_id) DO UPDATE SET read_activity_id = greatest(r.read_activity_id, excluded.read_activity_id)`);
}

/** Empties the side's count of unread messages, unless a message was written after the entry. */
async function clearUnread(
  { db }: Context,
  { participantId, activityId, reader }: { participantId: number; activityId: number; reader: Speaker },
): Promise<void> {
  if (reader !== 'store' && reader !== 'creator') return;
  const unread = reader === 'store' ? sql`store_unread` : sql`creator_unread`;
  // The comparison with a column of the row holds for what a concurrent writer has committed.
  await db.execute(sql`
    UPDATE conversations SET ${unread} = 0 WHERE participant_id = ${participantId} AND ${unread} > 0
      AND last_comment_id <= (SELECT max(a.comment_id) FROM activities a WHERE a.participant_id = ${participantId} AND a.id <= ${activityId})`);
}

function activity(row: ActivityRow): Activity {
  return {
    id: row.id,
    type: row.type,
    actor: row.actor_id === null ? null : { id: row.actor_id, displayName: row.actor_name ?? '' },
    comment: row.comment_id === null ? null : { id: row.comment_id, text: row.comment_text ?? '' },
    change: row.old_status === null || row.new_status === null ? null : { from: row.old_status, to: row.new_status },
    createdAt: new Date(row.created_at),
    editedAt: row.type !== 'COMMENT' || row.updated_at === null ? null : new Date(row.updated_at),
    isUnread: row.unread,
  };
}
