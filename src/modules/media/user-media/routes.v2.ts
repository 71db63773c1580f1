import type { FastifyInstance } from 'fastify';
import { signedIn } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { MAX_MEDIA_BYTES, PICTURE_KINDS, STORED_MEDIA_SIDE } from '../../../platform/http/upload-limits.ts';
import { presentLegacyPage } from '../../../platform/pagination.ts';
import type { MediaDeps } from '../deps.ts';
import { addMedia, MAX_FILES } from './add-media.ts';
import { changeMedia } from './change-media.ts';
import { listUserMedia } from './list-user-media.ts';
import { onMedia } from './policy.ts';
import { presentUserMedia } from './present.ts';
import { removeMedia } from './remove-media.ts';
import { UserMediaChanges, UserMediaList, UserMediaRecord, uploadQuery, userMediaQuery } from './schemas.ts';

const tags = ['User media'];

/** Pictures, videos and social posts of creators. */
export function userMediaRoutes(app: FastifyInstance, deps: MediaDeps): void {
  listRoute(app, deps);
  uploadRoute(app, deps);
  singleRoutes(app, deps);
}

function listRoute(app: FastifyInstance, { publicUrl }: MediaDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/user-media',
    operationId: 'listUserMedia',
    assistants: 'search',
    summary: 'List the media of creators',
    description:
      'Newest first. Creators see their own media, agencies those of their users, advertisers those that creators show to their stores, administrators all.',
    tags,
    addition: true,
    policy: signedIn,
    query: userMediaQuery,
    replies: { 200: UserMediaList },
    handle: async ({ ctx, query, page, request }) => {
      const { user_id: userId, media_type: kind, favorite } = query;
      const media = await listUserMedia(ctx, { userId, kind, favorite, page });
      return presentLegacyPage(request, publicUrl, page, media, (row) => presentUserMedia(publicUrl, row));
    },
  });
}

function uploadRoute(app: FastifyInstance, { publicUrl, storage, uploadLimits }: MediaDeps): void {
  operation(app, {
    method: 'POST',
    url: '/v2/user-media',
    operationId: 'uploadUserMedia',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Add a picture or video of a creator',
    description: `A picture larger than ${STORED_MEDIA_SIDE} pixels is scaled down, rotated upright and stripped of metadata. A video loses its title and notes; other tracks, such as location, remain. A creator may have ${MAX_FILES} files.`,
    tags,
    addition: true,
    policy: signedIn,
    query: uploadQuery,
    upload: {
      field: 'file',
      maxBytes: MAX_MEDIA_BYTES,
      description: `${PICTURE_KINDS}, or an MP4.`,
    },
    errors: ['user_suspended', 'too_many_media', 404],
    replies: { 201: UserMediaRecord },
    handle: async ({ ctx, actor, query, upload }) => {
      const { user_id: userId = actor.userId, media_type: kind, tag_id: linkId, show_store: showStore = false } = query;
      const added = await addMedia(
        ctx,
        { storage, uploadLimits },
        { userId, kind, linkId, showStore, file: upload.content },
      );
      return presentUserMedia(publicUrl, added);
    },
  });
}

function singleRoutes(app: FastifyInstance, { publicUrl }: MediaDeps): void {
  const common = { tags, addition: true, policy: onMedia } as const;

  operation(app, {
    ...common,
    method: 'PATCH',
    url: '/v2/user-media/:media',
    operationId: 'changeUserMedia',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Change the metadata of a medium',
    body: UserMediaChanges,
    replies: { 200: UserMediaRecord },
    handle: async ({ ctx, resource, body }) => {
      const { favorite, show_store, tag_id, username, published_at } = body;
      const changed = await changeMedia(
        ctx,
        { id: resource.id, userId: resource.user_id },
        {
          favorite: favorite === undefined ? undefined : favorite === 1,
          showStore: show_store === undefined ? undefined : show_store === 1,
          linkId: tag_id === undefined ? undefined : tag_id || null,
          username,
          publishedOn: published_at,
        },
      );
      return presentUserMedia(publicUrl, changed);
    },
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: '/v2/user-media/:media',
    operationId: 'deleteUserMedia',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Delete a medium',
    description: 'An uploaded file is removed soon afterwards. The link on it keeps working.',
    replies: { 204: null },
    handle: ({ ctx, resource }) => removeMedia(ctx, resource.id),
  });
}
