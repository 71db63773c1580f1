import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestedLocale } from '../../../platform/http/requested-locale.ts';
import { languageOf } from '../../../platform/locale.ts';
import { isLanguage, localeIn } from '../../../platform/locales.ts';
import { type SiteWords, siteWords } from './words.ts';

/**
 * The words of the page that is requested: in the language of its address (`lang`), otherwise in that of `Accept-Language`. Amounts and dates
 * follow the region of `Accept-Language` if that is in the same language.
 */
export function wordsOf(request: FastifyRequest, reply: FastifyReply): SiteWords {
  const preferred = requestedLocale(request, reply);
  const { lang } = request.query as { lang?: string };
  const language = isLanguage(lang) ? lang : languageOf(preferred);
  return siteWords(language, isLanguage(lang), localeIn(language, preferred === null ? [] : [preferred]));
}
