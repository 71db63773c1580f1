import type { KeptCandidate } from '../clicks/index.ts';
import { type ClickFacts, SOURCE_NAMES, TERMS_NAMES } from './click-facts.ts';
import type { Explaining, Input } from './explanation.ts';
import type { CapReason } from './words/texts.en.ts';

/** The figures of a candidate's caps when it was passed over. */
interface CapFigures {
  clicks: number;
  spent: number;
  ownClicks: number;
  ownSpent: number;
  poolSpent: number | null;
  poolMax: number | null;
}

/** The remaining credit of a store when a click exceeds it, and the figures of the candidates that were passed over, in order. */
export function readPassedOver(text: string | null): { caps: CapFigures[]; creditMinor: number | null } {
  const entries = text === null ? [] : text.split(';');
  const credit = entries.find((entry) => entry.startsWith('credit:'));
  const caps = entries
    .filter((entry) => !entry.startsWith('credit:'))
    .map((entry) => {
      const [clicks, spent, ownClicks, ownSpent, poolSpent, poolMax] = entry.split(',');
      return {
        clicks: Number(clicks),
        spent: Number(spent),
        ownClicks: Number(ownClicks),
        ownSpent: Number(ownSpent),
        poolSpent: poolSpent ? Number(poolSpent) : null,
        poolMax: poolMax ? Number(poolMax) : null,
      };
    });
  return { caps, creditMinor: credit === undefined ? null : Number(credit.slice('credit:'.length)) };
}

/** Adds a step for each of the terms that could have priced a click, in the order that they are tried in. */
export function addCandidates(explaining: Explaining, click: ClickFacts): void {
  const { candidates } = click;
  const texts = explaining.words.texts.candidates;
  if (candidates === null) {
    explaining.add('candidates', {
      result: 'unknown',
      because: click.terms === 0 ? texts.noTerms : texts.notKept,
    });
    return;
  }
  const atMs = Date.parse(click.at);
  const figures = readPassedOver(click.passedOver).caps;
  let passed = 0;
  let isDecided = false;
  for (const candidate of candidates) {
    const inSchedule = (candidate.from ?? -Infinity) <= atMs && atMs <= (candidate.until ?? Infinity);
    const isEarly = candidate.from !== null && atMs < candidate.from;
    if (!inSchedule) addCandidate(explaining, candidate, 'passed_over', isEarly ? texts.notBegun : texts.ended, {});
    else if (isDecided) addCandidate(explaining, candidate, 'not_reached', texts.notReached, {});
    else if (passed < figures.length) addCapped(explaining, candidate, figures[passed++]!);
    else {
      isDecided = true;
      addCandidate(explaining, candidate, 'applied', texts.applied, {});
    }
  }
  if (!isDecided) explaining.add('candidates', { result: 'none', because: texts.none });
}

function addCandidate(
  explaining: Explaining,
  candidate: KeptCandidate,
  result: 'applied' | 'passed_over' | 'not_reached',
  because: string,
  figures: Record<string, Input>,
): void {
  const { from, until, campaign } = candidate;
  const terms = TERMS_NAMES[candidate.kind]!;
  const title = explaining.titleOf(campaign);
  const sentence = `${explaining.words.texts.candidates.order[terms]} ${because}`.trim();
  explaining.add('candidate', {
    inputs: {
      terms,
      campaign_id: campaign,
      ...(from === null ? {} : { valid_from_at: new Date(from).toISOString() }),
      ...(until === null ? {} : { valid_until_at: new Date(until).toISOString() }),
      cpc_minor: candidate.cpc,
      price_source: candidate.price_source === null ? null : SOURCE_NAMES[candidate.price_source]!,
      own_agreement: candidate.override,
      // The campaign sets no price of this kind, so that the store's own applies.
      ...(candidate.store_cpc ? { store_click_price: true } : {}),
      ...(candidate.store_cpa ? { store_order_price: true } : {}),
      ...(explaining.reader.store ? { invoice_cpc_minor: candidate.cost } : {}),
      ...figures,
    },
    result,
    because: title === null ? sentence : explaining.words.texts.candidates.of({ campaign: title, sentence }),
    record: explaining.campaign(campaign),
  });
}

/** A campaign with an exhausted cap. The store and the platform see its figures; the creator sees the creator's own. */
function addCapped(explaining: Explaining, candidate: KeptCandidate, seen: CapFigures): void {
  const { reader } = explaining;
  const { per_user: isPerUser, max_clicks: maxClicks, max_minor: maxMinor, click_limit: clickLimit, cost } = candidate;
  const clicks = isPerUser ? seen.ownClicks : seen.clicks;
  const spent = isPerUser ? seen.ownSpent : seen.spent;
  const reasons: CapReason[] = [];
  const inputs: Record<string, Input> = {};
  if (reader.store || isPerUser) {
    if (maxClicks !== null) Object.assign(inputs, { max_clicks: maxClicks, clicks_used: clicks });
    if (reader.store && maxMinor !== null) Object.assign(inputs, { max_minor: maxMinor, spent_minor: spent });
  }
  if (clickLimit !== null)
    Object.assign(inputs, { creator_max_clicks: clickLimit, creator_clicks_used: seen.ownClicks });
  if (reader.store && seen.poolMax !== null)
    Object.assign(inputs, { shared_budget_minor: seen.poolMax, shared_budget_spent_minor: seen.poolSpent });
  if (!reader.store) explaining.omit('campaign_caps');
  if (maxClicks !== null && clicks >= maxClicks) reasons.push(isPerUser ? 'clicks_each' : 'clicks');
  if (clickLimit !== null && seen.ownClicks >= clickLimit) reasons.push('own_clicks');
  if (maxMinor !== null && spent + cost > maxMinor) reasons.push(isPerUser ? 'money_each' : 'money');
  if (seen.poolMax !== null && (seen.poolSpent ?? 0) + cost > seen.poolMax) reasons.push('shared_budget');
  const because = explaining.words.texts.candidates.exhausted(reasons);
  addCandidate(explaining, candidate, 'passed_over', because, inputs);
}
