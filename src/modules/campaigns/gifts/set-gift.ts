import { sql } from 'drizzle-orm';
import { userOf } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import { currentGift, type Gift, type GiftKind } from './gift.ts';

/** Maximum number of versions of a campaign's gift. */
const MAX_VERSIONS = 200;

export const GIFT_ERRORS = ['no_product_seeding', 'too_many_versions'] as const;

/** A product as the store names it. Title, address and value come from the feed where they are not given. */
interface ProductInput {
  productId: string | null;
  title: string | null;
  url: string | null;
  valueMinor: number | null;
}

export interface GiftInput {
  kind: GiftKind;
  /** How many products a participant chooses; ignored for the other kinds. */
  choices: number;
  /** The value of a credit in minor units of the store's currency. */
  creditMinor: number;
  creditCode: string | null;
  receivedAfterDays: number;
  products: readonly ProductInput[];
}

interface NamedProduct {
  productId: string | null;
  title: string;
  url: string | null;
  valueMinor: number;
}

/** The gift of a campaign as it can be given to another one of the store; null: it names none. */
export async function giftToCopy(ctx: Pick<Context, 'db'>, campaignId: number): Promise<GiftInput | null> {
  const gift = await currentGift(ctx, campaignId);
  if (gift === null) return null;
  const { kind, choices, valueMinor, creditCode, receivedAfterDays, products } = gift;
  return {
    kind,
    choices,
    creditMinor: kind === 'credit' ? valueMinor : 0,
    creditCode,
    receivedAfterDays,
    products: products.map(({ id: _, ...product }) => product),
  };
}

/**
 * Replaces the gift of a campaign; null removes it. Participants who have joined keep the version that they were shown. The same gift changes nothing.
 * @param given.currency of the store
 * @param given.isCopy a product that has left the feed is kept with its title, without its id
 * @throws NotFound; InvalidInput naming a product without title or value; RuleRefused with a code of GIFT_ERRORS
 */
export async function setGift(
  ctx: Context,
  given: { campaignId: number; currency: string; gift: GiftInput | null; isCopy?: boolean },
): Promise<void> {
  const { campaignId, currency, gift, isCopy = false } = given;
  const at = ctx.now().toISOString();
  await ctx.db.transaction(async (tx) => {
    const { storeId } = await lockCampaign(tx, campaignId);
    const { rows } = await tx.execute<{ has_product_seeding: boolean; versions: number }>(sql`
      SELECT has_product_seeding, (SELECT count(*) FROM campaign_gifts g WHERE g.campaign_id = ${campaignId}) AS versions
      FROM campaigns WHERE id = ${campaignId}`);
    const { has_product_seeding: sendsProducts, versions } = rows[0]!;
    if (gift !== null && !sendsProducts)
      throw new RuleRefused('no_product_seeding', 'This campaign sends no products.');
    const former = await currentGift({ db: tx }, campaignId);
    const products = gift === null ? [] : await namedProducts(tx, { storeId, currency, isCopy }, gift.products);
    if (isSame(former, gift, products)) return;
    if (versions >= MAX_VERSIONS)
      throw new RuleRefused('too_many_versions', `The gift of a campaign can be changed ${MAX_VERSIONS} times.`);
    await tx.execute(
      sql`UPDATE campaign_gifts SET ended_at = ${at} WHERE campaign_id = ${campaignId} AND ended_at IS NULL`,
    );
    if (gift !== null) {
      const { kind, creditCode, receivedAfterDays } = gift;
      await tx.execute(sql`
        WITH made AS (
          INSERT INTO campaign_gifts (campaign_id, kind, choices, value_minor, credit_code, received_after_days, created_by, created_at)
          VALUES (${campaignId}, ${kind}, ${choicesOf(gift)}, ${giftValue(gift, products)}, ${creditCode}, ${receivedAfterDays},
            ${userOf(ctx.actor.userId)}, ${at}) RETURNING id)
        INSERT INTO campaign_gift_products (gift_id, place, product_id, title, url, value_minor)
        SELECT made.id, w.place, w."productId", w.title, w.url, w."valueMinor" FROM made
        CROSS JOIN json_to_recordset(${JSON.stringify(products.map((one, place) => ({ ...one, place })))})
          AS w (place smallint, "productId" text, title text, url text, "valueMinor" bigint)`);
    }
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'offer.gift_changed',
      subjectKind: 'offer',
      subjectId: campaignId,
      details: { kind: gift?.kind ?? null, products: products.length },
    });
  });
}

function choicesOf({ kind, choices }: GiftInput): number {
  if (kind === 'credit') return 0;
  return kind === 'product' ? 1 : choices;
}

/** The value for one participant, in minor units; of a choice the most expensive products. */
function giftValue(gift: GiftInput, products: readonly NamedProduct[]): number {
  if (gift.kind === 'credit') return gift.creditMinor;
  return products
    .map(({ valueMinor }) => valueMinor)
    .sort((a, b) => b - a)
    .slice(0, choicesOf(gift))
    .reduce((sum, minor) => sum + minor, 0);
}

/** Completes products with what the store's feed says. */
async function namedProducts(
  tx: Database,
  { storeId, currency, isCopy }: { storeId: number; currency: string; isCopy: boolean },
  products: readonly ProductInput[],
): Promise<NamedProduct[]> {
  const wanted = products.flatMap(({ productId }) => productId ?? []);
  const { rows } = await tx.execute<{
    product_id: string;
    title: string;
    url: string;
    currency: string;
    current_minor: number;
  }>(sql`
    SELECT x.product_id, x.title, x.url, x.currency, x.current_minor FROM products x
    WHERE x.store_id = ${storeId} AND x.product_id = ANY (${sql.param(wanted)}::text[]) AND x.gone_at IS NULL`);
  const feed = new Map(rows.map((row) => [row.product_id, row]));
  const errors: Record<string, string[]> = {};
  const named = products.map((product, index) => {
    const known = product.productId === null ? undefined : feed.get(product.productId);
    const title = product.title ?? known?.title.slice(0, 200) ?? null;
    const value = product.valueMinor ?? (known?.currency === currency ? known.current_minor : null);
    const field = `gift.products.${index}`;
    if (product.productId !== null && known === undefined && !isCopy)
      errors[`${field}.product_id`] = ['must be the id of a product of the feed'];
    else if (title === null) errors[`${field}.title`] = ['is required for a product that is in no feed'];
    if (value === null) errors[`${field}.value`] = [`is required for a product without a price in ${currency}`];
    return {
      productId: known?.product_id ?? null,
      title: title ?? '',
      url: product.url ?? known?.url ?? null,
      valueMinor: value ?? 0,
    };
  });
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
  return named;
}

function isSame(former: Gift | null, gift: GiftInput | null, products: readonly NamedProduct[]): boolean {
  if (former === null || gift === null) return former === gift;
  const { kind, choices, valueMinor, creditCode, receivedAfterDays } = former;
  const before = former.products.map(({ id: _, ...product }) => product);
  return (
    JSON.stringify({ kind, choices, valueMinor, creditCode, receivedAfterDays, before }) ===
    JSON.stringify({
      kind: gift.kind,
      choices: choicesOf(gift),
      valueMinor: giftValue(gift, products),
      creditCode: gift.creditCode,
      receivedAfterDays: gift.receivedAfterDays,
      before: products,
    })
  );
}
