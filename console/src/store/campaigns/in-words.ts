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
  return [click, order].flatMap((told) => {
    const [usual, ofSocial] = [told(general), told(social)];
    const cost = told === click ? general.invoice_cpc : general.invoice_cpa;
    return [...(cost ? [usual] : []), ...(ofSocial === usual ? [] : [t.social(ofSocial)])];
  });
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

/** Budget use: share for a progress bar, null without a limit, and text. */
function budgetOf(campaign: StoreCampaign, t: CampaignTexts['budget'], { money, number }: Formats) {
  const { max_money: most, max_clicks: clicks, shared_budget: shared, currency } = campaign;
  if (campaign.per_user_limit && (most !== null || clicks !== null)) return { share: null, words: t.each };
  const inMoney =
    most === null
      ? null
      : {
          share: most === 0 ? 1 : campaign.spent / most,
          words: t.money(money(campaign.spent, currency), money(most, currency)),
        };
  const inClicks =
    clicks === null
      ? null
      : {
          share: clicks === 0 ? 1 : campaign.clicks / clicks,
          words: t.clicks(number(campaign.clicks), number(clicks)),
        };
  const ofAll =
    shared === null
      ? null
      : {
          share: shared.amount === 0 ? 1 : shared.spent / shared.amount,
          words: `${t.shared(shared.title)}, ${t.money(money(shared.spent, currency), money(shared.amount, currency))}`,
        };
  const limits = [inMoney, inClicks, ofAll].filter((limit) => limit !== null);
  return limits.sort((a, b) => b.share - a.share)[0] ?? { share: null, words: t.none };
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
    }),
    [t, formats],
  );
}
