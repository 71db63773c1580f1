import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import type { WrittenCampaign } from '../campaign/write-campaign.ts';
import { type CampaignContent, CONTENT_ERRORS, createFromContent, readContent } from '../duplicates/content.ts';
import type { CampaignType } from '../participants/transitions.ts';
import { findCampaign } from '../policy.ts';

const MAX_TEMPLATES = 100;

export const SAVE_ERRORS = [...CONTENT_ERRORS, 'too_many_templates'] as const;
export const CREATE_ERRORS = ['template_outdated', 'no_audience_left', 'credit_limit'] as const;

/** A template of a store, from which campaigns are created. */
export interface CampaignTemplate {
  id: number;
  name: string;
  type: CampaignType;
  createdAt: Date;
  updatedAt: Date;
}

type Row = { id: number; name: string; type: CampaignType; created_at: string; updated_at: string };

const COLUMNS = sql`t.id, t.name, t.content -> 'offer' ->> 'type' AS type, t.created_at, t.updated_at`;

const templateOf = (row: Row): CampaignTemplate => ({
  id: row.id,
  name: row.name,
  type: row.type,
  createdAt: new Date(row.created_at),
  updatedAt: new Date(row.updated_at),
});

/** Lists the templates of a store by name. */
export async function listTemplates(
  { db }: Pick<Context, 'db'>,
  storeId: number,
  page: PageRequest,
): Promise<Page<CampaignTemplate>> {
  const from = sql`campaign_templates t WHERE t.store_id = ${storeId}`;
  const { items, total } = await readPage<Row>(db, { columns: COLUMNS, from, order: sql`lower(t.name), t.id` }, page);
  return { items: items.map(templateOf), total };
}

/** The key of a template: its store and its id. */
interface TemplateKey {
  id: number;
  storeId: number;
}

/** Reads a template with its content. @throws NotFound */
export async function readTemplate(
  { db }: Pick<Context, 'db'>,
  { id, storeId }: TemplateKey,
): Promise<CampaignTemplate & { content: CampaignContent }> {
  const { rows } = await db.execute<Row & { content: CampaignContent }>(
    sql`SELECT ${COLUMNS}, t.content FROM campaign_templates t WHERE t.id = ${id} AND t.store_id = ${storeId}`,
  );
  if (rows[0] === undefined) throw new NotFound('campaign template');
  return { ...templateOf(rows[0]), content: rows[0].content };
}

/** Locks a template, so that of two changes at once the second sees the first. @throws NotFound */
export async function lockTemplate({ db }: Pick<Context, 'db'>, { id, storeId }: TemplateKey): Promise<void> {
  const { rows } = await db.execute(
    sql`SELECT id FROM campaign_templates WHERE id = ${id} AND store_id = ${storeId} FOR NO KEY UPDATE`,
  );
  if (rows.length === 0) throw new NotFound('campaign template');
}

/**
 * Saves a campaign of the store as a template.
 * @returns its id
 * @throws InvalidInput naming `offer_id`; RuleRefused with a code of SAVE_ERRORS
 */
export async function saveTemplate(
  ctx: Context,
  { storeId, calendar, name, campaignId }: { storeId: number; calendar: Calendar; name: string; campaignId: number },
): Promise<number> {
  return ctx.db.transaction(async (tx) => {
    // Concurrent requests are serialized, so that the limit is exact.
    await tx.execute(sql`SELECT FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`);
    const { rows: counted } = await tx.execute<{ count: number }>(
      sql`SELECT count(*)::int AS count FROM campaign_templates WHERE store_id = ${storeId}`,
    );
    if (counted[0]!.count >= MAX_TEMPLATES)
      throw new RuleRefused('too_many_templates', `A store has at most ${MAX_TEMPLATES} templates.`);
    const content = await contentOf({ ...ctx, db: tx }, { storeId, calendar, campaignId });
    const at = ctx.now().toISOString();
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO campaign_templates (store_id, name, content, created_at, updated_at)
      VALUES (${storeId}, ${name}, ${JSON.stringify(content)}::jsonb, ${at}, ${at}) RETURNING id`);
    return rows[0]!.id;
  });
}

/**
 * Renames a template, or replaces its content by that of a campaign; omitted fields are unchanged.
 * @throws NotFound; InvalidInput naming `offer_id`; RuleRefused with a code of CONTENT_ERRORS
 */
export async function changeTemplate(
  ctx: Context,
  { id, storeId, calendar }: TemplateKey & { calendar: Calendar },
  { name, campaignId }: { name?: string | undefined; campaignId?: number | undefined },
): Promise<void> {
  const content = campaignId === undefined ? null : await contentOf(ctx, { storeId, calendar, campaignId });
  const { rows } = await ctx.db.execute(sql`
    UPDATE campaign_templates SET name = coalesce(${name ?? null}, name), content = coalesce(${content && JSON.stringify(content)}::jsonb, content),
      updated_at = ${ctx.now().toISOString()} WHERE id = ${id} AND store_id = ${storeId} RETURNING id`);
  if (rows.length === 0) throw new NotFound('campaign template');
}

/**
 * Deletes a template. Campaigns that were created from it remain.
 * @throws NotFound
 */
export async function deleteTemplate({ db }: Pick<Context, 'db'>, { id, storeId }: TemplateKey): Promise<void> {
  const { rows } = await db.execute(
    sql`DELETE FROM campaign_templates WHERE id = ${id} AND store_id = ${storeId} RETURNING id`,
  );
  if (rows.length === 0) throw new NotFound('campaign template');
}

/**
 * Creates a paused campaign from a template.
 * @param title null: that of the campaign from which the template was saved
 * @throws NotFound; RuleRefused with a code of CREATE_ERRORS
 */
export async function createFromTemplate(
  ctx: Context,
  {
    template,
    store,
    calendar,
    title,
  }: { template: number; store: { id: number; currency: string }; calendar: Calendar; title: string | null },
): Promise<WrittenCampaign> {
  const { content } = await readTemplate(ctx, { id: template, storeId: store.id });
  return ctx.db
    .transaction((tx: Database) => createFromContent({ ...ctx, db: tx }, { store, calendar, content, title }))
    .catch((error: unknown) => {
      // The request contains none of these fields, because they come from the template.
      if (!(error instanceof InvalidInput)) throw error;
      const fields = Object.keys(error.errors).join(', ');
      throw new RuleRefused('template_outdated', `The template does not fit any more: ${fields}. Save it again.`);
    });
}

/** Fields that a template does not contain: dates, budgets and the priority. */
const OWN_FIELDS = [
  'valid_from',
  'valid_until',
  'max_clicks',
  'max_money',
  'budget_limit',
  'per_user_limit',
  'shared_budget',
  'shared_budget_id',
  'priority_after',
  'priority',
];

/** The content for a template: nothing of `OWN_FIELDS`, no people, no picture, and no prices that only administrators set. */
async function contentOf(
  ctx: Context,
  { storeId, calendar, campaignId }: { storeId: number; calendar: Calendar; campaignId: number },
): Promise<CampaignContent> {
  const campaign = await findCampaign(ctx, campaignId);
  if (campaign?.storeId !== storeId || campaign.deleted)
    throw new InvalidInput({ offer_id: ['must be an offer of the store'] });
  const { offer, rules, terms, questions = [], gift = null } = await readContent(ctx, { campaign, calendar });
  const { user_ids: users = [], emails = [], social_media_identifiers: socials = [], ...groups } = offer.targets;
  const people = users.length + emails.length + socials.length;
  if (offer.type === 'standard' && people > 0 && Object.values(groups).every((list) => list.length === 0))
    throw new RuleRefused(
      'no_audience_left',
      'The campaign is for named people only. Without them, the template would be for everybody.',
    );
  const kept = Object.fromEntries(Object.entries(offer).filter(([field]) => !OWN_FIELDS.includes(field)));
  return {
    offer: {
      ...(kept as CampaignContent['offer']),
      active: false,
      targets: { ...groups, user_ids: [], emails: [], social_media_identifiers: [] },
      traffic_sources_costs: offer.traffic_sources_costs.map(({ source, cpc, cpa, cpo, cpo_mode, minimum_order }) => ({
        source,
        ...(cpc === undefined ? {} : { cpc }),
        ...(cpa === undefined ? {} : { cpa }),
        ...(cpo === undefined ? {} : { cpo }),
        ...(cpo_mode === undefined ? {} : { cpo_mode }),
        ...(minimum_order === undefined ? {} : { minimum_order }),
      })),
    },
    rules,
    terms,
    questions,
    gift,
    imageKey: null,
  };
}
