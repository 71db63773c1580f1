import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { everyone } from '../auth/policy.ts';
import { NotFound } from '../errors/errors.ts';
import { operation } from '../http/operation.ts';
import { file } from '../http/replies.ts';
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
    summary: 'An uploaded picture',
    description: 'Its address is given by other replies, such as `logo_url`. The content of an address never changes.',
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
      200: file('The picture.', ...Object.values(MEDIA_TYPES), SVG),
      304: Type.Null({ description: 'The caller has it already: `if-none-match` names it.' }),
    },
    handle: async ({ params, request, reply }) => {
      const picture = pictureAt(`${params.folder}/${params.name}`);
      if (picture === null) throw new NotFound('file');
      const etag = `"${picture.hash}"`;
      const isKnown = names(request.headers['if-none-match'], etag);
      const content = isKnown ? null : await picture.read(storage);
      if (content === null && !isKnown) throw new NotFound('file');
      reply.headers({ ...SAFE, 'cache-control': picture.cacheControl, etag });
      if (content === null) reply.code(304);
      else reply.type(picture.mediaType);
      return content;
    },
  });
}

/** Opened by itself, a picture runs nothing and fetches nothing; any page may show it. */
const SAFE = {
  'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

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

/** Whether `If-None-Match` lists the tag; a weak one will do (RFC 9110, 13.1.2). */
function names(header: string | undefined, etag: string): boolean {
  return (header ?? '').split(',').some((given) => given.trim().replace(/^W\//, '') === etag);
}
