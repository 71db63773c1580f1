import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { onAgency, onUserOnly } from '../../accounts/index.ts';
import type { MediaDeps } from '../deps.ts';
import { inviteToJoin } from './invite-to-join.ts';
import { answerInvitation, listReceivedInvitations } from './received-invitations.ts';
import { JoinBody, JoinReply, presentReceived, presentSent, ReceivedList, SentList, sentQuery } from './schemas.ts';
import { listSentInvitations, revokeSentInvitation } from './sent-invitations.ts';

const tags = ['Finding creators'];

/** Invitations of creators to be represented by an agency. */
export function joiningRoutes(app: FastifyInstance, { calendar }: MediaDeps): void {
  const ofAgency = { tags, addition: true, policy: onAgency('client') } as const;
  const url = '/v2/clients/:client/creator-invitations';

  operation(app, {
    ...ofAgency,
    method: 'POST',
    url,
    operationId: 'inviteCreatorsToClient',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Invite creators to be represented by an agency',
    description:
      'Creators whom the agency finds, all of a list, and people who are not here yet. The address of a creator is not disclosed. They answer in person, within 30 days. Invitations count in the limit of an agency of a day.',
    body: JoinBody,
    replies: { 200: JoinReply },
    errors: [404, 'too_many_invites'],
    handle: async ({ ctx, resource: agency, body }) => {
      const { user_ids: userIds = [], list_id: listId, emails = [] } = body;
      const invited = await inviteToJoin(ctx, { agency, userIds, listId, emails });
      return { invited_user_ids: invited.invitedUserIds, skipped_user_ids: invited.skippedUserIds };
    },
  });

  operation(app, {
    ...ofAgency,
    method: 'GET',
    url,
    operationId: 'listCreatorInvitationsOfClient',
    summary: 'List the invitations of an agency to creators',
    description: 'Newest first. Found creators are named by their public names.',
    query: sentQuery,
    replies: { 200: SentList },
    handle: async ({ ctx, resource, query, page, request }) =>
      presentV2Page(
        request,
        page,
        await listSentInvitations(ctx, resource.id, { status: query.status, page }),
        presentSent,
      ),
  });

  operation(app, {
    ...ofAgency,
    method: 'DELETE',
    url: '/v2/clients/:client/creator-invitations/:creator_invitation',
    operationId: 'revokeCreatorInvitationOfClient',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Revoke an invitation of an agency to a creator',
    replies: { 204: null },
    errors: [404, 'invitation_answered'],
    handle: ({ ctx, resource, params }) =>
      revokeSentInvitation(ctx, { agencyId: resource.id, invitationId: params.creator_invitation }),
  });

  const ofCreator = { tags, addition: true, policy: onUserOnly('user') } as const;

  operation(app, {
    ...ofCreator,
    method: 'GET',
    url: '/v2/users/:user/agency-invitations',
    operationId: 'listAgencyInvitations',
    summary: 'List the open invitations of agencies to a creator',
    description: 'Only the creator reads them, in person: not the agency that the creator has.',
    replies: { 200: ReceivedList },
    handle: async ({ ctx, resource }) => ({
      data: (await listReceivedInvitations(ctx, resource.id, calendar)).map(presentReceived),
    }),
  });

  operation(app, {
    ...ofCreator,
    method: 'POST',
    url: '/v2/users/:user/agency-invitations/:creator_invitation/accept',
    operationId: 'acceptAgencyInvitation',
    scope: 'administration',
    presence: 'fresh',
    summary: 'Accept an invitation of an agency',
    description:
      'In person. The agency then represents the creator: it reads and writes for the creator, may take a share, and may receive the payouts. An administrator ends it.',
    replies: { 204: null },
    errors: [404, 'has_agency'],
    handle: ({ ctx, resource, params }) =>
      answerInvitation(ctx, { userId: resource.id, invitationId: params.creator_invitation, answer: 'accepted' }),
  });

  operation(app, {
    ...ofCreator,
    method: 'POST',
    url: '/v2/users/:user/agency-invitations/:creator_invitation/decline',
    operationId: 'declineAgencyInvitation',
    scope: 'administration',
    presence: 'token',
    summary: 'Decline an invitation of an agency',
    description: 'In person. The agency cannot invite the creator again for 90 days.',
    replies: { 204: null },
    errors: [404],
    handle: ({ ctx, resource, params }) =>
      answerInvitation(ctx, { userId: resource.id, invitationId: params.creator_invitation, answer: 'declined' }),
  });
}
