import { boolean, char, pgTable, text } from 'drizzle-orm/pg-core';
import { SCOPES } from '../../platform/auth/scopes.ts';
import { bytes, id, instant, share, whole } from '../../platform/database/columns.ts';

// migrations/ is the source of truth; these give its columns types, and tests/tables.test.ts holds the two together.

export const storeGroups = pgTable('store_groups', {
  id: id(),
  name: text('name').notNull(),
  key: text('key').notNull(),
  country: char('country', { length: 2 }).notNull(),
  currency: char('currency', { length: 3 }).notNull(),
  locale: text('locale').notNull(),
  language: text('language').notNull(),
});

export const agencies = pgTable('agencies', {
  id: id(),
  clientId: text('client_id').notNull(),
  name: text('name').notNull(),
  isDefault: boolean('is_default').notNull().default(false),
  storeGroupId: whole('store_group_id'),
  agencyShare: share('agency_share').notNull().default('0'),
  userShare: share('user_share'),
});

export const users = pgTable('users', {
  id: id(),
  username: text('username').notNull(),
  email: text('email').notNull(),
  isAdmin: boolean('is_admin').notNull().default(false),
  agencyId: whole('agency_id'),
  revenueTierId: whole('revenue_tier_id'),
  storeGroupId: whole('store_group_id'),
  firstName: text('first_name'),
  surname: text('surname'),
  suspendedAt: instant('suspended_at'),
  erasedAt: instant('erased_at'),
});

export const tokens = pgTable('tokens', {
  id: id(),
  userId: whole('user_id').notNull(),
  hash: bytes('hash').notNull(),
  hint: text('hint').notNull(),
  purpose: text('purpose', { enum: ['api', 'access', 'session'] }).notNull(),
  name: text('name').notNull().default(''),
  createdBy: whole('created_by'),
  onBehalfOf: whole('on_behalf_of'),
  scopes: text('scopes')
    .array()
    .notNull()
    .default([...SCOPES]),
  device: text('device'),
  secondFactor: boolean('second_factor').notNull().default(false),
  createdAt: instant('created_at').notNull().defaultNow(),
  expiresAt: instant('expires_at'),
});
