/** Where a store's pages find the tracking script. */
export const scriptAddress = (publicUrl: string, trackingKey: string): string =>
  `${publicUrl}/t/${encodeURIComponent(trackingKey)}.js`;

/** Where a store's pages report orders. */
export const pixelAddress = (publicUrl: string, trackingKey: string): string =>
  `${publicUrl}/px/${encodeURIComponent(trackingKey)}.gif`;

/** Where a store's plugin reports orders. */
export const pluginAddress = (publicUrl: string): string => `${publicUrl}/v2/order-collectors/shop-plugin/orders`;

/** Where a store's server, with an access token, reports orders of the store. */
export const serverAddress = (publicUrl: string, storeId: number): string => `${publicUrl}/v2/stores/${storeId}/orders`;

/** The snippet for all pages of a store: a function that queues calls until the script is loaded, and the script. */
export function trackingSnippet(publicUrl: string, trackingKey: string): string {
  const address = scriptAddress(publicUrl, trackingKey).replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return [
    '<script>window.tributary=window.tributary||function(){(tributary.q=tributary.q||[]).push(arguments)}</script>',
    `<script async src="${address}"></script>`,
  ].join('\n');
}
