import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';

/** Something that a creator has received, as a benefit. */
export interface ReceivedGift {
  participantId: number;
  campaign: { id: number; title: string };
  store: { id: number; name: string };
  /** The products; empty: a credit, or something that the campaign did not name. */
  products: readonly string[];
  isCredit: boolean;
  /** In minor units of the store's currency; null: the campaign named no value. */
  value: { minor: number; currency: string } | null;
  /** `YYYY-MM-DD`, in the time zone of the platform. */
  receivedOn: string;
}

interface OfYear {
  userId: number;
  /** A calendar year of the time zone. */
  year: number;
  timeZone: string;
}

type ReceivedRow = {
  participant_id: number;
  campaign_id: number;
  title: string;
  store_id: number;
  store_name: string;
  products: string[];
  is_credit: boolean;
  value_minor: number | null;
  currency: string;
  received_on: string;
};

const receivedIn = ({ userId, year, timeZone }: OfYear): SQL => sql`
  participants p JOIN participant_gifts x ON x.participant_id = p.id JOIN campaigns o ON o.id = p.campaign_id JOIN stores s ON s.id = o.store_id
  LEFT JOIN campaign_gifts g ON g.id = x.gift_id
  WHERE p.user_id = ${userId} AND x.received_at >= (make_date(${year}, 1, 1)::timestamp AT TIME ZONE ${timeZone})
    AND x.received_at < (make_date(${year} + 1, 1, 1)::timestamp AT TIME ZONE ${timeZone})`;

/** Lists what a user has received in a year, the oldest first. */
export async function listReceivedGifts(
  { db }: Pick<Context, 'db'>,
  of: OfYear,
  page: PageRequest,
): Promise<Page<ReceivedGift>> {
  const { items, total } = await readPage<ReceivedRow>(
    db,
    {
      columns: sql`p.id AS participant_id, o.id AS campaign_id, o.shown_title AS title, s.id AS store_id, s.name AS store_name,
        ARRAY(SELECT w.title FROM campaign_gift_products w WHERE w.gift_id = x.gift_id AND (g.kind = 'product' OR EXISTS (
          SELECT FROM participant_gift_products c WHERE c.gift_product_id = w.id AND c.participant_id = p.id)) ORDER BY w.place) AS products,
        coalesce(g.kind = 'credit', false) AS is_credit, x.value_minor, s.currency,
        to_char(x.received_at AT TIME ZONE ${of.timeZone}, 'YYYY-MM-DD') AS received_on`,
      from: receivedIn(of),
      order: sql`x.received_at, p.id`,
    },
    page,
  );
  return { total, items: items.map(receivedOf) };
}

/** Sums the values of what a user has received in a year, by currency. */
export async function sumReceivedGifts(
  { db }: Pick<Context, 'db'>,
  of: OfYear,
): Promise<{ minor: number; currency: string }[]> {
  const { rows } = await db.execute<{ minor: number; currency: string }>(sql`
    SELECT sum(t.value_minor)::bigint AS minor, t.currency FROM (SELECT x.value_minor, s.currency FROM ${receivedIn(of)} AND x.value_minor IS NOT NULL) t
    GROUP BY t.currency ORDER BY t.currency`);
  return rows.map(({ minor, currency }) => ({ minor, currency }));
}

const BATCH = 1_000;

/** Reads all that a user has received in a year in batches. */
export async function* receivedBatches(ctx: Pick<Context, 'db'>, of: OfYear): AsyncGenerator<readonly ReceivedGift[]> {
  for (let page = 1; ; page += 1) {
    const offset = (page - 1) * BATCH;
    const { items, total } = await listReceivedGifts(ctx, of, { page, size: BATCH, offset });
    yield items;
    if (offset + items.length >= total || items.length === 0) return;
  }
}

const receivedOf = (row: ReceivedRow): ReceivedGift => ({
  participantId: row.participant_id,
  campaign: { id: row.campaign_id, title: row.title },
  store: { id: row.store_id, name: row.store_name },
  products: row.products,
  isCredit: row.is_credit,
  value: row.value_minor === null ? null : { minor: row.value_minor, currency: row.currency },
  receivedOn: row.received_on,
});
