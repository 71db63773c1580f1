import { addDays } from '../../platform/calendar.ts';
import type { WorkKind } from './sources.ts';

/** The values from which a path is composed. */
interface WorkPlace {
  recordId: number | null;
  storeId: number | null;
  agencyId: number | null;
  subject: string | null;
}

/** The console's list of orders shows at most so many days. */
const ORDER_DAYS = 730;

type PathOf = (place: WorkPlace, today: string) => string;

const store =
  (page: string): PathOf =>
  ({ storeId }) =>
    `/console/shop/${storeId}/${page}`;
const storeCampaign: PathOf = ({ storeId, recordId }) =>
  `/console/shop/${storeId}/campaigns/${recordId}?tab=participants`;
const storeContent: PathOf = ({ storeId, recordId }) => `/console/shop/${storeId}/campaigns/${recordId}?tab=content`;
const creatorCampaign: PathOf = ({ recordId, agencyId }) =>
  agencyId === null ? `/console/creator/campaigns/${recordId}` : `/console/agency/${agencyId}/campaigns/${recordId}`;
const admin =
  (page: string): PathOf =>
  () =>
    `/console/admin/${page}`;

/** Orders of all days that the list shows. */
const orders =
  (filter: string): PathOf =>
  ({ storeId }, today) =>
    `/console/shop/${storeId}/orders?${filter}&from=${addDays(today, 1 - ORDER_DAYS)}&to=${today}`;

/** A page that stores, agencies and creators have each. */
const own =
  (page: string): PathOf =>
  ({ storeId, agencyId }) => {
    if (storeId !== null) return `/console/shop/${storeId}/${page}`;
    return agencyId === null ? `/console/creator/${page}` : `/console/agency/${agencyId}/${page}`;
  };

/** The page of the console where each kind is done. */
export const PATHS: Record<WorkKind, PathOf> = {
  orders_to_resolve: orders('whose=unresolved'),
  orders_to_decide: orders('status=pending&whose=creators'),
  claims_to_decide: store('claims'),
  tracking_silent: store('tracking'),
  stores_with_disputed_orders: admin('stores?state=disputed'),
  claims_escalated: admin('claims?status=escalated'),
  applications: storeCampaign,
  suggestions: storeCampaign,
  products_to_send: storeCampaign,
  products_not_received: storeCampaign,
  posts_to_complete: storeCampaign,
  invitations: creatorCampaign,
  products_to_confirm: creatorCampaign,
  campaign_tasks: creatorCampaign,
  posts_to_report: creatorCampaign,
  publications_to_review: storeContent,
  appeals_to_answer: store('appeals?state=open'),
  appeals_to_close: admin('appeals?state=open'),
  invoices_to_pay: store('invoices'),
  payment_method_missing: store('invoices'),
  months_to_close: ({ subject }) => `/console/admin/periods/${subject}`,
  payments_to_check: admin('receivables'),
  unpaid_store_invoices: admin('invoices?kind=store&state=unpaid'),
  unpaid_client_statements: admin('invoices?kind=client&state=unpaid'),
  unpaid_creator_statements: admin('invoices?kind=creator&state=unpaid'),
  stores_incomplete: admin('stores?state=incomplete'),
  runs_to_approve: ({ recordId }) => `/console/admin/runs${recordId === null ? '' : `/${recordId}`}`,
  payout_data_missing: own('payouts'),
  domains_to_prove: store('url-rules'),
  stores_to_approve: admin('stores?approval=pending'),
  link_domains_to_prove: own('domains'),
  webhooks_failing: own('webhooks'),
  people_to_verify: admin('people?state=unverified'),
  failed_jobs: admin('system'),
};
