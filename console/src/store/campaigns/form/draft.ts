import type { paths } from '@tributary/client';
import { majorText, percentText } from '../../../components/number-input.ts';
import type { QuestionDraft } from '../questions/question-rows.tsx';
import { type CampaignBody, type PlainDraft, plainDraftOf } from './plain-fields.ts';

export type Definition =
  paths['/v2/offers/{offer}/definition']['get']['responses']['200']['content']['application/json'];

/** Form values of a campaign. Numbers are kept as texts, so that invalid input is preserved. */
export interface Draft extends PlainDraft {
  type: CampaignBody['type'];
  title: string;
  text: string;
  hashtags: string;
  cpc: string;
  cpa: string;
  /** A fixed amount per order in major units, how it is paid with the share, and the minimum value of orders. */
  cpo: string;
  cpoMode: 'added' | 'larger';
  minimumOrder: string;
  hasSocial: boolean;
  socialCpc: string;
  socialCpa: string;
  socialCpo: string;
  /** Fields for administrators. */
  share: string;
  bill: string;
  billOrder: string;
  billFixed: string;
  hasOnce: boolean;
  sum: string;
  from: string;
  to: string;
  isPaused: boolean;
  maxClicks: string;
  maxMoney: string;
  isEach: boolean;
  /** ID of a shared budget, `new`, or empty. */
  shared: string;
  sharedTitle: string;
  sharedAmount: string;
  userIds: string[];
  tagIds: string[];
  groupIds: string[];
  clientIds: string[];
  tierIds: string[];
  emails: string;
  socials: string;
  /** What a new campaign asks of applicants. */
  questions: QuestionDraft[];
}

export const EMPTY: Draft = {
  type: 'standard',
  title: '',
  text: '',
  hashtags: '',
  cpc: '',
  cpa: '',
  cpo: '',
  cpoMode: 'added',
  minimumOrder: '',
  hasSocial: false,
  socialCpc: '',
  socialCpa: '',
  socialCpo: '',
  share: '',
  bill: '',
  billOrder: '',
  billFixed: '',
  hasOnce: false,
  sum: '',
  from: '',
  to: '',
  isPaused: false,
  maxClicks: '',
  maxMoney: '',
  isEach: false,
  shared: '',
  sharedTitle: '',
  sharedAmount: '',
  userIds: [],
  tagIds: [],
  groupIds: [],
  clientIds: [],
  tierIds: [],
  emails: '',
  socials: '',
  questions: [],
  ...plainDraftOf({}),
};

const HASHTAGS = /\n+((?:#[^\s#]+\s*)+)$/;

/** Converts a campaign to form values. */
export function draftOf({ offer }: Definition, currency: string): Draft {
  const price = (source: 0 | 1) => offer.traffic_sources_costs.find((cost) => cost.source === source);
  const [general, social] = [price(0), price(1)];
  const text = offer.campaign_text ?? '';
  const limits = [offer.max_money, offer.budget_limit].filter((limit) => typeof limit === 'number');
  const { targets } = offer;
  const ids = (list: readonly number[] | undefined) => (list ?? []).map(String);
  return {
    ...EMPTY,
    type: offer.type,
    title: offer.campaign_title,
    text: text.replace(HASHTAGS, ''),
    hashtags: HASHTAGS.exec(text)?.[1]?.trim() ?? '',
    cpc: majorText(general?.cpc ?? undefined, currency),
    cpa: percentText(general?.cpa ?? undefined),
    cpo: general?.cpo?.amount ?? '',
    cpoMode: general?.cpo_mode ?? social?.cpo_mode ?? 'added',
    minimumOrder: general?.minimum_order?.amount ?? '',
    hasSocial: social !== undefined,
    socialCpc: majorText(social?.cpc ?? undefined, currency),
    socialCpa: percentText(social?.cpa ?? undefined),
    socialCpo: social?.cpo?.amount ?? '',
    share: percentText(general?.user_revenue),
    bill: majorText(general?.invoice_cpc ?? undefined, currency),
    billOrder: percentText(general?.invoice_cpa ?? undefined),
    billFixed: general?.invoice_cpo?.amount ?? '',
    hasOnce: offer.has_onetime_payment ?? false,
    sum: offer.one_time_payment == null ? '' : String(offer.one_time_payment),
    from: offer.valid_from?.slice(0, 10) ?? '',
    to: offer.valid_until ?? '',
    isPaused: !offer.active,
    maxClicks: offer.max_clicks == null ? '' : String(offer.max_clicks),
    maxMoney: limits.length === 0 ? '' : String(Math.min(...limits)),
    isEach: offer.per_user_limit ?? false,
    shared: offer.shared_budget_id == null ? '' : String(offer.shared_budget_id),
    userIds: ids(targets.user_ids),
    tagIds: ids(targets.user_tag_ids),
    groupIds: ids(targets.store_group_ids),
    clientIds: ids(targets.client_ids),
    tierIds: ids(targets.revenue_tier_ids),
    emails: (targets.emails ?? []).join('\n'),
    socials: (targets.social_media_identifiers ?? []).join('\n'),
    ...plainDraftOf(offer),
  };
}

/** Form errors by the field name of the API. */
export type Faults = Record<string, string>;

/** Error of a field or of a nested field: `targets.emails` includes `targets.emails.3`. */
export function faultAt(faults: Faults, field: string): string | undefined {
  const key = Object.keys(faults).find((path) => path === field || path.startsWith(`${field}.`));
  return key === undefined ? undefined : faults[key];
}
