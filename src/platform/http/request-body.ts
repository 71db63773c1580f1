import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { MALFORMED_JSON, UnreadableBody } from './error-format.ts';

/**
 * Accepts JSON in UTF-8. An empty body counts as none regardless of its media type, because callers send `Content-Type:
 * application/json` with every request, also without a body. A GET may have a body.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    if (!isPlainUtf8(request)) return done(new UnreadableBody(415, OTHER_ENCODING));
    const text = decodeUtf8(body as Buffer);
    if (text === null) return done(new UnreadableBody(400, MALFORMED_JSON));
    return parseJson(request, text, done);
  });
  app.addContentTypeParser('*', (request, _payload, done) => {
    done(isEmpty(request) ? null : new UnreadableBody(415), undefined);
  });
}

/** The media type of a form without files. */
export const FORM_TYPE = 'application/x-www-form-urlencoded';
const ONLY_FORMS: [string, string] = ['unsupported_media_type', `Send the form as ${FORM_TYPE}.`];

/** Adds a route that accepts a form in place of JSON. */
export function acceptForm(app: FastifyInstance, route: RouteOptions): void {
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string' }, (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(body as string)));
    });
    scope.addContentTypeParser('*', (request, _payload, done) => {
      done(isEmpty(request) ? null : new UnreadableBody(415, ONLY_FORMS), undefined);
    });
    scope.route(route);
  });
}

const OTHER_ENCODING: [string, string] = ['unsupported_media_type', 'Send the body as it is, in UTF-8.'];

/** Whether the body is uncompressed and declares no character set other than UTF-8 or ASCII. */
function isPlainUtf8({ headers }: FastifyRequest): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  const isUtf8 = ['utf-8', 'utf8', 'us-ascii'].includes(charset.toLowerCase());
  return isUtf8 && ['', 'identity'].includes((headers['content-encoding'] ?? '').trim().toLowerCase());
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether the request has no body, independent of its headers. */
export function isEmpty({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}
