import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import {
  InviteBody,
  InviteList,
  InviteRecord,
  inviteQuery,
  listInvites,
  presentInvite,
  revokeInvite,
} from '../../accounts/index.ts';
import type { StoreDeps } from '../deps.ts';
import { onStore } from '../policy.ts';
import { inviteToStore } from './invite-to-store.ts';

const tags = ['Invitations'];

/** Invitations to represent a store; each mail counts against its e-mail quota. */
export function storeInviteRoutes(app: FastifyInstance, { publicUrl }: StoreDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/advertisers/:advertiser/invites',
    operationId: 'listAdvertiserInvites',
    summary: 'List a store’s invitations',
    description: 'Newest first.',
    tags,
    addition: true,
    policy: onStore('advertiser'),
    query: inviteQuery,
    replies: { 200: InviteList },
    handle: async ({ ctx, resource, query, page, request }) => {
      const invites = await listInvites(ctx, { kind: 'store', id: resource.id }, { status: query.status, page });
      return presentV2Page(request, page, invites, presentInvite);
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/advertisers/:advertiser/invites',
    operationId: 'createAdvertiserInvite',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Invite a person to represent a store',
    description:
      'By mail, which counts against the store’s e-mail quota. A pending invitation of the same address is renewed (200), and its previous code becomes invalid.',
    tags,
    addition: true,
    policy: onStore('advertiser'),
    needs: 'owner',
    body: InviteBody,
    replies: { 200: InviteRecord, 201: InviteRecord },
    errors: ['already_member', 'email_quota_exceeded', 'store_pending', 'invitations_declined', 'invited_enough'],
    handle: async ({ ctx, resource, body, reply }) => {
      const { invite, isNew } = await inviteToStore(ctx, { store: resource, ...body, publicUrl });
      if (isNew) reply.code(201);
      return presentInvite(invite);
    },
  });

  operation(app, {
    method: 'DELETE',
    url: '/v2/advertisers/:advertiser/invites/:invite',
    operationId: 'deleteAdvertiserInvite',
    scope: 'administration',
    presence: 'token',
    summary: 'Revoke a store’s invitation',
    tags,
    addition: true,
    policy: onStore('advertiser'),
    needs: 'owner',
    replies: { 204: null },
    errors: ['invite_accepted'],
    handle: ({ ctx, resource, params }) => revokeInvite(ctx, { kind: 'store', id: resource.id }, params.invite),
  });
}
