/** The address of the tracking script for a store's pages. */
export const scriptAddress = (publicUrl: string, trackingKey: string): string =>
  `${publicUrl}/t/${encodeURIComponent(trackingKey)}.js`;

/** The address for reports of a store's pages. */
export const pixelAddress = (publicUrl: string, trackingKey: string): string =>
  `${publicUrl}/px/${encodeURIComponent(trackingKey)}.gif`;

/** The address for reports of a store's plugin. */
export const pluginAddress = (publicUrl: string): string => `${publicUrl}/v2/order-collectors/shop-plugin/orders`;

/** The address for reports of a store's server, with an access token. */
export const serverAddress = (publicUrl: string, storeId: number): string => `${publicUrl}/v2/stores/${storeId}/orders`;

/** The snippet for all pages of a store: a function that queues calls until the script is loaded, and the script. */
export function trackingSnippet(publicUrl: string, trackingKey: string): string {
  const address = scriptAddress(publicUrl, trackingKey).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return [
    '<script>window.tributary=window.tributary||function(){(tributary.q=tributary.q||[]).push(arguments)}</script>',
    `<script async src="${address}"></script>`,
  ].join('\n');
}
