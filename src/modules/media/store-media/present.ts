import { legacyTime } from '../../../platform/legacy-values.ts';
import { hrefOf } from '../user-media/present.ts';
import type { StoreMedia } from './list-store-media.ts';

/** Presents a medium to a store in the legacy API. */
export function presentStoreMedia(publicUrl: string, media: StoreMedia) {
  return {
    id: media.id,
    username: media.username,
    url: hrefOf(publicUrl, media),
    type: media.media_type === 'image' ? ('image' as const) : ('social' as const),
    created_at: legacyTime(new Date(media.created_at)),
    clicks: String(media.totals.clicks),
    nr_orders: media.totals.orders,
    order_value: media.totals.orderMinor,
    cost: media.totals.costMinor,
  };
}
