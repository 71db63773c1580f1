import { sql } from 'drizzle-orm';
import { batchesById } from '../../../platform/export/id-batches.ts';
import type { Column } from '../../../platform/export/sheet.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { listedOffers, type OfferFilters } from './list-conditions.ts';
import { inOrder, type ListContext } from './list-offers.ts';
import { type OfferOrder, offerOrder } from './list-order.ts';
import { titleOf } from './present.ts';
import { type Offer, readOffers } from './read-offers.ts';

/** Number of campaigns that are read and in memory at a time. */
const BATCH = 100;

/** Reads every campaign of a list in its order, in batches. */
export async function readOfferBatches(
  ctx: ListContext,
  { filters, order }: { filters: OfferFilters; order: OfferOrder },
) {
  const list = {
    id: sql`o.id`,
    from: sql`offers o WHERE ${listedOffers(ctx, filters)}`,
    order: offerOrder(order, ctx.now()),
  };
  return batchesById<Offer>(ctx.db, list, {
    size: BATCH,
    read: async (ids) => inOrder(ids, await readOffers(ctx, ids)),
  });
}

/** The columns of the campaign export. */
export function offerColumns(publicUrl: string): Column<Offer>[] {
  return [
    { header: 'Campaign', kind: 'number', cell: (offer) => offer.id },
    { header: 'Title', kind: 'text', cell: titleOf },
    { header: 'Text', kind: 'text', cell: (offer) => offer.campaign.text },
    { header: 'Internal name', kind: 'text', cell: (offer) => offer.name },
    { header: 'Type', kind: 'text', cell: (offer) => offer.type },
    { header: 'Status', kind: 'text', cell: (offer) => offer.status },
    { header: 'Store', kind: 'number', cell: (offer) => offer.storeId },
    { header: 'Priority', kind: 'number', cell: (offer) => offer.priority },
    { header: 'Valid from (UTC)', kind: 'time', cell: (offer) => offer.validFrom },
    { header: 'Valid until (UTC)', kind: 'time', cell: (offer) => offer.validUntil },
    { header: 'Currency', kind: 'text', cell: (offer) => offer.currency },
    ...priceColumns,
    { header: 'Clicks', kind: 'number', cell: (offer) => offer.clicks },
    { header: 'Most clicks', kind: 'number', cell: (offer) => offer.maxClicks },
    { header: 'Spent', kind: 'amount', cell: (offer) => amount(offer, offer.spentMinor) },
    { header: 'Most to spend', kind: 'amount', cell: (offer) => amount(offer, offer.maxMinor) },
    { header: 'Limits for each participant', kind: 'truth', cell: (offer) => offer.perUserLimit },
    { header: 'Product seeding', kind: 'truth', cell: (offer) => offer.hasProductSeeding },
    { header: 'One-time payment', kind: 'truth', cell: (offer) => offer.hasOnetimePayment },
    { header: 'Token', kind: 'text', cell: (offer) => offer.token },
    { header: 'Picture', kind: 'text', cell: (offer) => fileUrl(publicUrl, offer.imageKey) },
    { header: 'Made (UTC)', kind: 'time', cell: (offer) => offer.createdAt },
    { header: 'Changed (UTC)', kind: 'time', cell: (offer) => offer.updatedAt },
  ];
}

/** Effective prices: General applies to social clicks without their own price. */
const priceColumns: Column<Offer>[] = [
  { header: 'Price of a click', kind: 'amount', cell: (offer) => amount(offer, offer.general?.cpcMinor ?? null) },
  {
    header: 'Price of a social click',
    kind: 'amount',
    cell: (offer) => amount(offer, (offer.social ?? offer.general)?.cpcMinor ?? null),
  },
  { header: 'Part of an order', kind: 'share', cell: (offer) => offer.general?.cpa ?? null },
  {
    header: 'Part of an order after a social click',
    kind: 'share',
    cell: (offer) => (offer.social ?? offer.general)?.cpa ?? null,
  },
];

const amount = ({ currency }: Offer, minor: number | null) => (minor === null ? null : { minor, currency });
