import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type StaticText, sendRepresentation, staticText } from '../../platform/http/static-text.ts';
import { type ApiDocument, sectionsOf } from './document.ts';
import { overviewPage, sectionPage } from './pages.ts';
import { SCRIPT } from './script.ts';
import { STYLESHEET } from './stylesheet.ts';

/** The path of the API reference. */
export const DOCS_PREFIX = '/docs';
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
const versioned = (path: string, content: string): string =>
  `${path}?v=${createHash('sha256').update(content).digest('hex').slice(0, 12)}`;

/**
 * Serves the API reference: server-rendered pages of the OpenAPI document (ADR 20), a page for each subject. Each is rendered and compressed
 * when it is first requested, because rendering all of them would delay a start.
 */
export function mountReference(app: FastifyInstance, publicUrl: string): void {
  const files = {
    stylesheet: versioned(`${DOCS_PREFIX}/reference.css`, STYLESHEET),
    script: versioned(`${DOCS_PREFIX}/reference.js`, SCRIPT),
  };
  const read = once(() => {
    const document = app.swagger() as unknown as ApiDocument;
    return { document, sections: sectionsOf(document), files, prefix: DOCS_PREFIX, publicUrl };
  });
  const texts = new Map<string, Promise<StaticText>>();
  const send = async (request: FastifyRequest, reply: FastifyReply, key: string, type: string, write: () => string) => {
    const text = texts.get(key) ?? staticText(write());
    texts.set(key, text);
    sendRepresentation(await text, request, reply.type(type).header('content-security-policy', POLICY));
    return reply;
  };
  const hidden = { schema: { hide: true } };
  const overview = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply, '', HTML, () => overviewPage(read()));
  app.get(DOCS_PREFIX, hidden, overview);
  app.get(`${DOCS_PREFIX}/`, hidden, overview);
  app.get(`${DOCS_PREFIX}/reference.css`, hidden, (request, reply) =>
    send(request, reply, 'css', 'text/css; charset=utf-8', () => STYLESHEET),
  );
  app.get(`${DOCS_PREFIX}/reference.js`, hidden, (request, reply) =>
    send(request, reply, 'js', 'text/javascript; charset=utf-8', () => SCRIPT),
  );
  for (const copy of COPIES) app.get(copy, hidden, (_request, reply) => reply.redirect(DOCUMENT_PATH));
  app.get<{ Params: { '*': string } }>(`${DOCS_PREFIX}/*`, hidden, (request, reply) => {
    const reference = read();
    const section = reference.sections.find(({ slug }) => slug === request.params['*']);
    if (section === undefined) return reply.callNotFound();
    return send(request, reply, `/${section.slug}`, HTML, () => sectionPage(reference, section));
  });
}

/** Returns a function that calls `make` once and returns its result each time. */
function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}
