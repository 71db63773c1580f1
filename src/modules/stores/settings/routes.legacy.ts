import type { FastifyInstance } from 'fastify';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { MAX_LOGO_BYTES, PICTURE_KINDS, PICTURE_STORAGE } from '../../../platform/http/upload-limits.ts';
import type { StoreDeps } from '../deps.ts';
import { onStore } from '../policy.ts';
import { lockStore } from '../record/change-store.ts';
import { presentLegacyStore } from '../record/present.ts';
import { readStoreRecord } from '../record/read-record.ts';
import { LegacyStore } from '../record/schemas.ts';
import { listHashtags, replaceHashtags } from './hashtags.ts';
import { presentHashtag } from './present.ts';
import { Hashtags, HashtagsBody } from './schemas.ts';
import { setLogo } from './set-logo.ts';

const tags = ['Store management'];
const policy = onStore('id');

/** A store's logo and hashtags, unversioned. */
export function settingsRoutesLegacy(app: FastifyInstance, deps: StoreDeps): void {
  logoRoute(app, deps);
  hashtagRoutes(app);
}

function logoRoute(app: FastifyInstance, { publicUrl, storage }: StoreDeps): void {
  operation(app, {
    method: 'POST',
    url: '/advertiser/stores/:id/upload-logo',
    operationId: 'uploadLogo',
    scope: 'administration',
    presence: 'token',
    summary: 'Give a store a logo',
    description: `${PICTURE_STORAGE} Replaces the previous logo.`,
    tags,
    policy,
    upload: { field: 'logo', maxBytes: MAX_LOGO_BYTES, description: `${PICTURE_KINDS}.` },
    replies: { 200: LegacyStore },
    handle: async ({ ctx, resource, upload }) => {
      await setLogo(ctx, storage, { storeId: resource.id, file: upload.content });
      return presentLegacyStore(publicUrl, await readStoreRecord(ctx, resource.id));
    },
  });
}

const versionOf = (hashtags: readonly { hashtag: string }[]) => ({ hashtags: hashtags.map(({ hashtag }) => hashtag) });

function hashtagRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/advertiser/stores/:id/hashtags',
    operationId: 'listHashtags',
    summary: 'A store’s hashtags',
    description: 'Oldest first. (The body is an addition.)',
    tags,
    policy,
    replies: { 200: Hashtags },
    version: versionOf,
    handle: async ({ ctx, resource }) => (await listHashtags(ctx, resource.id)).map(presentHashtag),
  });

  operation(app, {
    method: 'PATCH',
    url: '/advertiser/stores/:id/hashtags',
    operationId: 'replaceHashtags',
    scope: 'administration',
    presence: 'token',
    summary: 'Set the hashtags of a store',
    description:
      'An existing hashtag keeps its id and takes the new spelling, ignoring case. If several differ only in case, the first one counts.',
    tags,
    policy,
    body: HashtagsBody,
    replies: { 200: Hashtags },
    current: async ({ ctx, resource: { id: storeId } }) => {
      await lockStore(ctx.db, storeId);
      return versionOf(await listHashtags(ctx, storeId));
    },
    handle: async ({ ctx, resource: { id: storeId }, body }) => {
      if (body.store_id !== String(storeId)) throw new InvalidInput({ store_id: ['must be the store of the path'] });
      const { hashtags } = body;
      const saved = hashtags && replaceHashtags(ctx, { storeId, given: hashtags });
      return (await (saved ?? listHashtags(ctx, storeId))).map(presentHashtag);
    },
  });
}
