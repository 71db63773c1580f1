import type { IncomingHttpHeaders } from 'node:http';
import { isBotAgent } from './bots.ts';
import { ClickClass } from './click-classes.ts';
import { type DeviceCode, deviceCodeOf } from './device-country.ts';
import type { Source } from './profile.ts';

/** Sites whose links count as "the social networks" (source 1), with everything below them. */
const SOCIAL_HOSTS = new Set([
  'facebook.com',
  'fb.com',
  'fb.me',
  'messenger.com',
  'instagram.com',
  'threads.net',
  'threads.com',
  'tiktok.com',
  'tiktokv.com',
  'youtube.com',
  'youtu.be',
  'pinterest.com',
  'pin.it',
  'snapchat.com',
  'twitter.com',
  'x.com',
  't.co',
  'linkedin.com',
  'lnkd.in',
  'reddit.com',
  'redd.it',
  'tumblr.com',
  't.umblr.com',
  'twitch.tv',
  'vk.com',
  'weibo.com',
  'bsky.app',
  'go.bsky.app',
  'mastodon.social',
  'linktr.ee',
]);

/** Texts in user agents of the social networks' in-app browsers. */
const SOCIAL_APPS =
  /\bFB(?:AN|AV|_IAB|IOS)\b|\bInstagram\b|\bBarcelona\b|musical_ly|BytedanceWebview|TikTok|\btrill[_/]|\bSnapchat\b|\bPinterest\/|\[Pinterest|\bTwitter(?:Android| for)|\bLinkedInApp\b|\bRedditAndroid\b|\bReddit\/|com\.google\.android\.youtube|\bThreads\b/i;

interface Agent {
  isBot: boolean;
  isSocialApp: boolean;
  device: DeviceCode;
}

const MAX_AGENTS = 5_000;
const agents = new Map<string, Agent>();

/** The classification of a user agent. A few thousand recent ones are cached, because the classification is expensive. */
function agentOf(userAgent: string): Agent {
  let agent = agents.get(userAgent);
  if (agent === undefined) {
    if (agents.size >= MAX_AGENTS) agents.clear();
    agent = {
      isBot: isBotAgent(userAgent),
      isSocialApp: SOCIAL_APPS.test(userAgent),
      device: deviceCodeOf(userAgent),
    };
    agents.set(userAgent, agent);
  }
  return agent;
}

/**
 * Classifies a click by its request (docs/clicks.md, "Classification"): `bot` for known crawlers and requests without a user
 * agent; `prefetch` for HEAD requests and browsers' prefetch, prerender and preview headers; `embedded` for
 * resources of a page (an image, a frame, a script, a call). Without a user agent the device is `other`.
 */
export function classifyRequest(
  method: string | undefined,
  headers: IncomingHttpHeaders,
): { class: ClickClass; source: Source; device: DeviceCode } {
  const userAgent = headers['user-agent'];
  if (userAgent === undefined || userAgent.trim() === '') return { class: ClickClass.bot, source: 0, device: 0 };
  const agent = agentOf(userAgent.slice(0, 512));
  const { device } = agent;
  const source: Source = agent.isSocialApp || isSocialReferrer(headers.referer) ? 1 : 0;
  if (agent.isBot) return { class: ClickClass.bot, source, device };
  if (method !== 'GET' || looksAhead(headers)) return { class: ClickClass.prefetch, source, device };
  if (isEmbedded(headers)) return { class: ClickClass.embedded, source, device };
  return { class: ClickClass.counted, source, device };
}

/**
 * True when the browser states that the request is not the navigation of a tab or window (Fetch Metadata). Browsers that send no such
 * headers are not classified by them. `Sec-Fetch-Mode: cors` alone does not come from a browser, which also sends the site: Node's fetch sends it
 * with every request, and a program with bad intent sends none of these headers.
 */
function isEmbedded(headers: IncomingHttpHeaders): boolean {
  const dest = plain(headers['sec-fetch-dest']);
  const mode = plain(headers['sec-fetch-mode']);
  if (dest !== undefined && dest !== 'document') return true;
  if (mode === undefined || mode === 'navigate') return false;
  return !(mode === 'cors' && dest === undefined && headers['sec-fetch-site'] === undefined);
}

function plain(value: string | string[] | undefined): string | undefined {
  return value === undefined ? undefined : String(value).trim().toLowerCase();
}

const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'] as const;
const LOOKS_AHEAD = /prefetch|prerender|preview/i;

/**
 * Whether a browser would use the reply to this request for the navigation, without another request: a prefetch or prerender of a page. A preview, which only
 * draws a picture, is none.
 */
export function isForNavigation(method: string | undefined, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET') return false;
  for (const name of PURPOSES) {
    const purpose = headers[name];
    if (purpose !== undefined && FOR_NAVIGATION.test(String(purpose))) return true;
  }
  return false;
}

const FOR_NAVIGATION = /prefetch|prerender/i;

function looksAhead(headers: IncomingHttpHeaders): boolean {
  for (const name of PURPOSES) {
    const purpose = headers[name];
    if (purpose !== undefined && LOOKS_AHEAD.test(String(purpose))) return true;
  }
  return false;
}

/** Whether a Referer is the address of a social network, including subdomains of countries and apps. */
export function isSocialReferrer(referrer: string | undefined): boolean {
  if (referrer === undefined) return false;
  // After credentials and an `@`, another host would follow.
  const host = /^(?:https?|android-app):\/\/([^/?#:@]+)(?::\d*)?(?:[/?#]|$)/i.exec(referrer)?.[1]?.toLowerCase();
  if (host === undefined) return false;
  const labels = host.replace(/\.$/, '').split('.');
  for (let first = Math.max(0, labels.length - 3); first < labels.length - 1; first++) {
    if (SOCIAL_HOSTS.has(labels.slice(first).join('.'))) return true;
  }
  return SOCIAL_ANDROID_APPS.has(host) || /(?:^|\.)pinterest\.(?:com?\.)?[a-z]{2,3}$/.test(host);
}

const SOCIAL_ANDROID_APPS = new Set([
  'com.facebook.katana',
  'com.facebook.lite',
  'com.facebook.orca',
  'com.facebook.mlite',
  'com.instagram.android',
  'com.instagram.lite',
  'com.instagram.barcelona',
  'com.twitter.android',
  'com.pinterest',
  'com.zhiliaoapp.musically',
  'com.ss.android.ugc.trill',
  'com.tumblr',
  'com.vkontakte.android',
  'tv.twitch.android.app',
  'com.snapchat.android',
  'com.linkedin.android',
  'com.reddit.frontpage',
  'com.google.android.youtube',
]);
