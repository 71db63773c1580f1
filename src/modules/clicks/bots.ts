import { isbot } from 'isbot';
import { APPS, AUTOMATIC, INNOCENT, PHONES, PROGRAMS } from './bot-corrections.ts';

/** Names itself a bot where a model should be; such a text is no model. */
const NAMED_BOT = /(?:^|[^a-z])(?:[a-z]+bot|crawler|spider)(?:$|[^a-z])/i;
/** Says where to read about it, as crawlers do and telephones do not. */
const EXPLAINED = /https?:\/\//i;
/** Devices that are named like one. */
const REAL_DEVICES = /^(?:cubot|x-?bot[ _](?:senior|junior)|spider \d)\b|\bcubot\b/i;

/**
 * Says whether a user agent is a crawler's, a preview's or a program's, by what it says of itself.
 * @param userAgent at most some hundred characters: every pattern looks at all of it
 */
export function isBotAgent(userAgent: string): boolean {
  if (PROGRAMS.some((program) => program.test(userAgent))) return true;
  if (!isbot(userAgent)) return false;
  if (isPhone(userAgent)) return false;
  if (!AUTOMATIC.test(userAgent) && APPS.some((app) => app.test(userAgent))) return false;
  // Most are bots, and known as such by now; the rest is read again without what misleads.
  return isbot(INNOCENT.reduce(without, userAgent));
}

function isPhone(userAgent: string): boolean {
  return !EXPLAINED.test(userAgent) && !NAMED_BOT.test(userAgent) && PHONES.some((phone) => phone.test(userAgent));
}

function without(userAgent: string, innocent: RegExp): string {
  return userAgent.replace(innocent, (text) => (NAMED_BOT.test(text) && !REAL_DEVICES.test(text) ? text : 'x'));
}
