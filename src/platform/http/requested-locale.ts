import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Language, languageOf, preferredLocale } from '../locale.ts';

/**
 * The locale in which a request wants the sentences of its reply (`Accept-Language`); null if it names no language with texts, which is
 * answered in English. Caches are told that the reply depends on this header.
 */
export function requestedLocale(request: FastifyRequest, reply: FastifyReply): string | null {
  const vary = String(reply.getHeader('vary') ?? '');
  // The reply of an error asks again after its route has.
  if (!vary.includes('accept-language'))
    reply.header('vary', vary === '' ? 'accept-language' : `${vary}, accept-language`);
  return preferredLocale(request.headers['accept-language']);
}

/** The language that a request names for its reply; null: none, so that the reply follows another choice or stays as it was written. */
export function languageNamed(request: FastifyRequest, reply: FastifyReply): Language | null {
  const locale = requestedLocale(request, reply);
  return locale === null ? null : languageOf(locale);
}

/** The language in which a request wants the sentences of its reply. */
export const requestedLanguage = (request: FastifyRequest, reply: FastifyReply): Language =>
  languageOf(requestedLocale(request, reply));
