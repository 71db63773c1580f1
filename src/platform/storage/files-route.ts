import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { everyone } from '../auth/policy.ts';
import { NotFound } from '../errors/errors.ts';
import { namesTag } from '../http/entity-tag.ts';
import { operation } from '../http/operation.ts';
import { file } from '../http/replies.ts';
import { fewAtOnce } from '../images/few-at-once.ts';
import { MEDIA_TYPES, parseFileKey } from './file-key.ts';
import { PLACEHOLDERS } from './placeholder.ts';
import type { FileStorage } from './storage.ts';

const SVG = 'image/svg+xml';

/** What a path below `/files/` names. */
interface Picture {
  mediaType: string;
  /** Of the content; its entity tag. */
  hash: string;
  cacheControl: string;
  read(storage: FileStorage): Promise<Buffer | null>;
}

/** `GET /files/{folder}/{name}`: uploaded pictures, and ours for those who have none. Shown on anybody's pages, so not counted. */
export function filesRoute(app: FastifyInstance, storage: FileStorage): void {
  operation(app, {
    method: 'GET',
    url: '/files/:folder/:name',
    operationId: 'getFile',
    summary: 'An uploaded picture or film',
    description:
      'Its address is given by other replies, such as `logo_url`. The content of an address never changes. Of `range` one range of bytes is ' +
      'understood; anything else in it is as if it were not there.',
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
      200: file('The file.', ...Object.values(MEDIA_TYPES), SVG),
      206: file('The part of it that `range` asks for.', ...Object.values(MEDIA_TYPES), SVG),
      304: Type.Null({ description: 'The caller has it already: `if-none-match` names it.' }),
    },
    handle: async ({ params, request, reply }) => {
      const picture = pictureAt(`${params.folder}/${params.name}`);
      if (picture === null) throw new NotFound('file');
      const etag = `"${picture.hash}"`;
      const isKnown = namesTag(request.headers['if-none-match'], etag);
      const content = isKnown ? null : await readInTurn(picture, storage, reply.raw);
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
      // A copy, so that the rest of the film can go.
      return Buffer.from(content.subarray(range.first, range.last + 1));
    },
  });
}

/** Films are large: a few are held at once, each until its reply has been sent. */
const FILMS_AT_ONCE = 8;
const FILMS_WAITING = 200;
const inTurn = fewAtOnce(FILMS_AT_ONCE, FILMS_WAITING);

/** @throws Unavailable when too many films are asked for at once */
function readInTurn(picture: Picture, storage: FileStorage, response: ServerResponse): Promise<Buffer | null> {
  if (!picture.mediaType.startsWith('video/')) return picture.read(storage);
  return new Promise((give, fail) => {
    inTurn(async () => {
      if (response.destroyed) return give(null);
      give(await picture.read(storage));
      if (!response.writableFinished && !response.destroyed) await once(response, 'close');
    }).catch(fail);
  });
}

/** Opened by itself, a file runs nothing and fetches nothing, but that a browser asks for a film a second time; any page may show it. */
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
    // A later version may have another one.
    return { mediaType: SVG, hash, cacheControl: 'public, max-age=86400', read: async () => content };
  }
  const found = parseFileKey(path);
  if (found === null) return null;
  const { key, hash, mediaType } = found;
  return { mediaType, hash, cacheControl: 'public, max-age=31536000, immutable', read: (storage) => storage.get(key) };
}

/** The one range of bytes that a request asks for, when it can be given (RFC 9110, 14.2); players ask for films piece by piece. */
function rangeOf(
  headers: Record<string, string | string[] | undefined>,
  etag: string,
  length: number,
): { first: number; last: number } | null {
  const { range = '', 'if-range': condition = etag } = headers;
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(String(range)) ?? [];
  if ((from === '' && to === '') || condition !== etag) return null;
  // Without a beginning, so many bytes from the end.
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  return first <= last && first < length ? { first, last } : null;
}
