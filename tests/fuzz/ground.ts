import type pg from 'pg';
import type { DemoFile } from '../../src/demo/demo-file.ts';
import type { Draw } from './draw.ts';

/** The existing records, so that requests refer to them. */
export interface Ground {
  emails: readonly string[];
  pages: readonly string[];
  /** An id that a field or parameter of this name could have. The record may belong to anybody. */
  idFor(draw: Draw, name: string): number;
  /** A text that a field or parameter of this name could have; null if none is known. */
  textFor(draw: Draw, name: string): string | null;
}

type Ids = DemoFile['ids'];

/** The table of the record that a field names, with the demo's own record first. The first matching pattern applies. */
const RECORDS: [name: RegExp, table: string, own: readonly (keyof Ids)[]][] = [
  [/gift_?order/i, 'gift_orders', []],
  [/publication/i, 'publications', []],
  [/creator_?invitation/i, 'agency_invitations', []],
  [/usage_?right/i, 'usage_rights', []],
  [/deliverable/i, 'deliverables', []],
  [/broadcast/i, 'broadcasts', []],
  [/message_?template|^template_id/i, 'message_templates', []],
  [/message_?trigger/i, 'message_triggers', []],
  [/material/i, 'campaign_materials', []],
  [/attachment/i, 'message_attachments', []],
  [/binding/i, 'customer_bindings', []],
  [/^list(?:_id)?$/i, 'creator_lists', []],
  [/store_?group|advertiser_?group|market/i, 'store_groups', ['store_group']],
  [/categor/i, 'categories', ['store_category']],
  [/link_?domain/i, 'link_domains', []],
  [/order_?claim/i, 'order_claims', []],
  [/appeal/i, 'appeals', []],
  [/payout_?run/i, 'payout_runs', []],
  [/payout_?account/i, 'payout_accounts', []],
  [/payout/i, 'payouts', []],
  [/bank_?entr/i, 'bank_entries', []],
  [/one_?time_?payment/i, 'one_time_payments', []],
  [/webhook/i, 'webhooks', []],
  [/return_?ad/i, 'return_ads', []],
  [/user_?tag|tag_id/i, 'user_tags', ['user_tag']],
  [/revenue_?tier/i, 'revenue_tiers', ['revenue_tier']],
  [/stats_?config/i, 'stats_configurations', []],
  [/shared_?budget/i, 'shared_budgets', []],
  [/invoice/i, 'invoices', ['store_invoice', 'client_invoice']],
  [/statement/i, 'invoices', []],
  [/participant|offer_?user/i, 'participants', ['offer_user']],
  [/offer|campaign|priority_after/i, 'campaigns', ['offer', 'standard_offer', 'other_offer']],
  [/^tag$|link/i, 'links', ['affiliate_link']],
  [/advertiser|store/i, 'stores', ['store', 'other_store']],
  [/client|agenc/i, 'agencies', ['client']],
  [/user|creator|created_by|representative/i, 'users', ['user', 'other_user', 'advertiser_user']],
  [/comment/i, 'comments', []],
  [/rule/i, 'url_rules', []],
  [/order/i, 'orders', []],
  [/voucher/i, 'vouchers', []],
  [/media/i, 'user_media', []],
  [/invite/i, 'invites', []],
  [/token/i, 'tokens', []],
  [/target/i, 'campaign_targets', []],
];
const ANYTHING: (keyof Ids)[] = ['store', 'user', 'offer', 'client', 'other_store', 'offer_user'];

/** Texts by the name of the field, as SQL. */
const TEXTS: Record<string, string> = {
  key: 'SELECT tracking_key AS text FROM stores',
  code: 'SELECT code AS text FROM links',
  token: 'SELECT token AS text FROM campaigns',
  click: 'SELECT id::text AS text FROM clicks',
  line: 'SELECT id::text AS text FROM invoice_lines',
  voucher_code: 'SELECT code AS text FROM vouchers',
  month: "SELECT to_char(month, 'YYYY-MM') AS text FROM payment_periods",
  collector: "SELECT unnest(ARRAY['sales_pixel', 'shop_plugin']) AS text",
  currency: "SELECT unnest(ARRAY['EUR', 'SEK', 'NOK']) AS text",
  order_id: 'SELECT order_id AS text FROM orders',
  username: 'SELECT identifier AS text FROM social_accounts',
  paymentAmount: "SELECT unnest(ARRAY['500', '1', '12.50']) AS text",
};

/** Reads the current contents of the database: the oldest records and the newest. */
export async function readGround(pool: pg.Pool, demo: DemoFile): Promise<Ground> {
  const ids = new Map<string, number[]>();
  for (const [, table] of RECORDS) {
    const { rows } = await pool.query<{ id: number }>(
      `(SELECT id FROM ${table} ORDER BY id LIMIT 4) UNION (SELECT id FROM ${table} ORDER BY id DESC LIMIT 4) ORDER BY id`,
    );
    ids.set(
      table,
      rows.map(({ id }) => id),
    );
  }
  const texts = new Map<string, string[]>();
  for (const [name, query] of Object.entries(TEXTS)) {
    const { rows } = await pool.query<{ text: string }>(`${query} LIMIT 8`);
    texts.set(
      name,
      rows.map(({ text }) => text),
    );
  }
  return {
    emails: Object.values(demo.emails),
    pages: [demo.product_url, demo.other_product_url, demo.unknown_url, 'https://modehaus.example/x'],
    idFor(draw, name) {
      const [, table, own] = RECORDS.find(([pattern]) => pattern.test(name)) ?? [null, 'stores', ANYTHING];
      if (own.length > 0 && draw.chance(0.6))
        return demo.ids[draw.pick(own.slice(0, draw.chance(0.7) ? 1 : own.length))];
      if (name === 'id' && draw.chance(0.8)) return demo.ids[draw.pick(ANYTHING.slice(0, 2))];
      const known = ids.get(table)!;
      return known.length > 0 && draw.chance(0.85) ? draw.pick(known) : 1 + draw.upTo(30);
    },
    textFor(draw, name) {
      const known = texts.get(name) ?? [];
      return known.length === 0 ? null : draw.pick(known);
    },
  };
}
