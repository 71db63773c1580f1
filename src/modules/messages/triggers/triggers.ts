import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { requireCampaign } from '../broadcasts/broadcasts.ts';
import { lockTemplates, readTemplate } from '../templates/templates.ts';

/** The most triggers of a store. */
const MAX_TRIGGERS = 100;
/** The days without a click, unless given. */
const DEFAULT_DAYS = 14;

export const OCCASIONS = ['joined', 'no_clicks', 'first_order', 'tier_reached'] as const;
type Occasion = (typeof OCCASIONS)[number];

/** A template that is sent on an occasion. */
export interface MessageTrigger {
  id: number;
  occasion: Occasion;
  /** Of `no_clicks`. */
  days: number | null;
  /** Null: all campaigns of the store. */
  campaign: { id: number; title: string } | null;
  template: { id: number; name: string };
  isOn: boolean;
  /** Only what happens after it counts. */
  onSince: Date;
  sent: number;
  leftOut: number;
  createdAt: Date;
}

interface TriggerKey {
  storeId: number;
  id: number;
}

interface TriggerRow extends Record<string, unknown> {
  id: number;
  occasion: Occasion;
  days: number | null;
  campaign_id: number | null;
  campaign: string | null;
  template_id: number;
  template: string;
  is_on: boolean;
  on_since: string;
  sent: number;
  left_out: number;
  created_at: string;
}

async function readWhere(db: Database, storeId: number, condition: SQL): Promise<MessageTrigger[]> {
  const { rows } = await db.execute<TriggerRow>(sql`
    SELECT t.id, t.occasion, t.days, t.campaign_id, o.shown_title AS campaign, t.template_id, m.name AS template, t.is_on, t.on_since, t.sent, t.left_out,
      t.created_at
    FROM message_triggers t JOIN message_templates m ON m.id = t.template_id LEFT JOIN campaigns o ON o.id = t.campaign_id
    WHERE t.store_id = ${storeId} AND ${condition} ORDER BY t.id LIMIT ${MAX_TRIGGERS}`);
  return rows.map((row) => ({
    id: row.id,
    occasion: row.occasion,
    days: row.days,
    campaign: row.campaign_id === null ? null : { id: row.campaign_id, title: row.campaign ?? '' },
    template: { id: row.template_id, name: row.template },
    isOn: row.is_on,
    onSince: new Date(row.on_since),
    sent: row.sent,
    leftOut: row.left_out,
    createdAt: new Date(row.created_at),
  }));
}

/** Lists the triggers of a store, oldest first. */
export const listTriggers = ({ db }: Pick<Context, 'db'>, storeId: number): Promise<MessageTrigger[]> =>
  readWhere(db, storeId, sql`true`);

async function readTrigger(db: Database, { storeId, id }: TriggerKey): Promise<MessageTrigger> {
  const [found] = await readWhere(db, storeId, sql`t.id = ${id}`);
  if (found === undefined) throw new NotFound('trigger');
  return found;
}

/** A trigger, as it is written. */
export interface TriggerInput {
  storeId: number;
  occasion: Occasion;
  /** Of `no_clicks` only. */
  days: number | undefined;
  campaignId: number | null;
  templateId: number;
  isOn: boolean;
}

/**
 * Creates a trigger in the name of the actor. Only what happens from now on counts.
 * @throws NotFound when the store has no such campaign or template; InvalidInput naming `days`; RuleRefused `too_many_triggers`
 */
export async function createTrigger(ctx: Context, input: TriggerInput): Promise<MessageTrigger> {
  const { storeId, occasion, campaignId, templateId, isOn } = input;
  const at = ctx.now().toISOString();
  if (occasion !== 'no_clicks' && input.days !== undefined)
    throw new InvalidInput({ days: ['must be given with `no_clicks` only'] });
  const days = occasion === 'no_clicks' ? (input.days ?? DEFAULT_DAYS) : null;
  return ctx.db.transaction(async (tx) => {
    await lockTemplates(tx, storeId);
    await requireCampaign(tx, storeId, campaignId);
    await readTemplate({ db: tx }, { storeId, id: templateId });
    if ((await readWhere(tx, storeId, sql`true`)).length >= MAX_TRIGGERS)
      throw new RuleRefused('too_many_triggers', `A store has at most ${MAX_TRIGGERS} triggers.`);
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO message_triggers (store_id, campaign_id, template_id, author_id, occasion, days, is_on, on_since, created_at)
      VALUES (${storeId}, ${campaignId}::bigint, ${templateId}, ${ctx.actor.userId}, ${occasion}, ${days}::smallint, ${isOn}, ${at}, ${at}) RETURNING id`);
    const { id } = rows[0]!;
    await audit(tx, ctx, { storeId, id }, { occasion, is_on: isOn });
    return readTrigger(tx, { storeId, id });
  });
}

/**
 * Turns a trigger on, in the name of the actor, or off. What happened while it was off does not count.
 * @throws NotFound
 */
export async function switchTrigger(
  ctx: Context,
  { isOn, ...key }: TriggerKey & { isOn: boolean },
): Promise<MessageTrigger> {
  return ctx.db.transaction(async (tx) => {
    const { isOn: wasOn, occasion } = await readTrigger(tx, key);
    if (wasOn === isOn) return readTrigger(tx, key);
    await tx.execute(sql`
      UPDATE message_triggers SET is_on = ${isOn}, on_since = CASE WHEN ${isOn}::boolean THEN ${ctx.now().toISOString()}::timestamptz ELSE on_since END,
        author_id = CASE WHEN ${isOn}::boolean THEN ${ctx.actor.userId} ELSE author_id END
      WHERE id = ${key.id}`);
    await audit(tx, ctx, key, { occasion, is_on: isOn });
    return readTrigger(tx, key);
  });
}

/** Deletes a trigger. Its messages stay. @throws NotFound */
export async function deleteTrigger(ctx: Context, key: TriggerKey): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const { occasion } = await readTrigger(tx, key);
    await tx.execute(sql`DELETE FROM message_triggers WHERE id = ${key.id}`);
    await audit(tx, ctx, key, { occasion, is_on: false });
  });
}

const audit = (tx: Database, { actor }: Pick<Context, 'actor'>, { storeId, id }: TriggerKey, details: object) =>
  writeAudit(tx, {
    actor,
    action: 'store.message_trigger_changed',
    subjectKind: 'store',
    subjectId: storeId,
    details: { trigger: id, ...details },
  });
