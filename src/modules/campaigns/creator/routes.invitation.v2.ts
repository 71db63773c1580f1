import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { everyone } from '../../../platform/auth/policy.ts';
import { id, nameSchemas, nullable, oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { onUser } from '../../accounts/index.ts';
import type { CampaignDeps } from '../deps.ts';
import { findInvitingCampaign } from './find-inviting-campaign.ts';
import { JOIN_ERRORS } from './join-campaign.ts';
import { readInvitation } from './read-invitation.ts';
import { BoardRecord, presentOnBoard } from './routes.board.v2.ts';
import { tokenParam } from './schemas.ts';

const InvitationRecord = Type.Object({
  ...BoardRecord.properties,
  refusal: nullable(
    oneOf(JOIN_ERRORS, {
      description: 'The error code with which joining would be refused now. Null: the user can join or has joined.',
    }),
  ),
});

const InvitingCampaignRecord = Type.Object({
  id: id(),
  title: Type.String(),
  store: Type.Object({ id: id(), name: Type.String(), logo_url: nullable(Type.String()) }),
  is_joinable: Type.Boolean({ description: 'Whether the campaign can be joined now.' }),
});

/** The target of an invitation link. */
export function invitationRoutes(app: FastifyInstance, { publicUrl }: CampaignDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/offer-by-token/:token/invitation',
    operationId: 'getInvitingCampaign',
    summary: 'Read the campaign and the store of an invitation link',
    description: 'For people without an account, who can sign up with the link (`offer_token` of `signUp`).',
    tags: ['Creator campaigns'],
    addition: true,
    policy: everyone,
    params: tokenParam,
    replies: { 200: InvitingCampaignRecord },
    errors: [404],
    handle: async ({ ctx, params }) => {
      const campaign = await findInvitingCampaign(ctx, params.token);
      const { store_id, store_name, store_logo_key: logo } = campaign;
      return {
        id: campaign.id,
        title: campaign.title,
        is_joinable: campaign.is_joinable,
        store: { id: store_id, name: store_name, logo_url: logo === null ? null : fileUrl(publicUrl, logo) },
      };
    },
  });

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

nameSchemas({ Invitation: InvitationRecord, InvitingCampaign: InvitingCampaignRecord });
