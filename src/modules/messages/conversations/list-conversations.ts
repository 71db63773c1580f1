import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Person } from '../../accounts/index.ts';

/** The most characters of the last message that a list shows. */
const MAX_SHOWN = 200;

/** Whose conversations are listed. */
export type Inbox = { storeId: number } | { userId: number } | { agencyId: number };

/** A conversation about a participation. */
export interface Conversation {
  participantId: number;
  status: string;
  campaign: { id: number; title: string };
  store: { id: number; name: string };
  /** Null: the participant has no account yet. */
  creator: Person | null;
  /** How many messages the side has not read: for an agency, those that its creator has not. */
  unread: number;
  last: {
    id: number;
    /** The public name of the creator, otherwise the full name. */
    author: string;
    isOwn: boolean;
    /** Its beginning; empty when it was deleted. */
    text: string;
    isDeleted: boolean;
    createdAt: Date;
  };
}

interface ConversationRow extends Record<string, unknown> {
  participant_id: number;
  status: string;
  campaign_id: number;
  campaign: string;
  store_id: number;
  store: string;
  creator: Person | null;
  unread: number;
  last_comment_id: number;
  author: string;
  is_own: boolean;
  text: string;
  is_deleted: boolean;
  created_at: string;
}

export interface InboxFilter {
  unread?: boolean | undefined;
  campaignId?: number | undefined;
  /** The last message of the last conversation of the page before. */
  after?: number | undefined;
  size: number;
}

/** Lists the conversations of a store, a creator or an agency's creators, those with the newest messages first. */
export async function listConversations(
  { db, actor }: Pick<Context, 'db' | 'actor'>,
  inbox: Inbox,
  { size, ...filter }: InboxFilter,
): Promise<{ items: Conversation[]; next: number | null }> {
  const { rows } = await db.execute<ConversationRow>(sql`
    SELECT c.participant_id, p.status, o.id AS campaign_id, o.shown_title AS campaign, s.id AS store_id, s.name AS store,
      CASE WHEN u.id IS NOT NULL THEN jsonb_build_object('id', u.id, 'username', u.username, 'public_name', u.public_name) END AS creator,
      c.unread, c.last_comment_id, CASE WHEN w.id = u.id THEN w.public_name ELSE w.full_name END AS author, w.id = ${actor.userId} AS is_own,
      left(m.text, ${MAX_SHOWN}) AS text, m.deleted_at IS NOT NULL AS is_deleted, m.created_at
    FROM (${newestOf(inbox, filter, size + 1)}) c JOIN participants p ON p.id = c.participant_id JOIN campaigns o ON o.id = c.campaign_id
    JOIN stores s ON s.id = c.store_id JOIN comments m ON m.id = c.last_comment_id JOIN users w ON w.id = m.author_id LEFT JOIN users u ON u.id = p.user_id
    ORDER BY c.last_comment_id DESC`);
  const items = rows.slice(0, size).map(conversation);
  return { items, next: rows.length > size ? items.at(-1)!.last.id : null };
}

/** The newest conversations, read from the index of the store, of the creator, or of each creator of the agency. */
function newestOf(inbox: Inbox, { unread, campaignId, after }: Omit<InboxFilter, 'size'>, atMost: number): SQL {
  const count = 'storeId' in inbox ? sql`store_unread` : sql`creator_unread`;
  const conditions = [
    ...(unread === undefined ? [] : [unread ? sql`c.${count} > 0` : sql`c.${count} = 0`]),
    ...(campaignId === undefined ? [] : [sql`c.campaign_id = ${campaignId}`]),
    ...(after === undefined ? [] : [sql`c.last_comment_id < ${after}`]),
  ];
  const newest = (whose: SQL) => sql`
    SELECT c.participant_id, c.campaign_id, c.store_id, c.last_comment_id, c.${count} AS unread FROM conversations c
    WHERE ${sql.join([whose, ...conditions], sql` AND `)} ORDER BY c.last_comment_id DESC LIMIT ${atMost}`;
  if ('storeId' in inbox) return newest(sql`c.store_id = ${inbox.storeId}`);
  if ('userId' in inbox) return newest(sql`c.user_id = ${inbox.userId}`);
  return sql`SELECT x.* FROM users v CROSS JOIN LATERAL (${newest(sql`c.user_id = v.id`)}) x WHERE v.agency_id = ${inbox.agencyId}
    ORDER BY x.last_comment_id DESC LIMIT ${atMost}`;
}

const conversation = (row: ConversationRow): Conversation => ({
  participantId: row.participant_id,
  status: row.status,
  campaign: { id: row.campaign_id, title: row.campaign },
  store: { id: row.store_id, name: row.store },
  creator: row.creator,
  unread: row.unread,
  last: {
    id: row.last_comment_id,
    author: row.author,
    isOwn: row.is_own,
    text: row.text,
    isDeleted: row.is_deleted,
    createdAt: new Date(row.created_at),
  },
});
