import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { namesTag } from './entity-tag.ts';

/** A text that is constant while the process runs, in each offered encoding. */
export interface StaticText {
  representations: ReadonlyMap<Encoding, { etag: string; content: Buffer }>;
}

type Encoding = 'br' | 'gzip' | 'identity';

/** Encodings in order of preference. */
const OFFERED: readonly Encoding[] = ['br', 'gzip', 'identity'];

/** Reduces the text to about a tenth within a fraction of a second. */
const BROTLI_QUALITY = 5;

/** Compresses the text once, outside the event loop. */
export async function staticText(text: string): Promise<StaticText> {
  const content = Buffer.from(text);
  const hash = createHash('sha256').update(content).digest('base64url').slice(0, 22);
  const brotli = promisify(brotliCompress)(content, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
  });
  const [br, gz] = await Promise.all([brotli, promisify(gzip)(content)]);
  return {
    representations: new Map([
      ['br', { etag: `"${hash}-br"`, content: br }],
      ['gzip', { etag: `"${hash}-gzip"`, content: gz }],
      ['identity', { etag: `"${hash}"`, content }],
    ]),
  };
}

/**
 * Sends the smallest representation that the caller accepts, or a 304 when `If-None-Match` names it. Sets every
 * header except the content type.
 */
export function sendRepresentation(
  { representations }: StaticText,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const { etag, content } = representations.get(encoding)!;
  reply.headers({ etag, vary: 'accept-encoding', 'cache-control': 'no-cache' });
  if (namesTag(request.headers['if-none-match'], etag)) {
    reply.code(304).removeHeader('content-type').send();
    return;
  }
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.send(content);
}

/** Returns the best encoding that `Accept-Encoding` names with a weight above 0 (RFC 9110, 12.5.3), else `identity`. */
export function chooseEncoding(accepted: string | undefined): Encoding {
  const weights = new Map<string, number>();
  for (const entry of (accepted ?? '').split(',')) {
    const [name = '', ...parameters] = entry.split(';').map((text) => text.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? '1';
    if (name !== '') weights.set(name, Number(weight) || 0);
  }
  return OFFERED.find((encoding) => (weights.get(encoding) ?? weights.get('*') ?? 0) > 0) ?? 'identity';
}
