import type { FastifyInstance } from 'fastify';
import { adminOnly } from '../../../platform/auth/policy.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { languageNamed } from '../../../platform/http/requested-locale.ts';
import { presentCursor } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import type { MediaDeps } from '../deps.ts';
import { addMembers, createList, deleteList, readLists, removeMember, renameList } from './creator-lists.ts';
import { removeNote, writeNote } from './creator-notes.ts';
import { readFound } from './found-creator.ts';
import { inviteCreators } from './invite-creators.ts';
import {
  AddedMembers,
  CreatorListBody,
  CreatorListRecord,
  CreatorLists,
  creatorQuery,
  FoundCreatorPage,
  FoundCreatorRecord,
  filtersOf,
  InvitationBody,
  InvitedReply,
  MembersBody,
  NoteBody,
  presentFound,
  SimilarCreators,
  storeCreatorQuery,
} from './schemas.ts';
import { type FoundPage, searchCreators } from './search-creators.ts';
import { findSimilar } from './similar-creators.ts';

const tags = ['Finding creators'];
const creator = id({ kind: 'creator' });
const listId = id({ kind: 'list' });

/** The search for creators who are listed, for stores and administrators. */
export function findingRoutes(app: FastifyInstance, { publicUrl }: MediaDeps): void {
  const presentPage = ({ items, next }: FoundPage) => ({
    data: items.map((found) => presentFound(found, publicUrl)),
    meta: presentCursor(next),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/creators',
    operationId: 'findCreators',
    assistants: 'search',
    summary: 'Find creators',
    description:
      'Creators who are listed by their own choice, without those whom the store has blocked. Results at other stores are shown in bands, with the creator’s consent only.',
    tags,
    addition: true,
    policy: onStore('store'),
    query: storeCreatorQuery,
    replies: { 200: FoundCreatorPage },
    handle: async ({ ctx, resource, query, request, reply }) =>
      presentPage(
        await searchCreators(ctx, {
          ...filtersOf(query),
          storeId: resource.id,
          language: languageNamed(request, reply),
        }),
      ),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/creators/:creator',
    operationId: 'getFoundCreator',
    summary: 'Read a creator who is listed',
    tags,
    addition: true,
    policy: onStore('store'),
    params: { creator },
    errors: [404],
    replies: { 200: FoundCreatorRecord },
    handle: async ({ ctx, resource, params, request, reply }) => {
      const asked = { userIds: [params.creator], storeId: resource.id, language: languageNamed(request, reply) };
      const [found] = await readFound(ctx.db, asked);
      if (found === undefined) throw new NotFound('creator');
      return presentFound(found, publicUrl);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/stores/:store/creators/:creator/similar',
    operationId: 'listSimilarCreators',
    summary: 'List creators who resemble one',
    description: 'By topics, country, languages, platforms and followers.',
    tags,
    addition: true,
    policy: onStore('store'),
    params: { creator },
    errors: [404],
    replies: { 200: SimilarCreators },
    handle: async ({ ctx, resource, params, request, reply }) => {
      const asked = { creatorId: params.creator, storeId: resource.id, language: languageNamed(request, reply) };
      return { data: (await findSimilar(ctx, asked)).map((found) => presentFound(found, publicUrl)) };
    },
  });

  noteRoutes(app);
  listRoutes(app);

  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/creator-invitations',
    operationId: 'inviteCreators',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Invite creators to a campaign',
    description:
      'Creators who are found, all of a list, and people who are not here yet. They become participants of the campaign, as with `addTargets`, and are notified within the store’s quota of mails. A creator who is not listed is invited only if they have worked with the store.',
    tags,
    addition: true,
    policy: onStore('store'),
    body: InvitationBody,
    replies: { 200: InvitedReply },
    errors: [404, 'not_joinable', 'too_many_invited'],
    handle: async ({ ctx, resource, body }) => {
      const { offer_id: campaignId, user_ids: userIds = [], list_id: listId, emails = [] } = body;
      const invited = await inviteCreators(ctx, { storeId: resource.id, campaignId, userIds, listId, emails });
      return { invited_user_ids: invited.invitedUserIds, skipped_user_ids: invited.skippedUserIds };
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/admin/creators',
    operationId: 'adminFindCreators',
    summary: 'Find creators of the marketplace who are listed',
    description: 'The search of stores, without results at a store.',
    tags,
    addition: true,
    policy: adminOnly,
    query: creatorQuery,
    replies: { 200: FoundCreatorPage },
    handle: async ({ ctx, query, request, reply }) =>
      presentPage(
        await searchCreators(ctx, { ...filtersOf(query), storeId: null, language: languageNamed(request, reply) }),
      ),
  });
}

/** What a store notes about creators. */
function noteRoutes(app: FastifyInstance): void {
  const shared = {
    url: '/v2/stores/:store/creators/:creator/note',
    tags,
    addition: true,
    policy: onStore('store'),
    params: { creator },
    scope: 'campaigns',
    presence: 'token',
    replies: { 204: null },
  } as const;

  operation(app, {
    ...shared,
    method: 'PUT',
    operationId: 'writeCreatorNote',
    summary: 'Write a note about a creator',
    description: 'Members of the store read it. It ends with the account of the creator.',
    body: NoteBody,
    errors: [404],
    handle: ({ ctx, resource, params, body }) =>
      writeNote(ctx, { storeId: resource.id, creatorId: params.creator, text: body.note }),
  });

  operation(app, {
    ...shared,
    method: 'DELETE',
    operationId: 'removeCreatorNote',
    summary: 'Remove the note about a creator',
    handle: ({ ctx, resource, params }) => removeNote(ctx, { storeId: resource.id, creatorId: params.creator }),
  });
}

/** Lists of creators that a store keeps. */
function listRoutes(app: FastifyInstance): void {
  const shared = { tags, addition: true, policy: onStore('store') } as const;
  const writes = { ...shared, scope: 'campaigns', presence: 'token' } as const;
  const url = '/v2/stores/:store/creator-lists';
  const one = '/v2/stores/:store/creator-lists/:list';

  operation(app, {
    ...shared,
    method: 'GET',
    url,
    operationId: 'listCreatorLists',
    assistants: 'search',
    summary: 'List the lists of creators of a store',
    replies: { 200: CreatorLists },
    handle: async ({ ctx, resource }) => ({ data: await readLists(ctx, resource.id) }),
  });

  operation(app, {
    ...writes,
    method: 'POST',
    url,
    operationId: 'createCreatorList',
    summary: 'Create a list of creators',
    body: CreatorListBody,
    replies: { 201: CreatorListRecord },
    errors: ['too_many_lists'],
    handle: ({ ctx, resource, body }) => createList(ctx, { storeId: resource.id, name: body.name }),
  });

  operation(app, {
    ...writes,
    method: 'PATCH',
    url: one,
    operationId: 'renameCreatorList',
    summary: 'Rename a list of creators',
    params: { list: listId },
    body: CreatorListBody,
    replies: { 200: CreatorListRecord },
    errors: [404],
    handle: ({ ctx, resource, params, body }) =>
      renameList(ctx, { storeId: resource.id, listId: params.list, name: body.name }),
  });

  operation(app, {
    ...writes,
    method: 'DELETE',
    url: one,
    operationId: 'deleteCreatorList',
    summary: 'Delete a list of creators',
    params: { list: listId },
    replies: { 204: null },
    errors: [404],
    handle: ({ ctx, resource, params }) => deleteList(ctx, { storeId: resource.id, listId: params.list }),
  });

  operation(app, {
    ...writes,
    method: 'POST',
    url: `${one}/members`,
    operationId: 'addToCreatorList',
    summary: 'Add creators to a list',
    description: 'Those whom the store cannot find are skipped.',
    params: { list: listId },
    body: MembersBody,
    replies: { 200: AddedMembers },
    errors: [404, 'list_full'],
    handle: async ({ ctx, resource, params, body }) => {
      const asked = { storeId: resource.id, listId: params.list, userIds: body.user_ids };
      const { list, skippedUserIds } = await addMembers(ctx, asked);
      return { list, skipped_user_ids: skippedUserIds };
    },
  });

  operation(app, {
    ...writes,
    method: 'DELETE',
    url: `${one}/members/:creator`,
    operationId: 'removeFromCreatorList',
    summary: 'Remove a creator from a list',
    params: { list: listId, creator },
    replies: { 204: null },
    errors: [404],
    handle: ({ ctx, resource, params }) =>
      removeMember(ctx, { storeId: resource.id, listId: params.list, creatorId: params.creator }),
  });
}
