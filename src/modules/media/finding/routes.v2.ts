import type { FastifyInstance } from 'fastify';
import type { Actor } from '../../../platform/auth/actor.ts';
import { adminOnly, type Policy } from '../../../platform/auth/policy.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { languageNamed } from '../../../platform/http/requested-locale.ts';
import { presentCursor } from '../../../platform/pagination.ts';
import { onAgency } from '../../accounts/index.ts';
import { onStore } from '../../stores/index.ts';
import type { MediaDeps } from '../deps.ts';
import type { Searcher } from './conditions.ts';
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
  keeperQuery,
  MembersBody,
  NoteBody,
  presentFound,
  SimilarCreators,
} from './schemas.ts';
import { type FoundPage, searchCreators } from './search-creators.ts';
import { findSimilar } from './similar-creators.ts';

const tags = ['Finding creators'];
const creator = id({ kind: 'creator' });
const listId = id({ kind: 'list' });

/** Those who search creators, with the path and the policy of their routes. */
interface Side {
  kind: Searcher['kind'];
  url: '/v2/stores/:store' | '/v2/clients/:client';
  policy: Policy<Actor, { id: number }>;
  /** The end of the operation ids. */
  suffix: '' | 'ForClient';
  /** In descriptions. */
  word: 'store' | 'agency';
  members: string;
  found: string;
}

const SIDES: readonly Side[] = [
  {
    kind: 'store',
    url: '/v2/stores/:store',
    policy: onStore('store'),
    suffix: '',
    word: 'store',
    members: 'Members of the store',
    found:
      'Creators who are listed by their own choice, without those whom the store has blocked. Results at other stores are shown in bands, with the creator’s consent only.',
  },
  {
    kind: 'agency',
    url: '/v2/clients/:client',
    policy: onAgency('client'),
    suffix: 'ForClient',
    word: 'agency',
    members: 'Representatives of the agency',
    found:
      'Creators who have chosen to be found by agencies; being found by stores is another choice. Results are shown in bands over all stores, with the creator’s consent only, and never at a particular store.',
  },
];

/** The search for creators who are listed, for stores, agencies and administrators. */
export function findingRoutes(app: FastifyInstance, { publicUrl }: MediaDeps): void {
  const presentPage = ({ items, next }: FoundPage) => ({
    data: items.map((found) => presentFound(found, publicUrl)),
    meta: presentCursor(next),
  });

  for (const side of SIDES) {
    const { kind, url, policy, suffix, word } = side;
    const searcherOf = ({ id: owner }: { id: number }): Searcher => ({ kind, id: owner });
    operation(app, {
      method: 'GET',
      url: `${url}/creators`,
      operationId: `findCreators${suffix}`,
      assistants: 'search',
      summary: `Find creators for ${word === 'store' ? 'a store' : 'an agency'}`,
      description: side.found,
      tags,
      addition: true,
      policy,
      query: keeperQuery,
      replies: { 200: FoundCreatorPage },
      handle: async ({ ctx, resource, query, request, reply }) =>
        presentPage(
          await searchCreators(ctx, {
            ...filtersOf(query),
            searcher: searcherOf(resource),
            language: languageNamed(request, reply),
          }),
        ),
    });

    operation(app, {
      method: 'GET',
      url: `${url}/creators/:creator`,
      operationId: `getFoundCreator${suffix}`,
      summary: `Read a creator whom the ${word} finds`,
      tags,
      addition: true,
      policy,
      params: { creator },
      errors: [404],
      replies: { 200: FoundCreatorRecord },
      handle: async ({ ctx, resource, params, request, reply }) => {
        const language = languageNamed(request, reply);
        const asked = { userIds: [params.creator], searcher: searcherOf(resource), language };
        const [found] = await readFound(ctx.db, asked);
        if (found === undefined) throw new NotFound('creator');
        return presentFound(found, publicUrl);
      },
    });

    operation(app, {
      method: 'GET',
      url: `${url}/creators/:creator/similar`,
      operationId: `listSimilarCreators${suffix}`,
      summary: `List creators who resemble one, for the ${word}`,
      description: 'By topics, country, languages, platforms and followers.',
      tags,
      addition: true,
      policy,
      params: { creator },
      errors: [404],
      replies: { 200: SimilarCreators },
      handle: async ({ ctx, resource, params, request, reply }) => {
        const language = languageNamed(request, reply);
        const asked = { creatorId: params.creator, searcher: searcherOf(resource), language };
        return { data: (await findSimilar(ctx, asked)).map((found) => presentFound(found, publicUrl)) };
      },
    });

    noteRoutes(app, side);
    listRoutes(app, side);
  }

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
        await searchCreators(ctx, { ...filtersOf(query), searcher: null, language: languageNamed(request, reply) }),
      ),
  });
}

/** What a store or an agency notes about creators. */
function noteRoutes(app: FastifyInstance, { kind, url, policy, suffix, word, members }: Side): void {
  const shared = {
    url: `${url}/creators/:creator/note`,
    tags,
    addition: true,
    policy,
    params: { creator },
    scope: 'campaigns',
    presence: 'token',
    replies: { 204: null },
  } as const;

  operation(app, {
    ...shared,
    method: 'PUT',
    operationId: `writeCreatorNote${suffix}`,
    summary: `Write a note of the ${word} about a creator`,
    description: `${members} read it. It ends with the account of the creator.`,
    body: NoteBody,
    errors: [404],
    handle: ({ ctx, resource, params, body }) =>
      writeNote(ctx, { owner: { kind, id: resource.id }, creatorId: params.creator, text: body.note }),
  });

  operation(app, {
    ...shared,
    method: 'DELETE',
    operationId: `removeCreatorNote${suffix}`,
    summary: `Remove the note of the ${word} about a creator`,
    handle: ({ ctx, resource, params }) =>
      removeNote(ctx, { owner: { kind, id: resource.id }, creatorId: params.creator }),
  });
}

/** Lists of creators that a store or an agency keeps. */
function listRoutes(app: FastifyInstance, { kind, url: base, policy, suffix, word }: Side): void {
  const shared = { tags, addition: true, policy } as const;
  const ownerOf = ({ id: owner }: { id: number }): Searcher => ({ kind, id: owner });
  const writes = { ...shared, scope: 'campaigns', presence: 'token' } as const;
  const url = `${base}/creator-lists` as const;
  const one = `${base}/creator-lists/:list` as const;

  operation(app, {
    ...shared,
    method: 'GET',
    url,
    operationId: `listCreatorLists${suffix}`,
    assistants: 'search',
    summary: `List the lists of creators of the ${word}`,
    replies: { 200: CreatorLists },
    handle: async ({ ctx, resource }) => ({ data: await readLists(ctx, ownerOf(resource)) }),
  });

  operation(app, {
    ...writes,
    method: 'POST',
    url,
    operationId: `createCreatorList${suffix}`,
    summary: `Create a list of creators of the ${word}`,
    body: CreatorListBody,
    replies: { 201: CreatorListRecord },
    errors: ['too_many_lists'],
    handle: ({ ctx, resource, body }) => createList(ctx, { owner: ownerOf(resource), name: body.name }),
  });

  operation(app, {
    ...writes,
    method: 'PATCH',
    url: one,
    operationId: `renameCreatorList${suffix}`,
    summary: `Rename a list of creators of the ${word}`,
    params: { list: listId },
    body: CreatorListBody,
    replies: { 200: CreatorListRecord },
    errors: [404],
    handle: ({ ctx, resource, params, body }) =>
      renameList(ctx, { owner: ownerOf(resource), listId: params.list, name: body.name }),
  });

  operation(app, {
    ...writes,
    method: 'DELETE',
    url: one,
    operationId: `deleteCreatorList${suffix}`,
    summary: `Delete a list of creators of the ${word}`,
    params: { list: listId },
    replies: { 204: null },
    errors: [404],
    handle: ({ ctx, resource, params }) => deleteList(ctx, { owner: ownerOf(resource), listId: params.list }),
  });

  operation(app, {
    ...writes,
    method: 'POST',
    url: `${one}/members`,
    operationId: `addToCreatorList${suffix}`,
    summary: `Add creators to a list of the ${word}`,
    description: `Those whom the ${word} cannot find are skipped.`,
    params: { list: listId },
    body: MembersBody,
    replies: { 200: AddedMembers },
    errors: [404, 'list_full'],
    handle: async ({ ctx, resource, params, body }) => {
      const asked = { owner: ownerOf(resource), listId: params.list, userIds: body.user_ids };
      const { list, skippedUserIds } = await addMembers(ctx, asked);
      return { list, skipped_user_ids: skippedUserIds };
    },
  });

  operation(app, {
    ...writes,
    method: 'DELETE',
    url: `${one}/members/:creator`,
    operationId: `removeFromCreatorList${suffix}`,
    summary: `Remove a creator from a list of the ${word}`,
    params: { list: listId, creator },
    replies: { 204: null },
    errors: [404],
    handle: ({ ctx, resource, params }) =>
      removeMember(ctx, { owner: ownerOf(resource), listId: params.list, creatorId: params.creator }),
  });
}
