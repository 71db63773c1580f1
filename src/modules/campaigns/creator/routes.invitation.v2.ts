import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { nullable, oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onUser } from '../../accounts/index.ts';
import type { CampaignDeps } from '../deps.ts';
import { JOIN_ERRORS } from './join-campaign.ts';
import { readInvitation } from './read-invitation.ts';
import { BoardRecord, presentOnBoard } from './routes.board.v2.ts';
import { tokenParam } from './schemas.ts';

const InvitationRecord = Type.Object({
  ...BoardRecord.properties,
  refusal: nullable(
    oneOf(JOIN_ERRORS, {
      description: 'With which code joining would be refused now. Null: the user can join, or has.',
    }),
  ),
});

/** The target of an invitation link. */
export function invitationRoutes(app: FastifyInstance, { publicUrl }: CampaignDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/offer-by-token/:token/users/:user/invitation',
    operationId: 'getCampaignInvitation',
    summary: 'A campaign as seen by a user with its token, and the error that joining it would cause',
    description: 'The token grants read access, as for joining. The request changes nothing.',
    tags: ['Creator campaigns'],
    addition: true,
    policy: onUser('user'),
    params: tokenParam,
    replies: { 200: InvitationRecord },
    errors: [404],
    handle: async ({ ctx, resource: user, params }) => {
      const { onBoard, refusal } = await readInvitation(ctx, { token: params.token, user });
      return { ...presentOnBoard(publicUrl, onBoard), refusal };
    },
  });
}
