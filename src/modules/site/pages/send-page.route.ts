import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesTag } from '../../../platform/http/entity-tag.ts';

/** No script runs on a public page, and nothing is loaded from elsewhere. */
const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The maximum age of a cached page, in seconds. After this time, everybody sees a change of a page. */
const MAX_AGE_S = 60;

/** The headers of a page, which is the same for all visitors. */
export const pageHeaders = (isStored = true) => ({
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': POLICY,
  'cache-control': isStored ? `public, max-age=${MAX_AGE_S}` : 'no-store',
});

/** Whether the caller accepts HTML, as browsers do and programs do not. */
export const takesHtml = ({ headers }: FastifyRequest): boolean => /\btext\/html\b/.test(headers.accept ?? '');

/** Sends a page with its entity tag, or 304 when the reader has it already. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  { text, type = 'text/html', maxAgeSeconds = MAX_AGE_S }: { text: string; type?: string; maxAgeSeconds?: number },
): string | null {
  const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`;
  reply.headers({
    ...pageHeaders(),
    'content-type': `${type}; charset=utf-8`,
    'cache-control': `public, max-age=${maxAgeSeconds}`,
    etag,
  });
  if (!namesTag(request.headers['if-none-match'], etag)) return text;
  reply.code(304);
  return null;
}
