import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { groupBy } from '../../../platform/group-by.ts';
import { type News, notify } from '../../accounts/index.ts';
import { writeMessages } from '../../campaigns/index.ts';
import { takeAnyFromEmailQuota } from '../../stores/index.ts';
import { fillIn, type TextField } from '../fields.ts';
import type { LeftOut, Recipient } from './audience.ts';

/** The most messages to many that a store sends on a day (UTC). */
export const MAX_MESSAGES_A_DAY = 20_000;

/** A message to many, with its fields. */
export interface Message {
  storeId: number;
  /** The person in whose name it is written. */
  authorId: number;
  subject: string;
  text: string;
}

/** What has become of a recipient: the comment, or the reason for leaving the recipient out. */
export type Outcome = { participantId: number } & (
  | { commentId: number; leftOut: null }
  | { commentId: null; leftOut: LeftOut }
);

/** The text of the comment that a recipient receives. @param publicUrl base of our own addresses */
export function textFor(
  { subject, text }: Pick<Message, 'subject' | 'text'>,
  { recipient, store, publicUrl }: { recipient: Recipient; store: string; publicUrl: string },
): string {
  const values: Record<TextField, string> = {
    name: recipient.name,
    campaign: recipient.campaign,
    store,
    link: `${publicUrl}/console/creator/campaigns/${recipient.campaignId}`,
  };
  return `${fillIn(subject, values)}\n\n${fillIn(text, values)}`;
}

/**
 * Writes a message to the conversations of recipients who are locked, in one statement, as far as the store's limit of a day reaches; notifies the creators
 * within the store's quota of mails, and each agency once of all its creators. Call it last in the transaction, because it holds the locks of both limits.
 * @returns what has become of each recipient
 */
export async function deliver(
  tx: Database,
  { now, publicUrl }: Pick<Context, 'now' | 'publicUrl'>,
  { message, store, recipients }: { message: Message; store: string; recipients: readonly Recipient[] },
): Promise<Outcome[]> {
  const at = now();
  const { storeId, authorId } = message;
  const reachable = recipients.filter(({ leftOut }) => leftOut === null);
  const granted = await takeFromDay(tx, { storeId, wanted: reachable.length, at });
  const reached = reachable.slice(0, granted);
  const given = reached.map((recipient) => ({
    participant_id: recipient.participantId,
    text: textFor(message, { recipient, store, publicUrl }),
  }));
  const query = sql`SELECT g.participant_id, g.text FROM jsonb_to_recordset(${JSON.stringify(given)}::jsonb) AS g (participant_id bigint, text text)`;
  const written =
    given.length === 0
      ? []
      : (await tx.execute<WrittenRow>(writeMessages(query, { authorId, actorId: authorId, at, speaker: 'store' })))
          .rows;
  const comments = new Map(written.map(({ id, participant_id: participantId }) => [participantId, id]));
  await notifyAll(tx, { at, storeId, store, reached, comments });
  return recipients.map(({ participantId, leftOut }): Outcome => {
    const commentId = comments.get(participantId);
    if (commentId !== undefined) return { participantId, commentId, leftOut: null };
    return { participantId, commentId: null, leftOut: leftOut ?? 'quota' };
  });
}

type WrittenRow = {
  id: number;
  participant_id: number;
  author_id: number;
  text: string;
  created_at: string;
  updated_at: string | null;
};

async function notifyAll(
  tx: Database,
  {
    at,
    storeId,
    store,
    reached,
    comments,
  }: {
    at: Date;
    storeId: number;
    store: string;
    reached: readonly Recipient[];
    comments: ReadonlyMap<number, number>;
  },
): Promise<void> {
  const wanting = reached.filter(({ wantsMail }) => wantsMail);
  const quota = { kind: 'store_message', wanted: wanting.length };
  const granted = wanting.length === 0 ? 0 : await takeAnyFromEmailQuota({ db: tx, now: () => at }, storeId, quota);
  const mailed = new Set(wanting.slice(0, granted));
  const news = reached.map(
    (one): News => ({
      message: 'store_message',
      values: { campaign: one.campaign, store, comment: comments.get(one.participantId)! },
      to: { userId: one.userId! },
      path: `/console/creator/messages?open=${one.participantId}`,
      isUnmailed: !mailed.has(one),
    }),
  );
  const byAgency = groupBy(reached, ({ agencyId }) => agencyId);
  const copies = [...byAgency].flatMap(([agencyId, { length: creators }]): News[] => {
    if (agencyId === null) return [];
    const to = { agencyId, need: 'manage' } as const;
    const path = `/console/agency/${agencyId}/messages`;
    return [{ message: 'broadcast_copied', values: { store, creators }, to, path }];
  });
  await notify(tx, at, [...news, ...copies]);
}

/** Counts messages against the store's limit of the day, as many as it still permits. @returns their number */
async function takeFromDay(
  tx: Database,
  { storeId, wanted, at }: { storeId: number; wanted: number; at: Date },
): Promise<number> {
  if (wanted === 0) return 0;
  const day = at.toISOString().slice(0, 10);
  await tx.execute(sql`
    INSERT INTO store_message_days (store_id, day, messages) VALUES (${storeId}, ${day}::date, 0) ON CONFLICT DO NOTHING`);
  // The lock is a statement of its own, so that the update sees what earlier transactions have committed.
  const { rows } = await tx.execute<{ messages: number }>(
    sql`SELECT messages FROM store_message_days WHERE store_id = ${storeId} AND day = ${day}::date FOR UPDATE`,
  );
  const granted = Math.max(0, Math.min(wanted, MAX_MESSAGES_A_DAY - rows[0]!.messages));
  await tx.execute(
    sql`UPDATE store_message_days SET messages = messages + ${granted} WHERE store_id = ${storeId} AND day = ${day}::date`,
  );
  return granted;
}

/** The messages that a store may still send today. */
export async function leftToday(db: Database, storeId: number, at: Date): Promise<number> {
  const { rows } = await db.execute<{ messages: number }>(
    sql`SELECT messages FROM store_message_days WHERE store_id = ${storeId} AND day = ${at.toISOString().slice(0, 10)}::date`,
  );
  return Math.max(0, MAX_MESSAGES_A_DAY - (rows[0]?.messages ?? 0));
}
