import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { enqueue } from '../../../platform/jobs/job.ts';
import { type Person, writeAudit } from '../../accounts/index.ts';
import { type Attachment, attachmentsOf, useAttachments } from '../attachments/attachments.ts';
import { checkFields } from '../fields.ts';
import { readSender } from '../sender.ts';
import { type Audience, countOutside, countRecipients, type LeftOut, readExample } from './audience.ts';
import { leftToday, textFor } from './deliver.ts';
import { type AudienceRow, sendBroadcast } from './send-broadcast.ts';

/** The most broadcasts of a store that wait for their time. */
const MAX_SCHEDULED = 100;
/** The most days in advance for which a broadcast is scheduled. */
const MAX_DAYS = 180;
const DAY_MS = 86_400_000;

export const BROADCAST_STATES = ['scheduled', 'sent', 'stopped'] as const;
type BroadcastState = (typeof BROADCAST_STATES)[number];

/** A message of a store to many, as it is written. */
export interface BroadcastInput {
  storeId: number;
  /** Null: participants or creators of a list, in any campaign of the store. */
  campaignId: number | null;
  audience: Audience;
  subject: string;
  text: string;
}

/** A message of a store to many. */
export interface Broadcast {
  id: number;
  campaign: { id: number; title: string } | null;
  to: { participant_ids: number[] } | { statuses: string[] } | { list: { id: number; name: string } | null };
  author: Person;
  subject: string;
  text: string;
  attachments: readonly Attachment[];
  sendAt: Date;
  state: BroadcastState;
  sent: number;
  leftOut: Partial<Record<LeftOut | 'not_in_campaign', number>>;
  createdAt: Date;
  endedAt: Date | null;
}

interface BroadcastRow extends AudienceRow {
  id: number;
  campaign_id: number | null;
  campaign: string | null;
  list_name: string | null;
  author: Person;
  subject: string;
  text: string;
  send_at: string;
  state: BroadcastState;
  sent: number;
  left_out: Broadcast['leftOut'];
  created_at: string;
  ended_at: string | null;
}

const broadcast = (row: BroadcastRow, attachments: readonly Attachment[]): Broadcast => ({
  id: row.id,
  campaign: row.campaign_id === null ? null : { id: row.campaign_id, title: row.campaign ?? '' },
  to: shownAudience(row),
  author: row.author,
  subject: row.subject,
  text: row.text,
  attachments,
  sendAt: new Date(row.send_at),
  state: row.state,
  sent: row.sent,
  leftOut: row.left_out,
  createdAt: new Date(row.created_at),
  endedAt: row.ended_at === null ? null : new Date(row.ended_at),
});

function shownAudience(row: BroadcastRow): Broadcast['to'] {
  if (row.audience === 'participants') return { participant_ids: row.participant_ids ?? [] };
  if (row.audience === 'statuses') return { statuses: row.statuses ?? [] };
  return { list: row.list_id === null ? null : { id: row.list_id, name: row.list_name ?? '' } };
}

async function readWhere(db: Database, condition: SQL, atMost: number): Promise<Broadcast[]> {
  const { rows } = await db.execute<BroadcastRow>(sql`
    SELECT b.id, b.campaign_id, o.shown_title AS campaign, b.audience, to_jsonb(b.participant_ids) AS participant_ids, b.statuses, b.list_id, l.name AS list_name,
      jsonb_build_object('id', u.id, 'username', u.username, 'public_name', u.public_name) AS author, b.subject, b.text, b.send_at, b.state, b.sent, b.left_out,
      b.created_at, b.ended_at
    FROM broadcasts b JOIN users u ON u.id = b.author_id LEFT JOIN campaigns o ON o.id = b.campaign_id LEFT JOIN creator_lists l ON l.id = b.list_id
    WHERE ${condition} ORDER BY b.id DESC LIMIT ${atMost}`);
  const attachments = await attachmentsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => broadcast(row, attachments.get(row.id) ?? []));
}

/** Lists the broadcasts of a store, newest first. @param page.after the id of the last one of the page before */
export async function listBroadcasts(
  { db }: Pick<Context, 'db'>,
  storeId: number,
  { after, size }: { after?: number | undefined; size: number },
): Promise<{ items: Broadcast[]; next: number | null }> {
  const before = after === undefined ? sql`true` : sql`b.id < ${after}`;
  const found = await readWhere(db, sql`b.store_id = ${storeId} AND ${before}`, size + 1);
  const items = found.slice(0, size);
  return { items, next: found.length > size ? items.at(-1)!.id : null };
}

/** Reads a broadcast of a store, and how many recipients have answered it. @throws NotFound */
export async function readBroadcast(
  { db }: Pick<Context, 'db'>,
  { storeId, id }: { storeId: number; id: number },
): Promise<Broadcast & { answered: number }> {
  const [found] = await readWhere(db, sql`b.store_id = ${storeId} AND b.id = ${id}`, 1);
  if (found === undefined) throw new NotFound('broadcast');
  const { rows } = await db.execute<{ answered: number }>(sql`
    SELECT count(*)::int AS answered FROM broadcast_recipients r JOIN participants p ON p.id = r.participant_id
    WHERE r.broadcast_id = ${id} AND r.comment_id IS NOT NULL AND EXISTS (
      SELECT FROM comments c WHERE c.participant_id = r.participant_id AND c.id > r.comment_id AND c.author_id = p.user_id AND c.deleted_at IS NULL)`);
  return { ...found, answered: rows[0]!.answered };
}

/** The codes with which a broadcast is refused. */
export const BROADCAST_ERRORS = ['store_pending', 'too_many_broadcasts'] as const;

/**
 * Writes a message of a store to many, which is sent at once or at a time.
 * @param input.sendAt absent: at once
 * @param input.attachmentIds pictures of the store that no message has yet
 * @throws NotFound when the store has no such campaign or list; InvalidInput naming `subject`, `text`, `to`, `send_at` or `attachment_ids`; RuleRefused with a code of
 *   BROADCAST_ERRORS
 */
export async function createBroadcast(
  ctx: Context,
  input: BroadcastInput & { sendAt: Date | undefined; attachmentIds: readonly number[] },
): Promise<Broadcast & { answered: number }> {
  const at = ctx.now();
  const { storeId, campaignId, audience, subject, text, sendAt = at } = input;
  if (sendAt < at || sendAt.getTime() > at.getTime() + MAX_DAYS * DAY_MS)
    throw new InvalidInput({ send_at: [`must be in the future, at most ${MAX_DAYS} days away`] });
  return ctx.db.transaction(async (tx) => {
    await checkInput({ ...ctx, db: tx }, input);
    await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`broadcasts ${storeId}`}, 0))`);
    const { rows: waiting } = await tx.execute<{ n: number }>(
      sql`SELECT count(*)::int AS n FROM broadcasts WHERE store_id = ${storeId} AND state = 'scheduled'`,
    );
    if (waiting[0]!.n >= MAX_SCHEDULED)
      throw new RuleRefused(
        'too_many_broadcasts',
        `A store has at most ${MAX_SCHEDULED} messages that are not sent yet.`,
      );
    const kind = 'participantIds' in audience ? 'participants' : 'statuses' in audience ? 'statuses' : 'list';
    const ids = 'participantIds' in audience ? [...new Set(audience.participantIds)] : null;
    const statuses = 'statuses' in audience ? [...audience.statuses] : null;
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO broadcasts (store_id, campaign_id, author_id, audience, participant_ids, statuses, list_id, subject, text, send_at, state, created_at)
      VALUES (${storeId}, ${campaignId}, ${ctx.actor.userId}, ${kind}, ${sql.param(ids)}::bigint[], ${sql.param(statuses)}::text[],
        ${'listId' in audience ? audience.listId : null}::bigint, ${subject}, ${text}, ${sendAt.toISOString()}, 'scheduled', ${at.toISOString()}) RETURNING id`);
    const { id } = rows[0]!;
    await useAttachments(tx, { storeId, broadcastId: id, ids: input.attachmentIds });
    const details = { broadcast: id, offer: campaignId, send_at: sendAt.toISOString() };
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'store.broadcast_created',
      subjectKind: 'store',
      subjectId: storeId,
      details,
    });
    if (sendAt <= at) await enqueue(tx, sendBroadcast, { broadcastId: id }, { key: `broadcast ${id}` });
    return readBroadcast({ db: tx }, { storeId, id });
  });
}

/** What a broadcast would do now. */
export interface Preview {
  recipients: number;
  leftOut: Broadcast['leftOut'];
  /** The text that one of the recipients would receive; null: nobody receives it. */
  example: { name: string; text: string } | null;
}

/** Reads what a broadcast would do now, without sending it. @throws as `createBroadcast` */
export async function previewBroadcast(ctx: Context, input: BroadcastInput): Promise<Preview> {
  const store = await checkInput(ctx, input);
  const counted = new Map(await countRecipients(ctx.db, input));
  const example = await readExample(ctx.db, input);
  const reached = counted.get(null) ?? 0;
  const recipients = Math.min(reached, await leftToday(ctx.db, input.storeId, ctx.now()));
  const leftOut: Broadcast['leftOut'] = {};
  for (const [reason, n] of counted) if (reason !== null) leftOut[reason] = n;
  if (recipients < reached) leftOut.quota = reached - recipients;
  const outside = await countOutside(ctx.db, input);
  if (outside > 0) leftOut.not_in_campaign = outside;
  const { publicUrl } = ctx;
  const text = example === null ? null : textFor(input, { recipient: example, store, publicUrl });
  return { recipients, leftOut, example: text === null ? null : { name: example!.name, text } };
}

/** Deletes a broadcast before anything of it is sent. @throws NotFound; RuleRefused `message_sent` */
export async function deleteBroadcast(ctx: Context, { storeId, id }: { storeId: number; id: number }): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ is_begun: boolean }>(sql`
      SELECT state <> 'scheduled' OR position > 0 AS is_begun FROM broadcasts WHERE id = ${id} AND store_id = ${storeId} FOR UPDATE`);
    if (rows[0] === undefined) throw new NotFound('broadcast');
    if (rows[0].is_begun) throw new RuleRefused('message_sent', 'A message is only deleted before it is sent.');
    await tx.execute(sql`DELETE FROM broadcasts WHERE id = ${id}`);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'store.broadcast_deleted',
      subjectKind: 'store',
      subjectId: storeId,
      details: { broadcast: id },
    });
  });
}

/** Checks what a broadcast names. @returns the name of the store */
async function checkInput(ctx: Pick<Context, 'db' | 'actor'>, input: BroadcastInput): Promise<string> {
  const { storeId, campaignId, audience, subject, text } = input;
  checkFields(subject, 'subject');
  checkFields(text, 'text');
  const store = await readSender(ctx.db, { storeId, authorId: ctx.actor.userId });
  if (store === null)
    throw new RuleRefused('store_pending', 'The store is not approved, so no messages are sent on its behalf.');
  await requireCampaign(ctx.db, storeId, campaignId);
  if ('statuses' in audience && campaignId === null)
    throw new InvalidInput({ offer_id: ['must be given with `to.statuses`'] });
  if ('listId' in audience) {
    const { rows } = await ctx.db.execute(
      sql`SELECT FROM creator_lists WHERE id = ${audience.listId} AND store_id = ${storeId}`,
    );
    if (rows.length === 0) throw new NotFound('list');
  }
  if ('participantIds' in audience) await requireParticipants(ctx.db, input, audience.participantIds);
  return store;
}

/** @throws NotFound when the store has no such campaign, or has deleted it */
export async function requireCampaign(db: Database, storeId: number, campaignId: number | null): Promise<void> {
  if (campaignId === null) return;
  const { rows } = await db.execute(
    sql`SELECT FROM campaigns WHERE id = ${campaignId} AND store_id = ${storeId} AND deleted_at IS NULL`,
  );
  if (rows.length === 0) throw new NotFound('offer');
}

async function requireParticipants(
  db: Database,
  { storeId, campaignId }: BroadcastInput,
  ids: readonly number[],
): Promise<void> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT p.id FROM participants p JOIN campaigns o ON o.id = p.campaign_id WHERE p.id = ANY (${sql.param([...ids])}::bigint[]) AND o.store_id = ${storeId}
      AND (${campaignId}::bigint IS NULL OR o.id = ${campaignId})`);
  const known = new Set(rows.map(({ id }) => id));
  const unknown = ids.find((id) => !known.has(id));
  if (unknown !== undefined)
    throw new InvalidInput({ 'to.participant_ids': [`has ${unknown}, which is no participant of the store`] });
}
