import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { idpSession } from '../../../platform/auth/identity-policy.ts';
import { everyone, inPerson } from '../../../platform/auth/policy.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import type { AccountDeps } from '../deps.ts';
import { IDENTITY_ERRORS } from '../identity/user-of-identity.ts';
import { onAgency } from '../policy.ts';
import { acceptInvitesOf } from './accept-for-session.ts';
import { ACCEPT_ERRORS, acceptInvite } from './accept-invite.ts';
import { findOpenInvite } from './find-open-invite.ts';
import { inviteToAgency } from './invite-to-agency.ts';
import { listInvites } from './list-invites.ts';
import { presentAccepted, presentInvite, presentOpenInvite } from './present.ts';
import { revokeInvite } from './revoke-invite.ts';
import {
  AcceptBody,
  AcceptedInvite,
  InviteBody,
  InviteList,
  InviteRecord,
  inviteQuery,
  LookupBody,
  OpenInviteRecord,
} from './schemas.ts';

const tags = ['Invitations'];

/** Invitations to represent an agency, and accepting any invitation. */
export function inviteRoutes(app: FastifyInstance, deps: AccountDeps): void {
  agencyInviteRoutes(app, deps);

  const acceptances = [
    { kind: 'store', url: '/v2/me/advertiser-invites', operationId: 'acceptAdvertiserInvites', of: 'stores' },
    { kind: 'client', url: '/v2/me/agency-invites', operationId: 'acceptAgencyInvites', of: 'agencies' },
  ] as const;
  for (const { kind, url, operationId, of } of acceptances)
    operation(app, {
      method: 'PATCH',
      url,
      operationId,
      summary: `Accept all pending invitations of ${of}`,
      description: 'For the session’s verified e-mail address. Creates the user if needed.',
      tags,
      policy: idpSession(deps.identity),
      replies: { 204: null },
      errors: IDENTITY_ERRORS,
      handle: ({ ctx, resource }) => acceptInvitesOf(ctx, resource, kind),
    });

  operation(app, {
    method: 'GET',
    url: '/invitations',
    operationId: 'getInvitationPage',
    summary: 'The page on which an invitation is accepted',
    description: 'The address of the mails. It leads to the page of the console; browsers keep the code behind `#`.',
    tags,
    addition: true,
    policy: everyone,
    replies: { 302: Type.Null({ description: 'To the console.' }) },
    handle: ({ reply }) => {
      reply.redirect('/console/invitation', 302);
      return null;
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/invitations/lookup',
    operationId: 'findInvitation',
    summary: 'Read an invitation by its code',
    description:
      'Returns who invites, the store or agency, and whether accepting requires a password. It changes nothing.',
    tags,
    addition: true,
    policy: inPerson(everyone),
    body: LookupBody,
    replies: { 200: OpenInviteRecord },
    errors: ['invitation_invalid'],
    handle: async ({ ctx, body }) => presentOpenInvite(await findOpenInvite(ctx, body.token)),
  });

  operation(app, {
    method: 'POST',
    url: '/v2/invitations/accept',
    operationId: 'acceptInvitation',
    summary: 'Accept an invitation by its code',
    description:
      'The code proves access to the mailbox: the account of the address, or a new one, becomes a member of the store or agency. The request opens no session and sets no password of an administrator’s account.',
    tags,
    addition: true,
    policy: inPerson(everyone),
    body: AcceptBody,
    replies: { 200: AcceptedInvite },
    errors: ACCEPT_ERRORS,
    handle: async ({ ctx, body }) => presentAccepted(await acceptInvite(ctx, body)),
  });
}

function agencyInviteRoutes(app: FastifyInstance, { publicUrl }: AccountDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/clients/:client/invites',
    operationId: 'listClientInvites',
    summary: 'List an agency’s invitations',
    description: 'Newest first.',
    tags,
    addition: true,
    policy: onAgency('client'),
    query: inviteQuery,
    replies: { 200: InviteList },
    handle: async ({ ctx, resource, query, page, request }) => {
      const target = { kind: 'client' as const, id: resource.id };
      const invites = await listInvites(ctx, target, { status: query.status, page });
      return presentV2Page(request, page, invites, presentInvite);
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/clients/:client/invites',
    operationId: 'createClientInvite',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Invite somebody to represent an agency',
    description: 'By mail. A pending invitation of the same address is renewed, and its previous code becomes invalid.',
    tags,
    addition: true,
    policy: onAgency('client'),
    needs: 'owner',
    body: InviteBody,
    replies: { 200: InviteRecord, 201: InviteRecord },
    errors: ['already_member', 'too_many_invites', 'invitations_declined', 'invited_enough'],
    handle: async ({ ctx, resource, body, reply }) => {
      const { invite, isNew } = await inviteToAgency(ctx, {
        agency: resource,
        email: body.email,
        role: body.role,
        publicUrl,
      });
      if (isNew) reply.code(201);
      return presentInvite(invite);
    },
  });

  operation(app, {
    method: 'DELETE',
    url: '/v2/clients/:client/invites/:invite',
    operationId: 'deleteClientInvite',
    scope: 'administration',
    presence: 'token',
    summary: 'Revoke an invitation of an agency',
    tags,
    addition: true,
    policy: onAgency('client'),
    needs: 'owner',
    replies: { 204: null },
    errors: ['invite_accepted'],
    handle: ({ ctx, resource, params }) => revokeInvite(ctx, { kind: 'client', id: resource.id }, params.invite),
  });
}
