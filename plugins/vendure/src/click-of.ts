/** A click's id (UUIDv7), as Tributary adds it to the addresses of landing pages. */
const CLICK_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/i;
const HEADER = 'x-tributary-click';

/**
 * The click that a request of the storefront names: in the header `x-tributary-click`, or in the cookie of Tributary's script.
 * @param trackingKey part of the cookie's name; null: the cookie is not read
 */
export function clickOf(
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  trackingKey: string | null,
): string | null {
  const named = [headers[HEADER]].flat()[0];
  const cookies = String(headers['cookie'] ?? '').split(/;\s*/);
  const cookie = trackingKey === null ? undefined : cookies.find((one) => one.startsWith(`tributary_${trackingKey}=`));
  return [named, cookie?.slice(cookie.indexOf('=') + 1)].find((id) => id !== undefined && CLICK_ID.test(id)) ?? null;
}
