import { useFormats } from '../../language/formats.ts';
import { usePaySentence } from '../new-link/sentences.ts';
import { useCampaignTexts } from './texts.ts';
import type { Campaign } from './use-board.ts';

/** Status of the creator in the campaign. */
export function useStateWords(): (campaign: Campaign) => string {
  const t = useCampaignTexts();
  return ({ part, type, status }) => {
    if (part === null && (status === 'ended' || status === 'deleted')) return t.over;
    if (part === null && status === 'paused') return t.earnsNothing;
    if (part === null && type === 'standard') return status === 'scheduled' ? t.earnsLater : t.automatic;
    if (part === null) return type === 'user_accept' ? t.canJoin : t.canApply;
    return part.status === 'open' && type === 'store_accept' ? t.canApply : t.state[part.status];
  };
}

/** Start and end date as text. */
export function useScheduleWords(): (campaign: Campaign) => string {
  const t = useCampaignTexts();
  const { day } = useFormats();
  return ({ status, valid_from, valid_until }) => {
    if (status === 'paused') return t.paused;
    if (status === 'scheduled' && valid_from !== null) return t.from(day(valid_from));
    const isPast = valid_until !== null && new Date(valid_until) < new Date();
    if (status === 'ended' || isPast) return isPast ? t.ended(day(valid_until)) : t.over;
    return valid_until === null ? t.always : t.until(day(valid_until));
  };
}

/** Compensation, one sentence each; social networks only where they differ. */
export function usePayWords(): (campaign: Campaign) => string[] {
  const t = useCampaignTexts();
  const sentence = usePaySentence();
  const { moneyOf, money, day } = useFormats();
  return ({ pay, currency, one_time_payment: once, has_product_seeding: hasProduct, part, promise, guarantee }) => {
    const [general = null, social = null] = pay.map((one) =>
      sentence({
        perClickMinor: one.per_click_minor,
        perOrder: one.per_order,
        perOrderFixed: one.per_order_fixed,
        cpoMode: one.cpo_mode,
        minimumOrder: one.minimum_order,
        currency,
      }),
    );
    const agreed = part?.payment ?? null;
    const words = [
      general,
      social !== null && social !== general ? t.socialTerms(social) : null,
      agreed !== null ? t.agreed(moneyOf(agreed.amount, agreed.currency)) : null,
      once !== null && agreed === null ? t.once(moneyOf(once.amount, once.currency)) : null,
      hasProduct ? t.product : null,
    ].filter((one) => one !== null);
    const kept = [
      promise?.until != null ? t.promisedUntil(day(promise.until)) : null,
      promise?.notice_days != null ? t.withNotice(promise.notice_days) : null,
    ].filter((one) => one !== null);
    const promised = promise?.is_binding === true ? [kept.join('; ')] : [];
    const covered =
      guarantee && t.guaranteedPay(money(guarantee.left.minor, guarantee.left.currency), day(guarantee.until));
    return [...(words.length === 0 ? [t.nothing] : words), ...promised, ...(covered === null ? [] : [covered])];
  };
}
