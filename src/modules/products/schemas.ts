import { type TOptional, type TString, Type } from 'typebox';
import {
  currencyCode,
  dateTime,
  id,
  money,
  nameSchemas,
  nullable,
  oneOf,
  text,
  whole,
} from '../../platform/http/fields.ts';
import { CursorMeta, earlierName, pageQuery, v2Envelope } from '../../platform/pagination.ts';
import { RUN_SOURCES, RUN_STATES } from './feed/runs.ts';
import { FEED_SCHEDULES } from './feed/schedule.ts';
import { AVAILABILITIES } from './parse/parse-product.ts';
import { FEED_FORMATS, ITEM_FIELDS, type ItemField } from './parse/raw-item.ts';
import { PRODUCT_ORDERS } from './search/cursor.ts';
import { ALERT_KINDS } from './search/list-alerts.ts';

const format = () =>
  oneOf(FEED_FORMATS, {
    description:
      '`xml`: RSS 2.0 or Atom with the namespace of Google Merchant. `csv` and `tsv`: the same attributes as columns; the separator is recognised. Each may be compressed with gzip.',
  });
const schedule = () =>
  oneOf(FEED_SCHEDULES, { description: 'How often the feed is fetched. `manual`: on request alone.' });

const COLUMNS =
  'Columns of a table that do not have the usual names, by their attributes: `{"id": "Article number"}`. The columns of Google, Awin and Tradedoubler are recognised.';
const columns = () =>
  Type.Partial(
    Type.Object(
      Object.fromEntries(ITEM_FIELDS.map((field) => [field, text({ min: 1, max: 100 })])) as Record<ItemField, TString>,
      { additionalProperties: false },
    ),
    { description: COLUMNS },
  );

export const FeedBody = Type.Object({
  url: text({
    min: 1,
    max: 2048,
    description: 'Where the feed is fetched: http or https, at a public address.',
    examples: ['https://shop.example/feeds/google.xml'],
  }),
  format: format(),
  schedule: schedule(),
  columns: Type.Optional(columns()),
});

export const FeedRecord = Type.Object(
  {
    url: nullable(Type.String({ description: 'Null: the store uploads files.' })),
    format: format(),
    schedule: schedule(),
    columns: columns(),
    next_run_at: nullable(dateTime()),
    product_count: whole({ description: 'Products that the last run has found.' }),
    created_at: dateTime(),
    updated_at: dateTime(),
  },
  { description: 'The product feed of a store. (The body is an addition.)' },
);

const itemError = Type.Object({
  line: whole({ description: 'Of the file, from 1.' }),
  product_id: nullable(Type.String()),
  field: nullable(Type.String({ description: 'The attribute; null: the item as a whole.' })),
  message: Type.String(),
  is_omitted: Type.Boolean({ description: 'Whether the item was left out. `false`: only this attribute of it.' }),
});

export const RunRecord = Type.Object(
  {
    id: id(),
    source: oneOf(RUN_SOURCES, { description: '`removal`: the feed was deleted.' }),
    format: format(),
    state: oneOf(RUN_STATES, { description: '`unchanged`: the server has no newer feed.' }),
    items: whole({ description: 'Items of the feed.' }),
    created: whole(),
    changed: whole(),
    unchanged: whole(),
    gone: whole({ description: 'Products that the feed no longer has.' }),
    refused: whole({ description: 'Items with an error, which are left out.' }),
    errors: Type.Array(itemError, { description: 'The first 100 errors and warnings.' }),
    failure: nullable(
      Type.Object(
        { code: Type.String(), message: Type.String() },
        { description: 'Why the feed was refused as a whole. The products are those of the run before.' },
      ),
    ),
    created_at: dateTime(),
    started_at: nullable(dateTime()),
    finished_at: nullable(dateTime()),
  },
  { description: 'One reading of a product feed. (The body is an addition.)' },
);

export const RunList = v2Envelope(RunRecord);
export const runQuery = pageQuery();
export const uploadQuery = {
  format: format(),
  ...(Object.fromEntries(
    ITEM_FIELDS.map((field) => [
      `column_${field}`,
      Type.Optional(
        text({
          min: 1,
          max: 100,
          description: `The column of a table with the attribute \`${field}\`. It is stored with the feed.`,
        }),
      ),
    ]),
  ) as Record<`column_${ItemField}`, TOptional<TString>>),
};

const ProductRecord = Type.Object(
  {
    id: id(),
    advertiser: Type.Object({ id: id(), name: Type.String() }),
    product_id: Type.String({ description: 'The store’s own id.' }),
    title: Type.String(),
    brand: Type.String(),
    category: Type.String({ examples: ['Clothing > Shoes'] }),
    url: Type.String({ description: 'The page of the product, to create a link.' }),
    image_url: nullable(Type.String()),
    price: money(),
    sale_price: nullable(money({ description: 'The current price if it is reduced.' })),
    availability: oneOf(AVAILABILITIES),
    updated_at: dateTime(),
  },
  { description: 'A product of a store’s feed. (The body is an addition.)' },
);

const amount = (description: string) =>
  Type.String({
    pattern: '^[0-9]{1,15}([.][0-9]{1,6})?$',
    'x-says': 'must be a decimal number, such as 12.50',
    description,
    examples: ['12.50'],
  });

export const productQuery = {
  q: Type.Optional(
    text({
      min: 1,
      max: 200,
      description: 'Words of title, brand and category. The last one may be the beginning of a word.',
    }),
  ),
  store: Type.Optional(id({ description: 'Of this store.' })),
  category: Type.Optional(
    text({ min: 1, max: 500, description: 'This category, or one below it.', examples: ['Clothing > Shoes'] }),
  ),
  currency: Type.Optional(
    currencyCode({ description: 'Prices in this currency; required to compare prices without `store`.' }),
  ),
  min_price: Type.Optional(amount('The minimum current price.')),
  max_price: Type.Optional(amount('The maximum current price.')),
  on_sale: Type.Optional(Type.Boolean({ description: 'Only products with a sale price, or only those without one.' })),
  order: oneOf(PRODUCT_ORDERS, {
    default: 'newest',
    description: '`discount`: products on sale, the largest discount first.',
  }),
  size: Type.Integer({ minimum: 1, maximum: 100, default: 24, description: 'Number of products per page.' }),
  after: Type.Optional(text({ min: 1, max: 100, description: '`meta.next_cursor` of the page before.' })),
};

export const ProductPageReply = Type.Object({
  data: Type.Array(ProductRecord),
  meta: CursorMeta,
  next: nullable(Type.String(earlierName('meta.next_cursor'))),
});

const AlertRecord = Type.Object(
  {
    kind: oneOf(ALERT_KINDS, {
      description: '`price_drop`: it costs less than before. `gone`: the feed of the store no longer has it.',
    }),
    at: dateTime(),
    affiliate_link: Type.Object({ id: id(), url: Type.String({ description: 'The tracked URL.' }) }),
    product: ProductRecord,
    previous_price: nullable(money()),
  },
  { description: 'A change of a product that a creator links to. (The body is an addition.)' },
);
export const AlertList = v2Envelope(AlertRecord);
export const alertQuery = { kind: Type.Optional(oneOf(ALERT_KINDS)), ...pageQuery() };

nameSchemas({
  ProductFeedInput: FeedBody,
  ProductFeed: FeedRecord,
  ProductFeedRun: RunRecord,
  Product: ProductRecord,
  ProductPage: ProductPageReply,
  ProductAlert: AlertRecord,
});
