import { MAX_FIXED_MINOR, MAX_MINIMUM_ORDER_MINOR } from '../../../../../src/platform/limits.ts';
import { lengthOf } from '../../../components/length.ts';
import { readNumber } from '../../../components/number-input.ts';
import { digitsOf } from '../../../language/formats.ts';
import type { CampaignTexts } from '../texts.ts';
import type { Draft, Faults } from './draft.ts';
import { type CampaignBody, linesOf, plainBodyOf } from './plain-fields.ts';

type Costs = CampaignBody['traffic_sources_costs'][number];

/** The longest texts, by field of the API. */
export const LONGEST = { campaign_title: 64, campaign_text: 1056, name: 255, 'shared_budget.title': 128 } as const;

/** Converts a draft to a request body and validates it. */
export function bodyOf(
  draft: Draft,
  { currency, isAdmin, t }: { currency: string; isAdmin: boolean; t: CampaignTexts['form'] },
): { body: CampaignBody; faults: Faults } {
  const faults: Faults = {};
  const scale = 10 ** digitsOf(currency);
  const number = (text: string, field: string, { whole = false, max }: { whole?: boolean; max?: number } = {}) => {
    const value = readNumber(text);
    if (value === undefined) return undefined;
    if (Number.isNaN(value)) faults[field] = t.number;
    else if (whole && !Number.isInteger(value)) faults[field] = t.whole;
    else if (max !== undefined && value > max) faults[field] = t.upTo(String(max));
    return field in faults ? undefined : value;
  };
  const minor = (text: string, field: string, max?: number) => {
    const value = number(text, field, max === undefined ? {} : { max: max / scale });
    return value === undefined ? undefined : Math.round(value * scale);
  };
  const share = (text: string, field: string) => {
    const value = readNumber(text);
    if (value === undefined) return undefined;
    if (Number.isNaN(value) || value > 100) faults[field] = t.percent;
    return field in faults ? undefined : Math.round(value * 10_000) / 1_000_000;
  };
  const amount = (text: string, field: string, max: number) => {
    const value = number(text, field, { max: max / scale });
    return value === undefined ? undefined : { amount: value.toFixed(digitsOf(currency)), currency };
  };
  const costs: Costs[] = [];
  const addCosts = (source: 0 | 1, cpcText: string, cpaText: string, cpoText: string) => {
    const path = `traffic_sources_costs.${source}`;
    const cpo = amount(cpoText, `${path}.cpo`, MAX_FIXED_MINOR);
    const said = {
      cpo,
      cpo_mode: cpo === undefined ? undefined : draft.cpoMode,
      minimum_order:
        source === 0 ? amount(draft.minimumOrder, `${path}.minimum_order`, MAX_MINIMUM_ORDER_MINOR) : undefined,
      cpc: minor(cpcText, `${path}.cpc`, 1000),
      cpa: share(cpaText, `${path}.cpa`),
      ...(isAdmin && source === 0
        ? {
            invoice_cpc: minor(draft.bill, `${path}.invoice_cpc`, 100_000),
            invoice_cpa: share(draft.billOrder, `${path}.invoice_cpa`),
            invoice_cpo: amount(draft.billFixed, `${path}.invoice_cpo`, MAX_FIXED_MINOR),
            user_revenue: share(draft.share, `${path}.user_revenue`),
          }
        : {}),
    };
    const given = Object.entries(said).filter(([, value]) => value !== undefined);
    // The second entry is always social networks, so that errors map to their fields.
    if (given.length > 0 || source === 0) costs.push({ source, ...Object.fromEntries(given) });
  };
  addCosts(0, draft.cpc, draft.cpa, draft.cpo);
  if (draft.hasSocial) addCosts(1, draft.socialCpc, draft.socialCpa, draft.socialCpo);
  if (draft.title.trim() === '') faults.campaign_title = t.required;
  const texts = {
    campaign_title: draft.title,
    campaign_text: draft.text,
    name: draft.name,
    'shared_budget.title': draft.sharedTitle,
  };
  for (const [field, text] of Object.entries(texts)) {
    const max = LONGEST[field as keyof typeof LONGEST];
    if (lengthOf(text) > max) faults[field] = t.upTo(String(max));
  }
  if (draft.from !== '' && draft.to !== '' && draft.to < draft.from) faults.valid_until = t.endBeforeStart;
  const wrong = linesOf(draft.emails).find((line) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(line));
  if (wrong !== undefined) faults['targets.emails'] = t.addressFault(wrong);
  const sum = draft.hasOnce ? number(draft.sum, 'one_time_payment', { max: 1_000_000 }) : undefined;
  if (draft.hasOnce && sum === undefined) faults.one_time_payment ??= t.number;
  const isNew = draft.shared === 'new';
  const sharedAmount = isNew ? number(draft.sharedAmount, 'shared_budget.amount') : undefined;
  if (isNew && sharedAmount === undefined) faults['shared_budget.amount'] ??= t.number;
  if (isNew && draft.sharedTitle.trim() === '') faults['shared_budget.title'] = t.required;
  const text = [draft.text, draft.hashtags.trim()].filter((part) => part !== '').join('\n\n');
  const ids = (list: readonly string[]) => list.map(Number);
  const body: CampaignBody = {
    ...plainBodyOf(draft),
    active: !draft.isPaused,
    campaign_title: draft.title.trim(),
    campaign_text: text,
    type: draft.type,
    traffic_sources_costs: costs,
    has_onetime_payment: draft.hasOnce,
    one_time_payment: sum ?? null,
    per_user_limit: draft.isEach,
    max_clicks: number(draft.maxClicks, 'max_clicks', { whole: true, max: 1_000_000 }) ?? null,
    max_money: number(draft.maxMoney, 'max_money', { whole: true, max: 1_000_000 }) ?? null,
    // The API has two equivalent budget limits; the form shows one field.
    budget_limit: null,
    valid_from: draft.from === '' ? null : draft.from,
    valid_until: draft.to === '' ? null : draft.to,
    ...(isNew && sharedAmount !== undefined
      ? { shared_budget_id: null, shared_budget: { title: draft.sharedTitle.trim(), amount: sharedAmount } }
      : { shared_budget_id: draft.shared === '' || isNew ? null : Number(draft.shared) }),
    targets: {
      user_ids: ids(draft.userIds),
      user_tag_ids: ids(draft.tagIds),
      store_group_ids: ids(draft.groupIds),
      client_ids: ids(draft.clientIds),
      revenue_tier_ids: ids(draft.tierIds),
      emails: linesOf(draft.emails),
      social_media_identifiers: linesOf(draft.socials).map((line) => line.replace(/^@/, '')),
    },
  };
  return { body, faults };
}
