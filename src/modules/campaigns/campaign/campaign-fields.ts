import { type SQL, sql } from 'drizzle-orm';
import type { CampaignType } from '../participants/moves.ts';

/**
 * The columns of a campaign that its store sets, in our units: minor units and instants. Null: no limit, open, or
 * none.
 */
export interface CampaignFields {
  name: string;
  title: string;
  text: string;
  influencerText: string;
  campaignShow: boolean;
  type: CampaignType;
  active: boolean;
  /** 1 to 100; among active campaigns, the highest priority prices a click. */
  priority: number;
  validFrom: Date | null;
  /** The last instant of its validity. */
  validUntil: Date | null;
  hasProductSeeding: boolean;
  hasOnetimePayment: boolean;
  oneTimePaymentMinor: number | null;
  perUserLimit: boolean;
  maxClicks: number | null;
  maxMoneyMinor: number | null;
  budgetLimitMinor: number | null;
  sharedBudgetId: number | null;
  todo: readonly string[];
  storeVisibility: 0 | 1 | 2;
  showForAdvertiser: boolean;
  storeGroupId: number | null;
  /** Set: the store's individual terms for this creator. */
  onlyUserId: number | null;
}

const COLUMNS: Record<keyof CampaignFields, string> = {
  name: 'name',
  title: 'campaign_title',
  text: 'campaign_text',
  influencerText: 'influencer_text',
  campaignShow: 'campaign_show',
  type: 'type',
  active: 'active',
  priority: 'priority',
  validFrom: 'valid_from',
  validUntil: 'valid_until',
  hasProductSeeding: 'has_product_seeding',
  hasOnetimePayment: 'has_onetime_payment',
  oneTimePaymentMinor: 'one_time_payment_minor',
  perUserLimit: 'per_user_limit',
  maxClicks: 'max_clicks',
  maxMoneyMinor: 'max_money_minor',
  budgetLimitMinor: 'budget_limit_minor',
  sharedBudgetId: 'shared_budget_id',
  todo: 'todo',
  storeVisibility: 'store_visibility',
  showForAdvertiser: 'show_for_advertiser',
  storeGroupId: 'store_group_id',
  onlyUserId: 'only_user_id',
};

/** Converts fields to columns and values for an INSERT or UPDATE. */
export function columnsOf(fields: Partial<CampaignFields>): { column: SQL; value: SQL }[] {
  const given = Object.entries(fields) as [keyof CampaignFields, CampaignFields[keyof CampaignFields] | undefined][];
  return given.flatMap(([field, value]) =>
    value === undefined ? [] : [{ column: sql`${sql.identifier(COLUMNS[field])}`, value: parameterOf(value) }],
  );
}

function parameterOf(value: CampaignFields[keyof CampaignFields]): SQL {
  if (value instanceof Date) return sql`${value.toISOString()}::timestamptz`;
  return Array.isArray(value) ? sql`${sql.param([...value])}::text[]` : sql`${value}`;
}
