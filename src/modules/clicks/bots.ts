import { isbot } from 'isbot';

/**
 * Corrections of the published list of bots (the package isbot), found by running it over published lists of people's and programs' user
 * agents, which are not part of this repository. Each entry says whom the list gets wrong. When isbot is updated, an entry whose test
 * passes without it can go.
 */

/** Texts in people's user agents that the list takes for a bot's; they are left out before it is asked. */
const INNOCENT: readonly RegExp[] = [
  // WeChat's in-app browser names its process; the list refuses every "tools".
  /\bProcess\/tools(?:mp)?\b/g,
  // A phone's model ("Discovery", "Newsday", "B BOT 550", "Radar"): what stands between the version of Android and its build.
  /(?<=\bAndroid [\d.]+; (?:[a-z]{2}[-_][a-z]{2}; )?)[^;()]{1,60}?(?= Build\/|\)|; wv\))/gi,
  // Facebook's and Messenger's in-app browsers name the phone's maker, which is "google" on a Pixel.
  /\[FB[^\]]*\]/g,
  // Televisions: the standards and stores that they support ("CE-HTML/1.0", "GoogleTV").
  /\bHbbTV\/[\d.]+ ?\([^)]*\)|\bCE-HTML\/[\d.]+;?|\bNETTV\/[\d.]+;?|\b\w*GoogleTV\w*/gi,
  // Opera's browser on televisions.
  /\bOMI\/[\w.]+/g,
  // The browser of Sogou; its crawler is "Sogou web spider".
  /\bSogouM(?:SE|obileBrowser)\b/g,
  // Samsung's system Bada.
  /\bBada\/[\d.]+;?/gi,
  // Windows Phones named Radar.
  /\bHTC; Radar\b/g,
];

/** Browsers of phones that say little else; the list takes short texts without a browser's beginning for programs. */
const OLD_PHONES: readonly RegExp[] = [
  // UC Browser on old iPhones, whose user agent is a list of short fields.
  /^dv\([^)]*\);pr\(UCBrowser\//,
  // Telephones with keys: the profile of their Java, and the system MAUI.
  /\bProfile\/MIDP-\d|\bMAUI[ /(]|\bWAP[ -]Browser\b/i,
];

/** Programs that the list does not know. */
const PROGRAMS: readonly RegExp[] = [
  // Dart's own agency, as Flutter programs on servers use it.
  /^Dart\/\d/,
  // PowerShell behind a browser's beginning.
  /\bWindowsPowerShell\//,
  // A browser without a screen, in Node.
  /\bjsdom\//,
  // Measure or photograph pages.
  /\bGTmetrix\b|\bMiniature\.io\/|\bYLT Chrome\//,
  // Look for weaknesses, or watch whether a page is up.
  /\bAssetnote\/|\bLaravel Reaver\b|\bips-agent\b|\byunjiankong\b/,
  // Fetch pages for an assistant and for a search index.
  /\bAmzn-User\/|\bamazon-kendra\b/,
];

/** Names itself a bot where a model should be; such a text is no model. */
const NAMED_BOT = /(?:^|[^a-z])(?:[a-z]+bot|crawler|spider)(?:$|[^a-z])/i;
const REAL_DEVICES = /\bcubot\b/i;

/**
 * Says whether a user agent is a crawler's, a preview's or a program's, by what it says of itself.
 * @param userAgent at most some hundred characters: every pattern looks at all of it
 */
export function isBotAgent(userAgent: string): boolean {
  if (PROGRAMS.some((program) => program.test(userAgent))) return true;
  if (!isbot(userAgent)) return false;
  if (!NAMED_BOT.test(userAgent) && OLD_PHONES.some((phone) => phone.test(userAgent))) return false;
  // Most are bots, and known as such by now; the rest is read again without what misleads.
  return isbot(INNOCENT.reduce(without, userAgent));
}

function without(userAgent: string, innocent: RegExp): string {
  return userAgent.replace(innocent, (text) => (NAMED_BOT.test(text) && !REAL_DEVICES.test(text) ? text : 'x'));
}
