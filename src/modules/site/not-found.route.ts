import type { FastifyReply, FastifyRequest } from 'fastify';
import { layout } from './pages/layout.ts';
import { pageHeaders, takesHtml } from './pages/send-page.route.ts';
import { notFoundPage } from './pages/text-pages.ts';
import type { Operator } from './settings/imprint.ts';
import { readSite } from './settings/site-settings.ts';
import { wordsOf } from './words/words-of.route.ts';

/** Paths below which only programs call. */
const API = /^\/(?:v\d+|r)\//;

/**
 * The page for an address without a route; null for callers that do not accept HTML, and for addresses of the API.
 * @param company the operator, whose imprint the page names
 */
export async function notFoundPageFor(
  company: Operator,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<string | null> {
  const { method, url } = request;
  if (!['GET', 'HEAD'].includes(method) || API.test(url)) return null;
  if (!takesHtml(request)) return null;
  const { db, publicUrl } = request.server.contextFor(request, null);
  const site = await readSite({ db });
  reply.headers(pageHeaders(false));
  const words = wordsOf(request, reply);
  return layout({ site, company, publicUrl, words }, notFoundPage(words));
}
