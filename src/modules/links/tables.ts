import { pgTable, text } from 'drizzle-orm/pg-core';
import { bytes, id, instant, whole } from '../../platform/database/columns.ts';

// The migrations are the source of truth. These definitions give the columns types, and tests/tables.test.ts compares
// the two.

export const links = pgTable('links', {
  id: id(),
  code: text('code').notNull(),
  userId: whole('user_id').notNull(),
  storeId: whole('store_id').notNull(),
  url: text('url').notNull(),
  urlHash: bytes('url_hash').notNull(),
  title: text('title').notNull().default(''),
  kind: text('kind', { enum: ['link', 'tag'] })
    .notNull()
    .default('link'),
  suspendedAt: instant('suspended_at'),
  createdAt: instant('created_at').notNull().defaultNow(),
});
