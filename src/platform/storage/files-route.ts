import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { everyone } from '../auth/policy.ts';
import { NotFound } from '../errors/errors.ts';
import { namesTag } from '../http/entity-tag.ts';
import { operation } from '../http/operation.ts';
import { file } from '../http/replies.ts';
import { PUBLIC_MEDIA_TYPES, parseFileKey } from './file-key.ts';
import type { FileStorage } from './file-storage.ts';
import { PLACEHOLDERS } from './placeholder.ts';
import { readInTurn } from './read-in-turn.ts';

const SVG = 'image/svg+xml';

/** The file that a path below `/files/` names. */
interface Picture {
  mediaType: string;
  /** Hash of the content; the entity tag. */
  hash: string;
  cacheControl: string;
  read(storage: FileStorage): Promise<Buffer | null>;
}

/**
 * `GET /files/{folder}/{name}`: uploaded pictures and placeholders. Shown on public pages, so exempt from the rate
 * limit.
 */
export function filesRoute(app: FastifyInstance, storage: FileStorage): void {
  operation(app, {
    method: 'GET',
    url: '/files/:folder/:name',
    operationId: 'getFile',
    summary: 'An uploaded picture or film',
    description:
      'Other responses contain its address, for example `logo_url`. The content of an address never changes. A single byte range in `range` is ' +
      'supported; any other value is ignored.',
    tags: ['Platform'],
    addition: true,
    policy: everyone,
    rateLimited: false,
    params: {
      folder: Type.String({ examples: ['logos'] }),
      name: Type.String({ examples: [`${'0'.repeat(64)}.png`] }),
    },
    errors: [404],
    replies: {
      200: file('The file.', ...PUBLIC_MEDIA_TYPES, SVG),
      206: file('The requested `range` of the file.', ...PUBLIC_MEDIA_TYPES, SVG),
      304: Type.Null({ description: "The caller's copy is current: `if-none-match` names it." }),
    },
    handle: async ({ params, request, reply }) => {
      const picture = pictureAt(`${params.folder}/${params.name}`);
      if (picture === null) throw new NotFound('file');
      const etag = `"${picture.hash}"`;
      const isKnown = namesTag(request.headers['if-none-match'], etag);
      const content = isKnown ? null : await readPicture(picture, storage, reply.raw);
      if (content === null && !isKnown) throw new NotFound('file');
      reply.headers({
        ...safeHeaders(picture.mediaType),
        'cache-control': picture.cacheControl,
        etag,
        'accept-ranges': 'bytes',
      });
      if (content === null) {
        reply.code(304);
        return content;
      }
      reply.type(picture.mediaType);
      const range = rangeOf(request.headers, etag, content.length);
      if (range === null) return content;
      reply.code(206).header('content-range', `bytes ${range.first}-${range.last}/${content.length}`);
      // A copy, so that the rest of the film can be garbage-collected.
      return Buffer.from(content.subarray(range.first, range.last + 1));
    },
  });
}

/** @throws Unavailable when too many films are requested at once */
function readPicture(picture: Picture, storage: FileStorage, response: ServerResponse): Promise<Buffer | null> {
  const read = () => picture.read(storage);
  return picture.mediaType.startsWith('video/') ? readInTurn(response, read) : read();
}

/**
 * Opened directly, a file must not run scripts or load resources, except that a browser requests a film a second
 * time. Any page may embed it.
 */
const safeHeaders = (mediaType: string) => ({
  'content-security-policy': mediaType.startsWith('video/')
    ? "default-src 'none'; media-src 'self'; style-src 'unsafe-inline'; sandbox allow-same-origin"
    : "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
});

function pictureAt(path: string): Picture | null {
  const ours = Object.hasOwn(PLACEHOLDERS, path) ? PLACEHOLDERS[path] : undefined;
  if (ours !== undefined) {
    const { hash, content } = ours;
    // A later version may ship a different picture.
    return { mediaType: SVG, hash, cacheControl: 'public, max-age=86400', read: async () => content };
  }
  const found = parseFileKey(path);
  if (found === null || !found.isPublic) return null;
  const { key, hash, mediaType } = found;
  return { mediaType, hash, cacheControl: 'public, max-age=31536000, immutable', read: (storage) => storage.get(key) };
}

/** Returns the byte range of a request if it can be served (RFC 9110, 14.2). Players request films piece by piece. */
function rangeOf(
  headers: Record<string, string | string[] | undefined>,
  etag: string,
  length: number,
): { first: number; last: number } | null {
  const { range = '', 'if-range': condition = etag } = headers;
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(String(range)) ?? [];
  if ((from === '' && to === '') || condition !== etag) return null;
  // Without a start, the range counts from the end.
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  return first <= last && first < length ? { first, last } : null;
}
