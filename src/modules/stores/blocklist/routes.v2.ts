import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { id } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import type { StoreDeps } from '../deps.ts';
import { onStore } from '../policy.ts';
import { TERMS_ARE_PROMISED } from '../promised-terms/keep-promised-terms.ts';
import { block, type Targets } from './block.ts';
import { listBlocklist } from './list-blocklist.ts';
import { presentEntry } from './present.ts';
import { AddedEntries, BlockBody, Blocklist, blocklistQuery } from './schemas.ts';
import { unblock } from './unblock.ts';

const tags = ['Advertiser administration'];
const policy = onStore('advertiser');

/** The users, tags and agencies that a store does not pay. */
export function blocklistRoutes(app: FastifyInstance, _parts: StoreDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/advertisers/:advertiser/blocklist',
    operationId: 'listBlocklist',
    summary: 'List the blocklist of a store',
    description: 'Oldest first.',
    tags,
    policy,
    query: blocklistQuery,
    replies: { 200: Blocklist },
    handle: async ({ ctx, actor, resource, query, page, request }) => {
      const entries = await listBlocklist(ctx, { storeId: resource.id, query: query.query, page });
      return presentV2Page(request, page, entries, (entry) => presentEntry(entry, actor));
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/advertisers/:advertiser/blocklist',
    operationId: 'blockCreators',
    scope: 'administration',
    presence: 'token',
    summary: 'Block creators',
    description:
      'Blocks users, all users with a tag, or all users of a client, from the next link and the next click. 201 if there are new entries, otherwise 200.',
    tags,
    policy,
    body: BlockBody,
    replies: { 200: AddedEntries, 201: AddedEntries },
    errors: [TERMS_ARE_PROMISED],
    handle: async ({ ctx, actor, resource, body, reply }) => {
      const added = await block(ctx, { storeId: resource.id, targets: targetsOf(body) });
      if (added.length > 0) reply.code(201);
      return added.map((entry) => presentEntry(entry, actor));
    },
  });

  operation(app, {
    method: 'DELETE',
    url: '/v2/advertisers/:advertiser/blocklist/:target',
    operationId: 'unblockCreator',
    scope: 'administration',
    presence: 'token',
    summary: 'Remove an entry of the blocklist',
    tags,
    policy,
    params: { target: id({ kind: 'blocklist entry', description: 'Id of the entry.' }) },
    replies: { 204: null },
    handle: async ({ ctx, resource, params: { target } }) => {
      await unblock(ctx, { storeId: resource.id, entryId: target });
    },
  });
}

function targetsOf({ users = [], user_tag_ids = [], client_ids: agency_ids = [] }: Static<typeof BlockBody>): Targets {
  return {
    users: users.map(({ id: userId, validate_clicks = false }) => ({ id: userId, validateClicks: validate_clicks })),
    userTagIds: user_tag_ids,
    agencyIds: agency_ids,
  };
}
