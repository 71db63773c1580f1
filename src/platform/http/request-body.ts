import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Thrown with the status that Fastify uses itself for the case; `formatError` words it. */
class UnreadableBody extends Error {
  readonly statusCode: 400 | 415;
  readonly code: string;
  constructor(statusCode: 400 | 415, code: string) {
    super(code);
    this.statusCode = statusCode;
    this.code = code;
  }
}

/**
 * Bodies are JSON in UTF-8. An empty one is none, whatever its media type: callers send `Content-Type: application/json`
 * with every request, also with a GET and a POST without a body. A GET may have a body.
 */
export function acceptJsonBodies(app: FastifyInstance): void {
  app.addHttpMethod('GET', { hasBody: true, overrideExisting: true });
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const text = decodeUtf8(body as Buffer);
    if (text === null) return done(new UnreadableBody(400, 'FST_ERR_CTP_INVALID_JSON_BODY'));
    return parseJson(request, text, done);
  });
  app.addContentTypeParser('*', (request, _payload, done) => {
    done(isEmpty(request) ? null : new UnreadableBody(415, 'FST_ERR_CTP_INVALID_MEDIA_TYPE'), undefined);
  });
}

function decodeUtf8(bytes: Buffer): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

function isEmpty({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0;
}
