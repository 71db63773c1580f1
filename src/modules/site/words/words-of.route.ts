import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestedLocale } from '../../../platform/http/requested-locale.ts';
import { LANGUAGES, languageOf } from '../../../platform/locale.ts';
import { type SiteWords, siteWords } from './words.ts';

/** The words of the page that is requested: in the language of its address (`lang`), otherwise in that of `Accept-Language`. */
export function wordsOf(request: FastifyRequest, reply: FastifyReply): SiteWords {
  const preferred = languageOf(requestedLocale(request, reply));
  const { lang } = request.query as { lang?: unknown };
  const selected = LANGUAGES.find((one) => one === lang);
  return siteWords(selected ?? preferred, selected !== undefined);
}
