import { sql } from 'drizzle-orm';
import { agenciesKnownTo, mayKnowShare } from '../../accounts/index.ts';
import type { DatasetRules } from './dataset-rules.ts';
import { at, BY_ID, creatorsOf, idsOf, plain } from './dimension-parts.ts';

/*
 * Who earns: creators, agencies, and what they are paid.
 */

export const CREATORS: DatasetRules = {
  ...BY_ID,
  from: sql`users t`,
  columns: sql`t.id, t.username, t.public_name, t.email, t.agency_id, t.suspended_at, t.created_at`,
  // Members of a store know by name whose links and participations they see.
  scope: (actor) => {
    if (actor.isAdmin) return sql`t.erased_at IS NULL`;
    const stores = idsOf(actor.storeIds);
    return sql`t.erased_at IS NULL AND (t.id = ${actor.userId} OR t.agency_id = ANY (${idsOf(actor.agencyIds)})
      OR EXISTS (SELECT FROM links l WHERE l.user_id = t.id AND l.store_id = ANY (${stores}))
      OR EXISTS (SELECT FROM participants p JOIN campaigns c ON c.id = p.campaign_id WHERE p.user_id = t.id AND c.store_id = ANY (${stores})))`;
  },
  names: ['id', 'username', 'name', 'email', 'client_id', 'suspended', 'created_at'],
  whole: new Set(['id', 'client_id']),
  truths: new Set(['suspended']),
  present(row, actor) {
    const isOwn = actor.isAdmin || actor.userId === row.id || actor.agencyIds.includes(row.agency_id as number);
    return {
      id: plain(row.id),
      username: plain(row.username),
      name: plain(row.public_name),
      email: isOwn ? plain(row.email) : null,
      client_id: isOwn ? plain(row.agency_id) : null,
      suspended: isOwn ? row.suspended_at !== null : null,
      created_at: isOwn ? at(row.created_at) : null,
    };
  },
};

export const AGENCIES: DatasetRules = {
  ...BY_ID,
  from: sql`agencies c`,
  columns: sql`c.id, c.name, c.own_payment_system, (c.agency_share * 1000000)::bigint AS share_ppm`,
  key: sql`c.id`,
  scope: agenciesKnownTo,
  names: ['id', 'name', 'has_own_payment_system', 'revenue_share_ppm'],
  whole: new Set(['id', 'revenue_share_ppm']),
  truths: new Set(['has_own_payment_system']),
  present: (row, actor) => ({
    id: plain(row.id),
    name: plain(row.name),
    has_own_payment_system: plain(row.own_payment_system),
    revenue_share_ppm: mayKnowShare(actor, row.id as number) ? plain(row.share_ppm) : null,
  }),
};

export const PAYOUTS: DatasetRules = {
  ...BY_ID,
  from: sql`payouts t JOIN payout_accounts a ON a.id = t.payout_account_id`,
  columns: sql`t.id, t.run_id, t.account, t.user_id, t.agency_id, t.currency, t.amount_minor, t.status, t.reason, a.method, a.masked,
    t.end_to_end_id, t.paid_on, t.returned_on`,
  // As the lists of a creator's and of an agency's payouts.
  scope: (actor) => {
    if (actor.isAdmin) return sql`true`;
    return sql`(t.user_id = ${actor.userId} OR t.user_id = ANY (${creatorsOf(actor)}) OR t.agency_id = ANY (${idsOf(actor.agencyIds)}))`;
  },
  names: [
    'id',
    'run_id',
    'kind',
    'user_id',
    'client_id',
    'currency',
    'amount_minor',
    'status',
    'reason',
    'method',
    'account',
    'end_to_end_id',
    'paid_on',
    'returned_on',
  ],
  whole: new Set(['id', 'run_id', 'user_id', 'client_id', 'amount_minor']),
  present: (row) => ({
    id: plain(row.id),
    run_id: plain(row.run_id),
    kind: plain(row.account),
    user_id: plain(row.user_id),
    client_id: plain(row.agency_id),
    currency: plain(row.currency),
    amount_minor: plain(row.amount_minor),
    status: plain(row.status),
    reason: plain(row.reason),
    method: plain(row.method),
    account: plain(row.masked),
    end_to_end_id: plain(row.end_to_end_id),
    paid_on: plain(row.paid_on),
    returned_on: plain(row.returned_on),
  }),
};
