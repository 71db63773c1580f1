import type { FastifyReply, FastifyRequest } from 'fastify';
import { requestedLocale } from '../../../platform/http/requested-locale.ts';
import { LANGUAGES, languageOf } from '../../../platform/locale.ts';
import { type SiteWords, siteWords } from './words.ts';

/** The words of the page that is requested: in the language of its address (`lang`), otherwise in that of `Accept-Language`. */
export function wordsOf(request: FastifyRequest, reply: FastifyReply): SiteWords {
  const preferred = languageOf(requestedLocale(request, reply));
  const asked = new URL(request.url, 'http://localhost').searchParams.get('lang');
  const selected = LANGUAGES.find((one) => one === asked);
  return siteWords(selected ?? preferred, selected !== undefined);
}
