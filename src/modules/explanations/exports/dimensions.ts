import { sql } from 'drizzle-orm';
import { type Actor, isStoreKey } from '../../../platform/auth/actor.ts';
import { linkScope } from '../../links/index.ts';
import { readerOf } from '../explanation.ts';
import type { DatasetRules, ExportRow } from './dataset-rules.ts';
import { at, BY_ID, creatorsOf, idsOf, isOwnStore, plain } from './dimension-parts.ts';

/*
 * The records to which clicks, orders and the ledger refer. They have no position in the order of commits: they are read whole, by their
 * ids.
 */

const concerned = (row: ExportRow) => ({
  storeId: row.store_id as number,
  userId: row.user_id as number | null,
  agencyId: row.current_agency_id as number | null,
  currentAgencyId: row.current_agency_id as number | null,
});

export const STORES: DatasetRules = {
  ...BY_ID,
  from: sql`stores t`,
  columns: sql`t.id, t.name, t.url, t.country, t.currency, t.language, t.hidden, t.deactivated_at, t.created_at`,
  // Members read their own stores, everybody else those that creators can choose.
  scope: (actor) => {
    if (actor.isAdmin) return sql`t.deleted_at IS NULL`;
    if (isStoreKey(actor) || actor.storeIds.length > 0)
      return sql`t.deleted_at IS NULL AND t.id = ANY (${idsOf(actor.storeIds)})`;
    return sql`t.deleted_at IS NULL AND NOT t.hidden AND t.deactivated_at IS NULL AND t.approval = 'approved'`;
  },
  names: ['id', 'name', 'url', 'country', 'currency', 'language', 'hidden', 'active', 'created_at'],
  whole: new Set(['id']),
  truths: new Set(['hidden', 'active']),
  present: (row, actor) => ({
    id: plain(row.id),
    name: plain(row.name),
    url: plain(row.url),
    country: plain(row.country),
    currency: plain(row.currency),
    language: plain(row.language),
    hidden: plain(row.hidden),
    active: row.deactivated_at === null,
    created_at: isOwnStore(actor, row.id) ? at(row.created_at) : null,
  }),
};

export const LINKS: DatasetRules = {
  ...BY_ID,
  from: sql`links t JOIN users u ON u.id = t.user_id`,
  columns: sql`t.id, t.code, t.url, t.title, t.store_id, t.user_id, u.agency_id AS current_agency_id, t.tags, t.archived_at, t.created_at`,
  scope: (actor) => linkScope(actor, sql`t.user_id`, sql`t.store_id`),
  names: ['id', 'code', 'original_url', 'title', 'store_id', 'user_id', 'tags', 'archived_at', 'created_at'],
  whole: new Set(['id', 'store_id', 'user_id']),
  present(row, actor) {
    const { creator } = readerOf(actor, concerned(row));
    return {
      id: plain(row.id),
      code: plain(row.code),
      original_url: plain(row.url),
      title: plain(row.title),
      store_id: plain(row.store_id),
      user_id: plain(row.user_id),
      tags: creator ? JSON.stringify(row.tags) : null,
      archived_at: creator ? at(row.archived_at) : null,
      created_at: at(row.created_at),
    };
  },
};

/** Condition: the actor may know of the participation `p`. The store alone knows of those that it only considers. */
const participates = (actor: Actor) =>
  sql`p.status <> 'suggestion' AND (p.user_id = ${actor.userId} OR p.user_id = ANY (${creatorsOf(actor)}))`;

export const CAMPAIGNS: DatasetRules = {
  ...BY_ID,
  from: sql`campaigns t JOIN stores s ON s.id = t.store_id`,
  columns: sql`t.id, t.store_id, t.shown_title, t.name, t.type, t.active, t.valid_from, t.valid_until, t.max_clicks, t.max_money_minor,
    t.priority, s.currency, t.created_at, t.deleted_at`,
  scope: (actor) => {
    if (actor.isAdmin) return sql`true`;
    return sql`(t.store_id = ANY (${idsOf(actor.storeIds)}) OR t.deleted_at IS NULL
      AND EXISTS (SELECT FROM participants p WHERE p.campaign_id = t.id AND ${participates(actor)}))`;
  },
  names: [
    'id',
    'store_id',
    'campaign_title',
    'name',
    'type',
    'active',
    'valid_from',
    'valid_until',
    'priority',
    'currency',
    'max_clicks',
    'max_money_minor',
    'created_at',
    'deleted_at',
  ],
  whole: new Set(['id', 'store_id', 'priority', 'max_clicks', 'max_money_minor']),
  truths: new Set(['active']),
  instants: new Set(['valid_from', 'valid_until']),
  present(row, actor) {
    const isOwn = isOwnStore(actor, row.store_id);
    const ofStore = (value: unknown) => (isOwn ? plain(value) : null);
    return {
      id: plain(row.id),
      store_id: plain(row.store_id),
      campaign_title: plain(row.shown_title),
      name: ofStore(row.name),
      type: plain(row.type),
      active: plain(row.active),
      valid_from: at(row.valid_from),
      valid_until: at(row.valid_until),
      priority: ofStore(row.priority),
      currency: plain(row.currency),
      max_clicks: ofStore(row.max_clicks),
      max_money_minor: ofStore(row.max_money_minor),
      created_at: at(row.created_at),
      deleted_at: at(row.deleted_at),
    };
  },
};

export const PARTICIPANTS: DatasetRules = {
  ...BY_ID,
  from: sql`participants t JOIN campaigns c ON c.id = t.campaign_id LEFT JOIN users u ON u.id = t.user_id`,
  columns: sql`t.id, t.campaign_id, c.store_id, t.user_id, u.agency_id AS current_agency_id, t.status, t.applied_at, t.click_limit, t.payment_amount_minor,
    t.payment_currency, t.created_at, t.updated_at`,
  scope: (actor) => {
    if (actor.isAdmin) return sql`true`;
    return sql`(c.store_id = ANY (${idsOf(actor.storeIds)}) OR c.deleted_at IS NULL AND t.status <> 'suggestion'
      AND (t.user_id = ${actor.userId} OR t.user_id = ANY (${creatorsOf(actor)})))`;
  },
  names: [
    'id',
    'offer_id',
    'store_id',
    'user_id',
    'status',
    'applied_at',
    'click_limit',
    'payment_currency',
    'payment_minor',
    'created_at',
    'updated_at',
  ],
  whole: new Set(['id', 'offer_id', 'store_id', 'user_id', 'click_limit', 'payment_minor']),
  present: (row, actor) => ({
    id: plain(row.id),
    offer_id: plain(row.campaign_id),
    store_id: plain(row.store_id),
    user_id: plain(row.user_id),
    // Only the store knows that it has put an application second.
    status: row.status === 'second_prio' && !isOwnStore(actor, row.store_id) ? 'applied' : plain(row.status),
    applied_at: at(row.applied_at),
    click_limit: plain(row.click_limit),
    payment_currency: plain(row.payment_currency),
    payment_minor: plain(row.payment_amount_minor),
    created_at: at(row.created_at),
    updated_at: isOwnStore(actor, row.store_id) ? at(row.updated_at) : null,
  }),
};

export const INVOICES: DatasetRules = {
  ...BY_ID,
  from: sql`invoices t`,
  columns: sql`t.id, t.number, t.kind, t.month, t.store_id, t.agency_id, t.user_id, t.currency, t.net_minor, t.vat_minor, t.total_minor, t.open_minor,
    t.issued_on, t.payment_date, t.paid_at, t.credits_id`,
  // As the policy of a single invoice (`onInvoice`).
  scope: (actor) => {
    if (actor.isAdmin) return sql`true`;
    return sql`(t.store_id = ANY (${idsOf(actor.storeIds)}) OR t.agency_id = ANY (${idsOf(actor.agencyIds)}) OR t.user_id = ${actor.userId}
      OR t.user_id = ANY (${creatorsOf(actor)}))`;
  },
  names: [
    'id',
    'number',
    'kind',
    'month',
    'store_id',
    'client_id',
    'user_id',
    'currency',
    'net_minor',
    'vat_minor',
    'total_minor',
    'open_minor',
    'issued_on',
    'due_on',
    'paid_at',
    'credited_invoice_id',
  ],
  whole: new Set([
    'id',
    'store_id',
    'client_id',
    'user_id',
    'net_minor',
    'vat_minor',
    'total_minor',
    'open_minor',
    'credited_invoice_id',
  ]),
  present: (row) => ({
    id: plain(row.id),
    number: plain(row.number),
    kind: plain(row.kind),
    month: String(row.month).slice(0, 7),
    store_id: plain(row.store_id),
    client_id: plain(row.agency_id),
    user_id: plain(row.user_id),
    currency: plain(row.currency),
    net_minor: plain(row.net_minor),
    vat_minor: plain(row.vat_minor),
    total_minor: plain(row.total_minor),
    open_minor: plain(row.open_minor),
    issued_on: plain(row.issued_on),
    due_on: plain(row.payment_date),
    paid_at: at(row.paid_at),
    credited_invoice_id: plain(row.credits_id),
  }),
};

export const VOUCHERS: DatasetRules = {
  ...BY_ID,
  from: sql`vouchers t`,
  columns: sql`t.id, t.store_id, t.user_id, t.link_id, t.code, t.exclusive, t.valid_from, t.valid_until, t.created_at`,
  scope: (actor) => linkScope(actor, sql`t.user_id`, sql`t.store_id`),
  names: [
    'id',
    'store_id',
    'user_id',
    'affiliate_link_id',
    'code',
    'exclusive',
    'valid_from',
    'valid_until',
    'created_at',
  ],
  whole: new Set(['id', 'store_id', 'user_id', 'affiliate_link_id']),
  truths: new Set(['exclusive']),
  instants: new Set(['valid_from', 'valid_until']),
  present: (row) => ({
    id: plain(row.id),
    store_id: plain(row.store_id),
    user_id: plain(row.user_id),
    affiliate_link_id: plain(row.link_id),
    code: plain(row.code),
    exclusive: plain(row.exclusive),
    valid_from: at(row.valid_from),
    valid_until: at(row.valid_until),
    created_at: at(row.created_at),
  }),
};
