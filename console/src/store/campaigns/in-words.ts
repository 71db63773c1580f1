import type { paths } from '@tributary/client';
import { useMemo } from 'react';
import { type Formats, useFormats } from '../../language/formats.ts';
import { type CampaignTexts, useCampaignTexts } from './texts.ts';

/** A campaign in the store's list. */
export type StoreCampaign = Omit<
  paths['/v2/stores/{store}/campaigns']['get']['responses']['200']['content']['application/json']['data'][number],
  'image'
>;

type Prices = StoreCampaign['prices'];

/** What clicks and orders cost, in short sentences, each with the part that creators and their agencies share. Social prices are named if they differ. */
function pricesIn(
  { prices: { general, social }, currency }: { prices: Prices; currency: string },
  t: CampaignTexts['pays'],
  formats: Formats,
): string[] {
  const money = (minor: number | null) => formats.money(minor ?? 0, currency);
  const share = (fraction: number | null) => formats.percent(fraction ?? 0);
  const billed = (text: (amount: string) => string, cost: string, shared: string) =>
    cost === shared ? text(cost) : t.shared(text(cost), shared);
  const click = ({ invoice_cpc: cost, cpc }: Prices['general']) => billed(t.click, money(cost), money(cpc));
  const order = ({ invoice_cpa: cost, cpa }: Prices['general']) => billed(t.order, share(cost), share(cpa));
  const fixed = ({ invoice_cpo: cost, cpo, cpo_mode: mode }: Prices['general']) => {
    const text = billed(t.fixed, money(cost?.minor ?? 0), money(cpo?.minor ?? 0));
    return mode === 'larger' ? t.larger(text) : text;
  };
  const told = [
    { words: click, costs: Boolean(general.invoice_cpc) },
    { words: fixed, costs: Boolean(general.invoice_cpo?.minor) },
    { words: order, costs: Boolean(general.invoice_cpa) },
  ];
  const rates = told.flatMap(({ words, costs }) => {
    const [usual, ofSocial] = [words(general), words(social)];
    return [...(costs ? [usual] : []), ...(ofSocial === usual ? [] : [t.social(ofSocial)])];
  });
  const minimum = general.minimum_order?.minor ?? 0;
  return minimum > 0 ? [...rates, t.fromValue(money(minimum))] : rates;
}

/** The same as one text. */
export const ratesOf = (...[rates, t, formats]: Parameters<typeof pricesIn>): string =>
  pricesIn(rates, t, formats).join(' · ') || t.nothing;

/** The cost of a campaign in short sentences. */
function paysOf(campaign: StoreCampaign, t: CampaignTexts['pays'], formats: Formats): string[] {
  const { one_time_payment: once } = campaign;
  const says = [...pricesIn(campaign, t, formats), ...(once ? [t.once(formats.money(once, campaign.currency))] : [])];
  return says.length === 0 ? [t.nothing] : says;
}

function datesOf(
  { valid_from: from, valid_until: to }: StoreCampaign,
  t: CampaignTexts['dates'],
  formats: Formats,
): string {
  // In a narrow column, lines break between dates only.
  const day = (instant: string) => formats.day(instant).replaceAll(' ', '\u00a0');
  if (from !== null && to !== null) return t.between(day(from), day(to));
  if (to !== null) return t.until(day(to));
  return from === null || new Date(from) <= new Date() ? t.open : t.from(day(from));
}

/** The use of one limit: share for a progress bar, null if it applies to each creator, and text. */
export interface LimitUse {
  label: string;
  share: number | null;
  words: string;
}

const shareOf = (used: number, all: number) => (all === 0 ? 1 : used / all);

/** Every limit of a campaign's clicks, with its use. */
function limitsOf(campaign: StoreCampaign, t: CampaignTexts['budget'], { money, number }: Formats): LimitUse[] {
  const { max_money: most, max_clicks: clicks, shared_budget: shared, currency, per_user_limit: isEach } = campaign;
  const limits: LimitUse[] = [];
  const inMoney = (used: number, all: number) => t.money(money(used, currency), money(all, currency));
  if (most !== null)
    limits.push(
      isEach
        ? { label: t.each, share: null, words: money(most, currency) }
        : { label: t.used, share: shareOf(campaign.spent, most), words: inMoney(campaign.spent, most) },
    );
  if (clicks !== null)
    limits.push(
      isEach
        ? { label: t.each, share: null, words: t.clickLimit(number(clicks)) }
        : {
            label: t.clicksUsed,
            share: shareOf(campaign.clicks, clicks),
            words: t.clicks(number(campaign.clicks), number(clicks)),
          },
    );
  if (shared !== null)
    limits.push({
      label: t.shared(shared.title),
      share: shareOf(shared.spent, shared.amount),
      words: inMoney(shared.spent, shared.amount),
    });
  return limits;
}

/** The use of the limit that is reached first. */
function budgetOf(campaign: StoreCampaign, t: CampaignTexts['budget'], formats: Formats): Omit<LimitUse, 'label'> {
  if (campaign.per_user_limit && (campaign.max_money !== null || campaign.max_clicks !== null))
    return { share: null, words: t.each };
  const [first] = limitsOf(campaign, t, formats).sort((a, b) => (b.share ?? 0) - (a.share ?? 0));
  if (first === undefined) return { share: null, words: t.none };
  const isShared = campaign.shared_budget !== null && first.label === t.shared(campaign.shared_budget.title);
  return { share: first.share, words: isShared ? `${first.label}, ${first.words}` : first.words };
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** How much of a campaign's period has passed; null without a first and a last day. */
function periodOf(
  { valid_from: from, valid_until: to }: StoreCampaign,
  t: CampaignTexts['budget'],
  { number }: Formats,
) {
  if (from === null || to === null) return null;
  const [start, end] = [Date.parse(from), Date.parse(to)];
  const days = Math.max(1, Math.round((end - start) / DAY_MS));
  const passed = Math.min(days, Math.max(0, Math.floor((Date.now() - start) / DAY_MS)));
  return { share: passed / days, words: t.period(number(passed), number(days)) };
}

/** Texts about a campaign. */
export function useCampaignWords() {
  const t = useCampaignTexts();
  const formats = useFormats();
  return useMemo(
    () => ({
      pays: (campaign: StoreCampaign) => paysOf(campaign, t.pays, formats),
      dates: (campaign: StoreCampaign) => datesOf(campaign, t.dates, formats),
      budget: (campaign: StoreCampaign) => budgetOf(campaign, t.budget, formats),
      limits: (campaign: StoreCampaign) => limitsOf(campaign, t.budget, formats),
      period: (campaign: StoreCampaign) => periodOf(campaign, t.budget, formats),
    }),
    [t, formats],
  );
}
