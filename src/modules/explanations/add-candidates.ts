import type { KeptCandidate } from '../clicks/index.ts';
import { type ClickFacts, SOURCE_NAMES, TERMS_NAMES } from './click-facts.ts';
import type { Explaining, Input } from './explanation.ts';

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
        ...{ clicks: Number(clicks), spent: Number(spent), ownClicks: Number(ownClicks), ownSpent: Number(ownSpent) },
        poolSpent: poolSpent ? Number(poolSpent) : null,
        poolMax: poolMax ? Number(poolMax) : null,
      };
    });
  return { caps, creditMinor: credit === undefined ? null : Number(credit.slice('credit:'.length)) };
}

/** Adds a step for each of the terms that could have priced a click, in the order that they are tried in. */
export function addCandidates(explaining: Explaining, click: ClickFacts): void {
  const { candidates } = click;
  if (candidates === null) {
    explaining.add('candidates', {
      result: 'unknown',
      because:
        click.terms === 0
          ? 'No terms apply to the click.'
          : 'The click was recorded by a version that kept only the terms that priced it, not the others.',
    });
    return;
  }
  const atMs = Date.parse(click.at);
  const figures = readPassedOver(click.passedOver).caps;
  let passed = 0;
  let isDecided = false;
  for (const candidate of candidates) {
    const inSchedule = (candidate.from ?? -Infinity) <= atMs && atMs <= (candidate.until ?? Infinity);
    if (!inSchedule) addCandidate(explaining, candidate, 'passed_over', scheduleReason(candidate, atMs), {});
    else if (isDecided)
      addCandidate(
        explaining,
        candidate,
        'not_reached',
        'Terms before it in the order apply, so it is not looked at.',
        {},
      );
    else if (passed < figures.length) addCapped(explaining, candidate, figures[passed++]!);
    else {
      isDecided = true;
      addCandidate(
        explaining,
        candidate,
        'applied',
        `It is the first of the terms that apply and whose cap is not exhausted.`,
        {},
      );
    }
  }
  if (!isDecided)
    explaining.add('candidates', {
      result: 'none',
      because: 'No terms apply at this instant that have an unexhausted cap.',
    });
}

const ORDER = [
  '',
  'Campaigns to which the link is attached come first.',
  'The store’s campaign for this one creator comes second.',
  'Running campaigns for the creator come third, highest priority first, then newest.',
  'The store’s own prices come last.',
];

function addCandidate(
  explaining: Explaining,
  candidate: KeptCandidate,
  result: 'applied' | 'passed_over' | 'not_reached',
  because: string,
  figures: Record<string, Input>,
): void {
  const { from, until, campaign } = candidate;
  explaining.add('candidate', {
    inputs: {
      terms: TERMS_NAMES[candidate.kind]!,
      campaign_id: campaign,
      ...(from === null ? {} : { valid_from_at: new Date(from).toISOString() }),
      ...(until === null ? {} : { valid_until_at: new Date(until).toISOString() }),
      cpc_minor: candidate.cpc,
      price_source: candidate.price_source === null ? null : SOURCE_NAMES[candidate.price_source]!,
      own_agreement: candidate.override,
      ...(explaining.reader.store ? { invoice_cpc_minor: candidate.cost } : {}),
      ...figures,
    },
    result,
    because: `${ORDER[candidate.kind] ?? ''} ${because}`.trim(),
    record: campaign === null ? null : { kind: 'campaign', id: String(campaign) },
  });
}

function scheduleReason({ from }: KeptCandidate, atMs: number): string {
  return from !== null && atMs < from ? 'It has not begun at the instant of the click.' : 'It ended before the click.';
}

/** A campaign with an exhausted cap. The store and the platform see its figures; the creator sees the creator's own. */
function addCapped(explaining: Explaining, candidate: KeptCandidate, seen: CapFigures): void {
  const { reader } = explaining;
  const { per_user: isPerUser, max_clicks: maxClicks, max_minor: maxMinor, click_limit: clickLimit, cost } = candidate;
  const clicks = isPerUser ? seen.ownClicks : seen.clicks;
  const spent = isPerUser ? seen.ownSpent : seen.spent;
  const reasons: string[] = [];
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
  const whose = isPerUser ? 'for each creator' : 'of the campaign';
  if (maxClicks !== null && clicks >= maxClicks) reasons.push(`the maximum number of clicks ${whose} is reached`);
  if (clickLimit !== null && seen.ownClicks >= clickLimit)
    reasons.push('the creator’s own number of clicks is reached');
  if (maxMinor !== null && spent + cost > maxMinor) reasons.push(`the money ${whose} does not cover the click`);
  if (seen.poolMax !== null && (seen.poolSpent ?? 0) + cost > seen.poolMax)
    reasons.push('the shared budget does not cover the click');
  const because = reasons.length === 0 ? 'Its cap is exhausted.' : `Its cap is exhausted: ${reasons.join(', and ')}.`;
  addCandidate(explaining, candidate, 'passed_over', because, inputs);
}
