import { CLICK_ID_PARAMETER } from '../urls/click-id.ts';
import type { ActivatedPlugin } from './activate-plugin.ts';
import type { Collector, CollectorName, Tracking } from './collector.ts';

const TRACKING_KEY = { name: 'tracking_key', required: true, description: 'Whose order it is.' };

/** What is told of an order, whichever way. */
const ORDER = [
  { name: 'order_id', required: true, description: 'The shop’s own number of the order; told twice, it is one order.' },
  { name: 'order_value', required: true, description: 'What the order is worth, a decimal number of the currency.' },
  { name: 'currency', required: false, description: 'ISO 4217; the store’s unless given.' },
  { name: CLICK_ID_PARAMETER, required: false, description: 'The id of the click that led to the order.' },
  { name: 'voucher_code', required: false, description: 'The code that the buyer used.' },
];

/** A server shows an access token, pages and plugins the tracking key. */
const PARAMETERS: Record<CollectorName, typeof ORDER> = {
  sales_pixel: [TRACKING_KEY, ...ORDER],
  shop_plugin: [TRACKING_KEY, ...ORDER],
  server: ORDER,
};

export function presentCollector(one: Collector) {
  const { collector, lastSeenAt, activationKey, activatedAt } = one;
  return {
    collector,
    ...presentTracking(one, collector),
    last_seen_at: isoOrNull(lastSeenAt),
    ...(collector === 'shop_plugin'
      ? { service_activation_key: activationKey, activated_at: isoOrNull(activatedAt) }
      : {}),
  };
}

export function presentActivatedPlugin(plugin: ActivatedPlugin) {
  return { ...presentTracking(plugin, 'shop_plugin'), activated_at: plugin.activatedAt.toISOString() };
}

function presentTracking(
  { storeId, trackingKey, currency, attributionWindowDays }: Tracking,
  collector: CollectorName,
) {
  return {
    store_id: storeId,
    tracking_key: trackingKey,
    currency,
    attribution_window_days: attributionWindowDays,
    click_parameter: CLICK_ID_PARAMETER,
    parameters: PARAMETERS[collector],
  };
}

const isoOrNull = (instant: Date | null) => (instant === null ? null : instant.toISOString());
