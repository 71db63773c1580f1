import { moneyObject } from '../../platform/money.ts';
import { trackedUrl } from '../links/index.ts';
import type { ProductFeed } from './feed/feed.ts';
import type { FeedRun } from './feed/runs.ts';
import type { ProductAlert } from './search/list-alerts.ts';
import type { Product } from './search/product.ts';

export const presentFeed = (feed: ProductFeed) => ({
  url: feed.url,
  format: feed.format,
  schedule: feed.schedule,
  columns: feed.columns,
  next_run_at: feed.nextRunAt?.toISOString() ?? null,
  product_count: feed.productCount,
  created_at: feed.createdAt.toISOString(),
  updated_at: feed.updatedAt.toISOString(),
});

export const presentRun = ({ createdAt, startedAt, finishedAt, errors, ...run }: FeedRun) => ({
  ...run,
  errors: errors.map(({ line, productId, field, message, isOmitted }) => ({
    line,
    product_id: productId,
    field,
    message,
    is_omitted: isOmitted ?? true,
  })),
  created_at: createdAt.toISOString(),
  started_at: startedAt?.toISOString() ?? null,
  finished_at: finishedAt?.toISOString() ?? null,
});

export const presentProduct = ({ store, currency, ...product }: Product) => ({
  id: product.id,
  advertiser: store,
  product_id: product.productId,
  title: product.title,
  brand: product.brand,
  category: product.category,
  url: product.url,
  image_url: product.imageUrl,
  price: moneyObject({ minor: product.priceMinor, currency }),
  sale_price: product.salePriceMinor === null ? null : moneyObject({ minor: product.salePriceMinor, currency }),
  availability: product.availability,
  updated_at: product.updatedAt.toISOString(),
});

export const presentAlert = (publicUrl: string, { kind, at, link, product, previousMinor }: ProductAlert) => ({
  kind,
  at: at.toISOString(),
  affiliate_link: { id: link.id, url: trackedUrl(publicUrl, link.code) },
  product: presentProduct(product),
  previous_price: previousMinor === null ? null : moneyObject({ minor: previousMinor, currency: product.currency }),
});
