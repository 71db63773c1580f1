import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { listedOffers, type OfferFilters } from './list-conditions.ts';
import { type OfferOrder, offerOrder } from './list-order.ts';
import { type Offer, readOffers } from './read-offers.ts';

export type ListContext = Pick<Context, 'db' | 'actor' | 'now'>;

/** Lists the campaigns of the stores that the caller administers, newest first by default. */
export async function listOffers(
  ctx: ListContext,
  { filters, order = {}, page }: { filters: OfferFilters; order?: OfferOrder; page: PageRequest },
): Promise<Page<Offer>> {
  const { items, total } = await readPage<{ id: number }>(
    ctx.db,
    {
      columns: sql`o.id`,
      from: sql`offers o WHERE ${listedOffers(ctx, filters)}`,
      order: offerOrder(order, ctx.now()),
    },
    page,
  );
  const wanted = items.map(({ id }) => id);
  return { items: inOrder(wanted, await readOffers(ctx, wanted)), total };
}

/** Returns these campaigns in the order of the ids. */
export function inOrder(ids: readonly number[], offers: readonly Offer[]): Offer[] {
  const byId = new Map(offers.map((offer) => [offer.id, offer]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
