import { boolean, char, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { id, instant, whole } from '../../platform/database/columns.ts';

// migrations/ is the source of truth; these give its columns types, and tests/tables.test.ts holds the two together.

export const stores = pgTable('stores', {
  id: id(),
  storeGroupId: whole('store_group_id').notNull(),
  name: text('name').notNull(),
  country: char('country', { length: 2 }).notNull(),
  currency: char('currency', { length: 3 }).notNull(),
  language: text('language').notNull(),
  locale: text('locale').notNull(),
  hidden: boolean('hidden').notNull().default(false),
  deactivatedAt: instant('deactivated_at'),
  deletedAt: instant('deleted_at'),
  toplistRank: integer('toplist_rank'),
  trackingKey: text('tracking_key').notNull(),
});

export const urlRules = pgTable('url_rules', {
  id: id(),
  storeId: whole('store_id').notNull(),
  type: text('type', { enum: ['allow', 'block'] }).notNull(),
  url: text('url'),
  keyword: text('keyword'),
  isMain: boolean('is_main').notNull().default(false),
});
