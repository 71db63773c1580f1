import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { checkFields } from '../fields.ts';

/** The most templates of a store. */
const MAX_TEMPLATES = 100;

/** A text that a store uses again. */
export interface MessageTemplate {
  id: number;
  name: string;
  subject: string;
  text: string;
  createdAt: Date;
  updatedAt: Date;
}

export type TemplateInput = Pick<MessageTemplate, 'name' | 'subject' | 'text'>;

interface TemplateKey {
  storeId: number;
  id: number;
}

type TemplateRow = { id: number; name: string; subject: string; text: string; created_at: string; updated_at: string };

async function readWhere(db: Database, storeId: number, condition: SQL): Promise<MessageTemplate[]> {
  const { rows } = await db.execute<TemplateRow>(sql`
    SELECT t.id, t.name, t.subject, t.text, t.created_at, t.updated_at FROM message_templates t WHERE t.store_id = ${storeId} AND ${condition}
    ORDER BY lower(t.name), t.id LIMIT ${MAX_TEMPLATES}`);
  return rows.map(({ created_at: createdAt, updated_at: updatedAt, ...row }) => ({
    ...row,
    createdAt: new Date(createdAt),
    updatedAt: new Date(updatedAt),
  }));
}

/** Lists the templates of a store by name. */
export const listTemplates = ({ db }: Pick<Context, 'db'>, storeId: number): Promise<MessageTemplate[]> =>
  readWhere(db, storeId, sql`true`);

/** Reads a template of a store. @throws NotFound */
export async function readTemplate(
  { db }: Pick<Context, 'db'>,
  { storeId, id }: TemplateKey,
): Promise<MessageTemplate> {
  const [found] = await readWhere(db, storeId, sql`t.id = ${id}`);
  if (found === undefined) throw new NotFound('template');
  return found;
}

/** Creates a template. @throws InvalidInput naming `name` when another has it, `subject` or `text`; RuleRefused `too_many_templates` */
export async function createTemplate(
  ctx: Context,
  { storeId, name, subject, text }: TemplateInput & { storeId: number },
): Promise<MessageTemplate> {
  const at = ctx.now().toISOString();
  return ctx.db.transaction(async (tx) => {
    await lockTemplates(tx, storeId);
    const templates = await readWhere(tx, storeId, sql`true`);
    if (templates.length >= MAX_TEMPLATES)
      throw new RuleRefused('too_many_templates', `A store has at most ${MAX_TEMPLATES} templates of messages.`);
    check({ name, subject, text }, templates);
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO message_templates (store_id, name, subject, text, created_at, updated_at) VALUES (${storeId}, ${name}, ${subject}, ${text}, ${at}, ${at})
      RETURNING id`);
    return readTemplate({ db: tx }, { storeId, id: rows[0]!.id });
  });
}

/** Replaces a template. Triggers that use it send the new text. @throws NotFound; InvalidInput as `createTemplate` */
export async function changeTemplate(
  ctx: Context,
  { storeId, id, name, subject, text }: TemplateInput & TemplateKey,
): Promise<MessageTemplate> {
  return ctx.db.transaction(async (tx) => {
    await lockTemplates(tx, storeId);
    await readTemplate({ db: tx }, { storeId, id });
    const others = await readWhere(tx, storeId, sql`t.id <> ${id}`);
    check({ name, subject, text }, others);
    await tx.execute(sql`
      UPDATE message_templates SET name = ${name}, subject = ${subject}, text = ${text}, updated_at = ${ctx.now().toISOString()} WHERE id = ${id}`);
    await audit(tx, ctx, { storeId, id });
    return readTemplate({ db: tx }, { storeId, id });
  });
}

/** Deletes a template. @throws NotFound; RuleRefused `template_in_use` while a trigger uses it */
export async function deleteTemplate(ctx: Context, { storeId, id }: TemplateKey): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await lockTemplates(tx, storeId);
    await readTemplate({ db: tx }, { storeId, id });
    const { rows } = await tx.execute(sql`SELECT FROM message_triggers WHERE template_id = ${id} LIMIT 1`);
    if (rows.length > 0)
      throw new RuleRefused('template_in_use', 'The template is sent on an occasion. Delete the trigger first.');
    await tx.execute(sql`DELETE FROM message_templates WHERE id = ${id}`);
    await audit(tx, ctx, { storeId, id });
  });
}

/** Templates and triggers of a store are changed one after another, so that their limits are exact. */
export const lockTemplates = (tx: Database, storeId: number) =>
  tx.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended(${`message templates ${storeId}`}, 0))`);

function check({ name, subject, text }: TemplateInput, others: readonly MessageTemplate[]): void {
  checkFields(subject, 'subject');
  checkFields(text, 'text');
  if (others.some((one) => one.name.toLowerCase() === name.toLowerCase()))
    throw new InvalidInput({ name: ['has already been taken'] });
}

const audit = (tx: Database, { actor }: Pick<Context, 'actor'>, { storeId, id }: TemplateKey) =>
  writeAudit(tx, {
    actor,
    action: 'store.message_template_changed',
    subjectKind: 'store',
    subjectId: storeId,
    details: { template: id },
  });
