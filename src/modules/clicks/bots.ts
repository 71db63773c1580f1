import { isbot } from 'isbot';
import { APPS, AUTOMATIC, INNOCENT, PHONES, PROGRAMS } from './bot-corrections.ts';

/** A bot's name in the position of a phone's model. */
const NAMED_BOT = /(?:^|[^a-z])(?:[a-z]+bot|crawler|spider)(?:$|[^a-z])/i;
/** A link to information about the client, which crawlers have and phones do not. */
const EXPLAINED = /https?:\/\//i;
/** Devices whose names look like those of bots. */
const REAL_DEVICES = /^(?:cubot|x-?bot[ _](?:senior|junior)|spider \d)\b|\bcubot\b/i;

/**
 * Returns whether a user agent is that of a crawler, a preview or another program.
 * @param userAgent at most some hundred characters, because every pattern scans all of it
 */
export function isBotAgent(userAgent: string): boolean {
  if (PROGRAMS.some((program) => program.test(userAgent))) return true;
  if (!isbot(userAgent)) return false;
  if (isPhone(userAgent)) return false;
  if (!AUTOMATIC.test(userAgent) && APPS.some((app) => app.test(userAgent))) return false;
  // Most matches are bots. The others are tested again without the misleading texts.
  return isbot(INNOCENT.reduce(without, userAgent));
}

function isPhone(userAgent: string): boolean {
  return !EXPLAINED.test(userAgent) && !NAMED_BOT.test(userAgent) && PHONES.some((phone) => phone.test(userAgent));
}

function without(userAgent: string, innocent: RegExp): string {
  return userAgent.replace(innocent, (text) => (NAMED_BOT.test(text) && !REAL_DEVICES.test(text) ? text : 'x'));
}
