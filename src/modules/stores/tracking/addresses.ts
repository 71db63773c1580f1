/** The address of the tracking script for a store's pages. */
export const scriptAddress = (publicUrl: string, trackingKey: string): string =>
  `${publicUrl}/t/${encodeURIComponent(trackingKey)}.js`;

/** The address for reports of a store's pages. */
export const pixelAddress = (publicUrl: string, trackingKey: string): string =>
  `${publicUrl}/px/${encodeURIComponent(trackingKey)}.gif`;

/** The path at which a store's proxy serves the script and the image, and which it forwards to the same path of this server. */
export const FIRST_PARTY_PATH = '/trb/';

/** The address for reports of a store's pages through its proxy, relative to that of the script. */
export const firstPartyPixel = (trackingKey: string): string => `${encodeURIComponent(trackingKey)}.gif`;

/** The address of the script through the store's proxy: a path of the store's own host. */
const firstPartyScript = (trackingKey: string): string => `${FIRST_PARTY_PATH}${encodeURIComponent(trackingKey)}.js`;

/** The address for reports of a store's plugin. */
export const pluginAddress = (publicUrl: string): string => `${publicUrl}/v2/order-collectors/shop-plugin/orders`;

/** The address for reports of a store's server, with an access token. */
export const serverAddress = (publicUrl: string, storeId: number): string => `${publicUrl}/v2/stores/${storeId}/orders`;

/** The snippet for all pages of a store. */
export const trackingSnippet = (publicUrl: string, trackingKey: string): string =>
  snippetOf(scriptAddress(publicUrl, trackingKey));

/** The snippet for all pages of a store that serves the script through its proxy. */
export const firstPartySnippet = (trackingKey: string): string => snippetOf(firstPartyScript(trackingKey));

/** A function that queues calls until the script is loaded, and the script. */
function snippetOf(script: string): string {
  const address = script.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return [
    '<script>window.tributary=window.tributary||function(){(tributary.q=tributary.q||[]).push(arguments)}</script>',
    `<script async src="${address}"></script>`,
  ].join('\n');
}
