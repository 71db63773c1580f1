import type { FastifyInstance } from 'fastify';
import type { Context } from '../../../platform/context.ts';
import { NotFound } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { pageRequest, presentV2Page } from '../../../platform/pagination.ts';
import { onOffer, onParticipant, sidesOf } from '../policy.ts';
import { moveParticipant } from './move-participant.ts';
import { presentParticipant } from './present.ts';
import { listParticipants, readParticipant } from './read-participants.ts';
import { ParticipantList, ParticipantRecord, participantQuery, StatusBody } from './schemas.ts';

const tags = ['Participants'];

/** Who takes part in a campaign, and how far they are. */
export function participantRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/participants',
    operationId: 'listParticipants',
    summary: 'List the participants of a campaign',
    description: 'Oldest first.',
    tags,
    policy: onOffer,
    query: participantQuery,
    replies: { 200: ParticipantList },
    handle: async ({ ctx, resource, query, request }) => {
      const { query: text, status, include = [] } = query;
      const page = pageRequest(query);
      const found = await listParticipants(ctx, { offerId: resource.id, text, status }, page);
      const withComments = include.includes('offer_comments_count');
      return presentV2Page(request, page, found, (part) => presentParticipant(part, withComments));
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer/participants/:participant',
    operationId: 'getParticipant',
    summary: 'Read a participant',
    tags,
    policy: onParticipant,
    replies: { 200: ParticipantRecord },
    handle: async ({ ctx, resource }) => presentParticipant(await existing(ctx, resource.id)),
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/offers/:offer/participants/:participant/update-status',
    operationId: 'updateParticipantStatus',
    summary: 'Move a participant on',
    description: 'Which moves there are depends on the campaign’s type and on who asks; a refusal names them.',
    tags,
    policy: onParticipant,
    body: StatusBody,
    replies: { 200: ParticipantRecord },
    errors: ['illegal_transition'],
    handle: async ({ ctx, actor, resource, body }) => {
      await moveParticipant(ctx, { participantId: resource.id, to: body.status, sides: sidesOf(actor, resource) });
      return presentParticipant(await existing(ctx, resource.id));
    },
  });
}

async function existing(ctx: Pick<Context, 'db'>, id: number) {
  const part = await readParticipant(ctx, id);
  if (part === null) throw new NotFound('participant');
  return part;
}
