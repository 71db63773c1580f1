/** An item of a feed; fields of the namespace of Google unless they are named otherwise. */
const rssItem = (fields: Record<string, string>) =>
  `<item>${Object.entries(fields)
    .map(([name, value]) => `<g:${name}>${escapeXml(value)}</g:${name}>`)
    .join('')}</item>`;

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export const rss = (...items: string[]) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Shop</title>\n${items.join('\n')}\n</channel></rss>`;

/** A valid item of the store with this domain. */
export const shoe = (id: string, fields: Record<string, string> = {}, domain = 'cast-shop.example') => ({
  id,
  title: `Shoe ${id}`,
  link: `https://www.${domain}/shoes/${id}`,
  image_link: `https://cdn.${domain}/${id}.jpg`,
  price: '100.00 EUR',
  availability: 'in stock',
  brand: 'Walker',
  product_type: 'Clothing > Shoes',
  ...fields,
});

/** A feed with these items. */
export const rssOf = (...items: Record<string, string>[]) => rss(...items.map(rssItem));
