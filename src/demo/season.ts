import type { PastClick } from '../modules/clicks/index.ts';
import { CAMPAIGNS, type DemoCampaign } from './campaign-definitions.ts';
import { type DemoLink, reportedLink } from './links.ts';
import type { Chance } from './random.ts';
import type { Timeline } from './timeline.ts';

const HOUR_MS = 3_600_000;
const CLICKS_A_DAY = 62;
const CLICKS_TODAY_AT_LEAST = 14;

/** Traffic of each UTC hour relative to the average: low at night, more at lunch, highest in the evening. */
export const HOURS = [
  0.25, 0.15, 0.1, 0.1, 0.2, 0.5, 0.9, 1.1, 1.0, 0.9, 1.0, 1.2, 1.1, 0.9, 0.9, 1.0, 1.2, 1.5, 1.9, 2.3, 2.2, 1.7, 1.1,
  0.6,
];
/** Sunday first. */
export const WEEKDAYS = [1.35, 1.0, 0.9, 0.9, 0.95, 0.85, 1.05];
/** Factor by which a running campaign increases the traffic of its store's links. */
const CAMPAIGN_LIFT = 1.7;

const PHONE = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
const ANDROID = 'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko)';

export const AT_HOME = [
  { 'user-agent': `${PHONE} Version/18.1 Mobile/15E148 Safari/604.1` },
  { 'user-agent': `${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36` },
  { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:132.0) Gecko/20100101 Firefox/132.0' },
];
export const IN_AN_APP = [
  { 'user-agent': `${PHONE} Mobile/22B83 Instagram 356.0.0.30.103 (iPhone15,2; iOS 18_1; sv_SE)` },
  { 'user-agent': `${ANDROID} Chrome/131.0.0.0 Mobile Safari/537.36`, referer: 'https://www.tiktok.com/' },
  { 'user-agent': `${PHONE} Version/18.1 Mobile/15E148 Safari/604.1`, referer: 'https://l.instagram.com/' },
];
const BOTS = [
  { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
  { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' },
];

/** Countries of networks; some are not known. */
export const COUNTRIES = ['SE', 'SE', 'SE', 'SE', 'SE', 'SE', 'NO', 'NO', 'DK', 'FI', 'DE', null];

/**
 * Returns the requests for the demo's links from the start of the season until now. They vary by hour and weekday,
 * grow slightly, increase during campaigns, and include bots, prefetches, embedded pictures and double clicks. The
 * same random seed yields the same season.
 */
export function seasonClicks(links: readonly DemoLink[], time: Timeline, chance: Chance): PastClick[] {
  const runs = Object.values<DemoCampaign>(CAMPAIGNS).map(({ store, from, until }) => ({
    store,
    fromMs: time.at(from).getTime(),
    untilMs: time.at(until).getTime(),
  }));
  const pullAt = (link: DemoLink, atMs: number) => {
    if (atMs < link.madeAtMs) return 0;
    const lifted = runs.some((run) => run.store === link.store && atMs >= run.fromMs && atMs < run.untilMs);
    return link.pull * (lifted ? CAMPAIGN_LIFT : 1);
  };
  const clicks: PastClick[] = [];
  const wholePull = links.reduce((sum, { pull }) => sum + pull, 0);
  for (let hourMs = time.seasonFromMs; hourMs < time.nowMs; hourMs += HOUR_MS) {
    const at = new Date(hourMs);
    const pulls = links.map((link) => pullAt(link, hourMs));
    const drawn = pulls.reduce((sum, pull) => sum + pull, 0) / wholePull;
    const growth = 0.85 + (0.3 * (hourMs - time.seasonFromMs)) / (time.nowMs - time.seasonFromMs);
    const mean = (CLICKS_A_DAY / 24) * HOURS[at.getUTCHours()]! * WEEKDAYS[at.getUTCDay()]! * growth * drawn;
    for (let left = chance.count(mean); left > 0; left -= 1) {
      const atMs = hourMs + chance.below(HOUR_MS);
      clicks.push(...visit(links[chance.weighted(pulls)]!, atMs, chance));
    }
  }
  clicks.push(...todaysClicks(links, time, chance));
  return clicks.filter(({ atMs }) => atMs <= time.nowMs);
}

/**
 * Guarantees clicks for today's views at any time of day. They are spread over the day so far, and the last one is
 * now.
 */
function todaysClicks(links: readonly DemoLink[], time: Timeline, chance: Chance): PastClick[] {
  const fromMs = time.at(0).getTime();
  const pulls = links.map(({ pull }) => pull);
  return Array.from({ length: CLICKS_TODAY_AT_LEAST }, (_, index) => {
    const atMs = Math.round(fromMs + ((time.nowMs - fromMs) * (index + 1)) / CLICKS_TODAY_AT_LEAST);
    // Every second click is on the link in demo.json.
    return shopper(index % 2 === 0 ? reportedLink(links) : links[chance.weighted(pulls)]!, atMs, chance);
  });
}

/** One visit, usually by a person, who sometimes clicks twice. */
function visit(link: DemoLink, atMs: number, chance: Chance): PastClick[] {
  const kind = chance.next();
  const click = shopper(link, atMs, chance);
  if (kind < 0.05) return [{ ...click, headers: chance.pick(BOTS) }];
  if (kind < 0.07) return [{ ...click, method: 'HEAD' }];
  if (kind < 0.085) return [{ ...click, headers: { ...click.headers, 'sec-purpose': 'prefetch' } }];
  if (kind < 0.09) return [{ ...click, headers: { ...click.headers, 'sec-fetch-dest': 'image' } }];
  if (kind < 0.15) return [click, { ...click, atMs: atMs + 1_000 + chance.below(240_000) }];
  return [click];
}

function shopper({ code }: DemoLink, atMs: number, chance: Chance): PastClick {
  const headers = chance.pick(chance.next() < 0.55 ? IN_AN_APP : AT_HOME);
  const [network, subnet, host] = [18 + chance.below(2), chance.below(256), chance.below(256)];
  const country = COUNTRIES[subnet % COUNTRIES.length]!;
  return { code, atMs, method: 'GET', headers, address: `198.${network}.${subnet}.${host}`, country };
}
