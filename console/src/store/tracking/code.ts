import type { Collectors } from './use-collectors.ts';

/** Code snippets for a store's pages or server, with placeholders for the store to fill in. */

const ORDER = { id: 'SE-10023', value: '129.50' };

export function orderCall({ sales_pixel: { currency } }: Collectors): string {
  return [
    '<script>',
    `  tributary('order', { order_id: '${ORDER.id}', order_value: '${ORDER.value}', currency: '${currency}' });`,
    '</script>',
  ].join('\n');
}

export function orderAttributes({ sales_pixel: { currency, script_url: url = '' } }: Collectors): string {
  return [
    `<script async src="${url}"`,
    `  data-order-id="${ORDER.id}" data-order-value="${ORDER.value}" data-currency="${currency}"></script>`,
  ].join('\n');
}

export function orderImage({
  sales_pixel: { currency, pixel_url: url = '', click_parameter: click },
}: Collectors): string {
  const query = `order_id=${ORDER.id}&order_value=${ORDER.value}&currency=${currency}&${click}=CLICK_ID`;
  return `<img src="${url}?${query}" width="1" height="1" alt="">`;
}

export function pluginCall({ shop_plugin: { currency, endpoint = '', click_parameter: click } }: Collectors): string {
  const body = { service_activation_key: 'THE_KEY', order_id: ORDER.id, order_value: ORDER.value, currency };
  return post(endpoint, [], { ...body, [click]: 'CLICK_ID' });
}

export function serverCall({ server: { currency, endpoint = '', click_parameter: click } }: Collectors): string {
  const body = { order_id: ORDER.id, order_value: ORDER.value, currency, [click]: 'CLICK_ID' };
  return post(endpoint, ["  -H 'Authorization: YOUR_API_KEY' \\"], body);
}

/** What the plugin of a shop system asks for. The key is created in the first step. */
export function systemSettings({ sales_pixel: { tracking_key: key = '' } }: Collectors, store: number): string {
  return [`TRIBUTARY_URL=${location.origin}`, `TRIBUTARY_STORE=${store}`, `TRIBUTARY_TRACKING_KEY=${key}`].join('\n');
}

function post(endpoint: string, headers: readonly string[], body: object): string {
  return [
    `curl -X POST ${endpoint} \\`,
    ...headers,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify(body, null, 2)}'`,
  ].join('\n');
}
