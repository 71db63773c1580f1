import { CLICK_ID_PARAMETER } from '../urls/click-id.ts';
import type { ActivatedPlugin } from './activate-plugin.ts';
import {
  FIRST_PARTY_PATH,
  firstPartySnippet,
  pixelAddress,
  pluginAddress,
  scriptAddress,
  serverAddress,
  trackingSnippet,
} from './addresses.ts';
import type { Collector, CollectorName, Tracking } from './collector.ts';

/** Replaces an existing activation key in every reply except the one that creates it. */
export const ACTIVATION_KEY_MASK = '<SERVICE_ACTIVATION_KEY>';

const TRACKING_KEY = { name: 'tracking_key', required: true, description: 'Whose order it is: in the address.' };
const ACTIVATION_KEY = { name: 'service_activation_key', required: true, description: 'Whose order it is.' };
const ORDER_AT = { name: 'order_at', required: false, description: 'When it was placed; now unless given.' };

/** The fields of a reported order, for all ways. */
const ORDER = [
  {
    name: 'order_id',
    required: true,
    description: 'The store’s own number of the order. Several reports of one number are one order.',
  },
  { name: 'order_value', required: true, description: 'The value of the order, a decimal number in the currency.' },
  { name: 'currency', required: false, description: 'ISO 4217; the store’s unless given.' },
  { name: CLICK_ID_PARAMETER, required: false, description: 'The id of the click that led to the order.' },
  { name: 'voucher_code', required: false, description: 'The code that the buyer used.' },
];

const SIGNATURE = {
  name: 'signature',
  required: false,
  description: 'HMAC-SHA256 of order_id|order_value|currency with the signing secret, in hexadecimal digits.',
};

/** Pages identify themselves by the tracking key, plugins by the activation key, and servers by an access token. */
const PARAMETERS: Record<CollectorName, typeof ORDER> = {
  sales_pixel: [TRACKING_KEY, ...ORDER, SIGNATURE],
  shop_plugin: [ACTIVATION_KEY, ...ORDER, ORDER_AT],
  server: [...ORDER, ORDER_AT],
};

/** @param newKey the activation key, if this reply shows it */
export function presentCollector(one: Collector, publicUrl: string, newKey?: string) {
  const { collector, lastSeenAt, scriptSeenAt, hasActivationKey, activatedAt, refused } = one;
  const shownKey = newKey ?? (hasActivationKey ? ACTIVATION_KEY_MASK : null);
  return {
    collector,
    ...presentTracking(one, collector),
    ...presentAddresses(one, collector, publicUrl),
    last_seen_at: isoOrNull(lastSeenAt),
    refused: { reports: refused.reports, latest: [...refused.latest] },
    ...(collector === 'sales_pixel' ? { script_seen_at: isoOrNull(scriptSeenAt) } : {}),
    ...(collector === 'shop_plugin' ? { service_activation_key: shownKey, activated_at: isoOrNull(activatedAt) } : {}),
  };
}

/** The plugin adds the snippet to the store's pages. Their reports are ordinary reports of pages. */
export function presentActivatedPlugin(plugin: ActivatedPlugin, publicUrl: string) {
  return {
    ...presentTracking(plugin, 'sales_pixel'),
    ...presentSnippet(plugin, publicUrl),
    endpoint: pluginAddress(publicUrl),
    activated_at: plugin.activatedAt.toISOString(),
  };
}

/** The addresses for reports of orders: pages have a script and an image, plugins and servers an address for POST requests. */
function presentAddresses(tracking: Tracking, collector: CollectorName, publicUrl: string) {
  if (collector === 'sales_pixel') return presentSnippet(tracking, publicUrl);
  const isPlugin = collector === 'shop_plugin';
  return { endpoint: isPlugin ? pluginAddress(publicUrl) : serverAddress(publicUrl, tracking.storeId) };
}

const presentSnippet = ({ trackingKey }: Tracking, publicUrl: string) => ({
  script_url: scriptAddress(publicUrl, trackingKey),
  pixel_url: pixelAddress(publicUrl, trackingKey),
  snippet: trackingSnippet(publicUrl, trackingKey),
  first_party: {
    path: FIRST_PARTY_PATH,
    forward_to: `${publicUrl}${FIRST_PARTY_PATH}`,
    snippet: firstPartySnippet(trackingKey),
  },
});

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
