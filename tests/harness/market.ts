import { createHash } from 'node:crypto';
import type pg from 'pg';
import { unique } from './unique.ts';

/** Inserts rows for tests with SQL, so that a test of one module does not depend on the use cases of another. */
export interface Market {
  storeGroup(values?: { currency?: string; country?: string }): Promise<number>;
  agency(values?: {
    agencyShare?: number;
    userShare?: number;
    isDefault?: boolean;
    storeGroupId?: number;
  }): Promise<number>;
  tier(values?: { agencyId?: number; userShare?: number; agencyShare?: number }): Promise<number>;
  user(values?: {
    isAdmin?: boolean;
    agencyId?: number;
    tierId?: number;
    email?: string;
    suspended?: boolean;
  }): Promise<number>;
  member(storeId: number, userId: number): Promise<void>;
  representative(agencyId: number, userId: number): Promise<void>;
  /** An approved store with accepted domains and sufficient credit for a test, unless options say otherwise. */
  store(values?: {
    storeGroupId?: number;
    currency?: string;
    hidden?: boolean;
    domains?: string[];
    approval?: 'pending' | 'approved' | 'rejected';
    creditMinor?: number;
  }): Promise<number>;
  /** Replaces the key of a store's plugin, and returns the new one. */
  activationKey(storeId: number): Promise<string>;
  price(values: {
    storeId: number;
    campaignId?: number;
    participantId?: number;
    source?: 0 | 1;
    cpcMinor?: number;
    invoiceCpcMinor?: number;
    cpa?: number;
    invoiceCpa?: number;
    marginCpa?: number;
    cpoMinor?: number;
    invoiceCpoMinor?: number;
    cpoMode?: 'added' | 'larger';
    minimumOrderMinor?: number;
    userShare?: number;
    agencyShare?: number;
  }): Promise<void>;
  /** A link to a page of the store: the host of its URL is a domain of the store. */
  link(values: {
    userId: number;
    storeId: number;
    url?: string;
    kind?: 'link' | 'tag';
  }): Promise<{ id: number; code: string; url: string }>;
  campaign(values: {
    storeId: number;
    type?: 'standard' | 'user_accept' | 'store_accept' | 'suggestion';
    active?: boolean;
    priority?: number;
    validFrom?: Date;
    validUntil?: Date;
    onlyUserId?: number;
    perUserLimit?: boolean;
    maxClicks?: number;
    maxMoneyMinor?: number;
    budgetLimitMinor?: number;
    sharedBudgetId?: number;
  }): Promise<number>;
  sharedBudget(storeId: number, amountMinor: number): Promise<number>;
  /** A category with its stores. */
  category(values?: { name?: string; storeIds?: number[] }): Promise<number>;
  /** A user tag and the users who have it; a tag without a store is common to all. */
  userTag(values?: { storeId?: number; name?: string; userIds?: number[] }): Promise<number>;
  participant(values: { campaignId: number; userId: number; status?: string; clickLimit?: number }): Promise<number>;
}

/** Creates rows in a migrated database. Omitted fields get a plain default and a unique name. */
export function createMarket(pool: pg.Pool): Market {
  const insert = async (table: string, values: Record<string, unknown>): Promise<Record<string, never>> => {
    const given = Object.entries(values).filter(([, value]) => value !== undefined);
    const names = given.map(([name]) => name).join(', ');
    const places = given.map((_, index) => `$${index + 1}`).join(', ');
    const { rows } = await pool.query(
      `INSERT INTO ${table} (${names}) VALUES (${places}) RETURNING *`,
      given.map(([, value]) => value),
    );
    return rows[0];
  };
  const idOf = async (table: string, values: Record<string, unknown>): Promise<number> =>
    (await insert(table, values))['id']!;

  const market: Market = {
    storeGroup: ({ currency = 'SEK', country = 'SE' } = {}) =>
      idOf('store_groups', { name: country, key: unique(), country, currency, locale: 'sv_SE', language: 'sv' }),
    agency: ({ agencyShare, userShare, isDefault, storeGroupId } = {}) =>
      idOf('agencies', {
        client_id: unique(),
        name: `Client ${unique()}`,
        is_default: isDefault,
        agency_share: agencyShare,
        user_share: userShare,
        store_group_id: storeGroupId,
      }),
    tier: ({ agencyId, userShare, agencyShare } = {}) =>
      idOf('revenue_tiers', { name: unique(), agency_id: agencyId, user_share: userShare, agency_share: agencyShare }),
    user: ({ isAdmin, agencyId, tierId, email, suspended } = {}) => {
      const name = unique();
      return idOf('users', {
        username: name,
        email: email ?? `${name}@example.test`,
        is_admin: isAdmin,
        agency_id: agencyId,
        revenue_tier_id: tierId,
        suspended_at: suspended ? new Date() : undefined,
      });
    },
    async member(storeId, userId) {
      await insert('store_members', { store_id: storeId, user_id: userId });
    },
    async representative(agencyId, userId) {
      await insert('agency_members', { agency_id: agencyId, user_id: userId });
    },
    async store({ storeGroupId, currency = 'SEK', hidden, domains = [], approval, creditMinor = 1e15 } = {}) {
      const id = await idOf('stores', {
        store_group_id: storeGroupId ?? (await market.storeGroup({ currency })),
        name: `Store ${unique()}`,
        country: 'SE',
        currency,
        language: 'sv',
        locale: 'sv_SE',
        hidden,
        approval,
        approval_reason: approval === 'rejected' ? 'No.' : undefined,
        tracking_key: unique(),
      });
      for (const host of domains) await insert('store_domains', { store_id: id, host });
      await pool.query('UPDATE store_credit SET own_limit_minor = $2, limit_minor = $2 WHERE store_id = $1', [
        id,
        creditMinor,
      ]);
      return id;
    },
    async activationKey(storeId) {
      const key = unique();
      const hash = createHash('sha256').update(key).digest();
      await pool.query('UPDATE stores SET activation_key_hash = $1 WHERE id = $2', [hash, storeId]);
      return key;
    },
    async price({ source = 0, ...values }) {
      await insert('prices', {
        store_id: values.storeId,
        campaign_id: values.campaignId,
        participant_id: values.participantId,
        source,
        cpc_minor: values.cpcMinor,
        invoice_cpc_minor: values.invoiceCpcMinor,
        cpa: values.cpa,
        invoice_cpa: values.invoiceCpa,
        margin_cpa: values.marginCpa,
        cpo_minor: values.cpoMinor,
        invoice_cpo_minor: values.invoiceCpoMinor,
        cpo_mode: values.cpoMode,
        minimum_order_minor: values.minimumOrderMinor,
        user_share: values.userShare,
        agency_share: values.agencyShare,
      });
    },
    async link({ userId, storeId, url = `https://shop.example.test/${unique()}`, kind }) {
      const code = unique();
      const hash = createHash('sha256').update(url).digest();
      await pool.query(
        `INSERT INTO store_domains (store_id, host) SELECT $1, $2 WHERE NOT EXISTS (
           SELECT FROM store_domains d WHERE d.store_id = $1 AND ($2 = d.host OR $2 LIKE '%.' || d.host))
         ON CONFLICT DO NOTHING`,
        [storeId, new URL(url).hostname],
      );
      const id = await idOf('links', { code, user_id: userId, store_id: storeId, url, url_hash: hash, kind });
      return { id, code, url };
    },
    campaign: (values) =>
      idOf('campaigns', {
        store_id: values.storeId,
        token: unique(),
        type: values.type ?? 'standard',
        active: values.active,
        priority: values.priority,
        valid_from: values.validFrom,
        valid_until: values.validUntil,
        only_user_id: values.onlyUserId,
        per_user_limit: values.perUserLimit,
        max_clicks: values.maxClicks,
        max_money_minor: values.maxMoneyMinor,
        budget_limit_minor: values.budgetLimitMinor,
        shared_budget_id: values.sharedBudgetId,
      }),
    sharedBudget: (storeId, amountMinor) =>
      idOf('shared_budgets', { store_id: storeId, title: unique(), amount_minor: amountMinor }),
    async category({ name = unique(), storeIds = [] } = {}) {
      const id = await idOf('categories', { name, key: unique() });
      for (const storeId of storeIds) await insert('store_categories', { category_id: id, store_id: storeId });
      return id;
    },
    async userTag({ storeId, name = unique(), userIds = [] } = {}) {
      const id = await idOf('user_tags', { name, slug: unique(), store_id: storeId });
      for (const userId of userIds) await insert('user_tag_members', { user_tag_id: id, user_id: userId });
      return id;
    },
    participant: ({ campaignId, userId, status = 'accepted', clickLimit }) =>
      idOf('participants', { campaign_id: campaignId, user_id: userId, status, click_limit: clickLimit }),
  };
  return market;
}
