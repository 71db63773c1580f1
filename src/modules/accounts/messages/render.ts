import { type Language, LOCALE_OF } from '../../../platform/locale.ts';
import { type Mail, onOneLine } from '../../../platform/mail/mail.ts';
import { formatMoney } from '../../../platform/money.ts';
import type { Catalogue, Formats, MailValues, NotificationMessage, NotificationValues, Words } from './message.ts';
import { de } from './texts.de.ts';
import { en } from './texts.en.ts';
import { sv } from './texts.sv.ts';

const CATALOGUES: Record<Language, Catalogue> = { en, sv, de };

export const catalogueOf = (language: Language): Catalogue => CATALOGUES[language];

/**
 * Returns the words of a notification. Texts among the values are reduced to one line.
 * @param market the name of the marketplace (`readMarketName`)
 */
export function wordsOf<Name extends NotificationMessage>(
  language: Language,
  message: Name,
  values: NotificationValues[Name],
  market: string,
): Words {
  const write = CATALOGUES[language].notifications[message];
  return write(plain(values), formatsOf(language, market));
}

/**
 * Composes a mail that is not a notification. Texts among the values are reduced to one line.
 * @param mail.market the name of the marketplace (`readMarketName`)
 * @param mail.url the page to open; absent if the text contains the address, or there is no page
 */
export function composeMail<Name extends keyof MailValues>(
  language: Language,
  {
    to,
    name,
    values,
    market,
    url,
    unsubscribeUrl,
  }: {
    to: string;
    name: Name;
    values: MailValues[Name];
    market: string;
    url?: string | undefined;
    unsubscribeUrl?: string | undefined;
  },
): Mail {
  const words = CATALOGUES[language].mails[name](plain(values), formatsOf(language, market));
  return mailOf(language, { to, words, url, unsubscribeUrl });
}

/**
 * Composes the mail of a notification.
 * @param url the page to open
 * @param unsubscribeUrl absent if mails of this kind cannot be turned off
 */
export function mailOf(
  language: Language,
  {
    to,
    words,
    url,
    unsubscribeUrl,
  }: { to: string; words: Words; url?: string | undefined; unsubscribeUrl?: string | undefined },
): Mail {
  const { greeting, unsubscribe } = CATALOGUES[language];
  const { subject, title, lines, after = [] } = words;
  const text = [
    greeting,
    '',
    ...(title === undefined ? [] : [title, '']),
    ...lines,
    '',
    ...(url === undefined ? [] : [url, '']),
    ...(after.length === 0 ? [] : [...after, '']),
    ...(unsubscribeUrl === undefined ? [] : [unsubscribe, '', unsubscribeUrl, '']),
  ].join('\n');
  return { to, subject, text, language, ...(unsubscribeUrl === undefined ? {} : { unsubscribeUrl }) };
}

function formatsOf(language: Language, market: string): Formats {
  const locale = LOCALE_OF[language];
  const written = (day: string, options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  const timeOf = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return {
    market: onOneLine(market),
    money: (money) => formatMoney(money, locale),
    day: (day) => written(day, { dateStyle: 'long' }),
    time: (at) => `${timeOf.format(new Date(at))} UTC`,
    month: (month) => written(`${month}-01`, { month: 'long', year: 'numeric' }),
  };
}

function plain<Values extends object>(values: Values): Values {
  const entries = Object.entries(values).map(([key, value]) => [
    key,
    typeof value === 'string' ? onOneLine(value) : value,
  ]);
  return Object.fromEntries(entries);
}
