import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type StaticText, sendRepresentation, staticText } from '../../platform/http/static-text.ts';
import type { BuiltReference } from './built-reference.ts';
import { DOCS_PREFIX, renderReference } from './render-reference.ts';
import { SCRIPT } from './script.ts';
import { STYLESHEET } from './stylesheet.ts';

/** Paths of the OpenAPI document in earlier versions. */
const COPIES = [`${DOCS_PREFIX}/json`, `${DOCS_PREFIX}/yaml`];
const DOCUMENT_PATH = '/openapi.json';

/** No external resources, no inline scripts or styles, and no requests. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HTML = 'text/html; charset=utf-8';

/**
 * Serves the API reference: server-rendered pages of the OpenAPI document (ADR 20), a page for each subject. Each page is read
 * and compressed when it is first requested.
 * @param built the pages that `npm run build` has written; null: each page is rendered from the routes
 */
export function mountReference(app: FastifyInstance, publicUrl: string, built: BuiltReference | null): void {
  const rendered = renderReference(app, publicUrl);
  const read = built === null ? async (slug: string) => rendered.page(slug) : built.page;
  const texts = new Map<string, StaticText>();
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { key, type, text }: { key: string; type: string; text: () => Promise<string | null> },
  ) => {
    let known = texts.get(key);
    if (known === undefined) {
      const written = await text();
      if (written === null) return reply.callNotFound();
      known = await staticText(written);
      texts.set(key, known);
    }
    sendRepresentation(known, request, reply.type(type).header('content-security-policy', POLICY));
    return reply;
  };
  const hidden = { schema: { hide: true } };
  const page = (slug: string) => ({ key: `/${slug}`, type: HTML, text: () => read(slug) });
  for (const url of [DOCS_PREFIX, `${DOCS_PREFIX}/`])
    app.get(url, hidden, (request, reply) => send(request, reply, page('')));
  app.get<{ Params: { '*': string } }>(`${DOCS_PREFIX}/*`, hidden, (request, reply) =>
    send(request, reply, page(request.params['*'])),
  );
  app.get(`${DOCS_PREFIX}/reference.css`, hidden, (request, reply) =>
    send(request, reply, { key: 'css', type: 'text/css; charset=utf-8', text: async () => STYLESHEET }),
  );
  app.get(`${DOCS_PREFIX}/reference.js`, hidden, (request, reply) =>
    send(request, reply, { key: 'js', type: 'text/javascript; charset=utf-8', text: async () => SCRIPT }),
  );
  for (const copy of COPIES) app.get(copy, hidden, (_request, reply) => reply.redirect(DOCUMENT_PATH));
}
