import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Language } from '../../../platform/locale.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { containing } from '../../../platform/text-search.ts';
import { type BoardCampaign, onBoard, readCampaigns } from '../../campaigns/index.ts';
import { categoryName } from '../../stores/index.ts';
import { isOpenToAll } from '../publishing/publish.ts';

/** A campaign with a public page, with what the creator earns and the facts of its store. */
export interface OpenCampaign {
  onBoard: BoardCampaign;
  storeLogoKey: string | null;
  market: { id: number; name: string };
  categories: { id: number; name: string }[];
}

/** The orders of the list. Prices of several currencies are sorted by currency first. */
export const OPEN_ORDER = listOrder(
  {
    published_at: sql`p.published_at`,
    valid_until: sql`coalesce(o.valid_until, 'infinity')`,
    per_click: [sql`s.currency`, sql`b.cpc_minor`],
    per_order: sql`b.cpa`,
    per_order_fixed: [sql`s.currency`, sql`b.cpo_minor`],
  },
  { tie: [sql`o.id`], usual: sql`p.published_at DESC, o.id DESC` },
);

/** Filters of the list; all of them must match. */
interface OpenFilters {
  /** A part of the title or of the store's name. */
  name?: string | undefined;
  categoryId?: number | undefined;
  marketId?: number | undefined;
  campaignId?: number | undefined;
  /** That of the names of categories (`categoryName`). */
  language: Language | null;
  sort?: SortOf<typeof OPEN_ORDER>;
}

/** Lists the campaigns of the public pages (`listPublicCampaigns`) for a creator, whether or not the creator takes part. */
export async function listOpenCampaigns(
  ctx: Pick<Context, 'db' | 'now'>,
  { userId, name, categoryId, marketId, campaignId, language, sort }: OpenFilters & { userId: number },
  page: PageRequest,
): Promise<Page<OpenCampaign>> {
  const conditions: SQL[] = [isOpenToAll(ctx)];
  if (name !== undefined && name !== '')
    conditions.push(sql`(o.shown_title ILIKE ${containing(name)} OR s.name ILIKE ${containing(name)})`);
  if (categoryId !== undefined)
    conditions.push(
      sql`EXISTS (SELECT FROM store_categories c WHERE c.store_id = s.id AND c.category_id = ${categoryId})`,
    );
  if (marketId !== undefined) conditions.push(sql`s.store_group_id = ${marketId}`);
  if (campaignId !== undefined) conditions.push(sql`o.id = ${campaignId}`);
  const shownName = categoryName(language);
  // The prices of all campaigns are read only if they decide the order.
  const prices = sort?.startsWith('per_') ? sql`JOIN best_prices b ON b.campaign_id = o.id` : sql``;
  const { items, total } = await readPage<FactsRow>(
    ctx.db,
    {
      columns: sql`o.id, s.logo_key AS "storeLogoKey", json_build_object('id', g.id, 'name', g.name) AS market,
        (SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', ${shownName}) ORDER BY ${shownName}, c.id), '[]')
          FROM store_categories sc JOIN categories c ON c.id = sc.category_id WHERE sc.store_id = s.id) AS categories`,
      from: sql`campaign_pages p JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id
        JOIN store_groups g ON g.id = s.store_group_id ${prices} WHERE ${sql.join(conditions, sql` AND `)}`,
      order: OPEN_ORDER.by(sort),
    },
    page,
  );
  const campaigns = await readCampaigns(
    ctx,
    items.map(({ id }) => id),
  );
  const entries = await onBoard(ctx, userId, campaigns);
  const entryOf = new Map(entries.map((entry) => [entry.campaign.id, entry]));
  return { items: items.map(({ id, ...facts }) => ({ onBoard: entryOf.get(id)!, ...facts })), total };
}

interface FactsRow extends Omit<OpenCampaign, 'onBoard'>, Record<string, unknown> {
  id: number;
}
