import type { FastifyInstance } from 'fastify';
import { operation } from '../../../platform/http/operation.ts';
import { onOwnPublication, onPublication } from '../reports/policy.ts';
import { FIGURES_ERRORS, readObservations, recordObservation } from './figures.ts';
import { presentObservation } from './present.ts';
import { FiguresBody, FiguresHistory, FiguresRecord } from './schemas.ts';

const common = { tags: ['Publications'], addition: true, url: '/v2/publications/:publication/figures' } as const;

/** Figures of publications, as the creator's side has read them at the platforms. */
export function figureRoutes(app: FastifyInstance): void {
  operation(app, {
    ...common,
    method: 'GET',
    operationId: 'listPublicationFigures',
    assistants: 'search',
    summary: 'List the figures of a publication',
    description: 'Every observation; the newest counts.',
    policy: onPublication,
    replies: { 200: FiguresHistory },
    handle: async ({ ctx, resource }) => ({ data: (await readObservations(ctx, resource.id)).map(presentObservation) }),
  });

  operation(app, {
    ...common,
    method: 'POST',
    operationId: 'recordPublicationFigures',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Record the figures of a publication',
    description:
      'An observation never changes; a later one corrects it. The same one again adds nothing. No payment follows from these figures.',
    policy: onOwnPublication,
    body: FiguresBody,
    replies: { 201: FiguresRecord },
    errors: FIGURES_ERRORS,
    handle: async ({ ctx, resource, body }) => {
      const { views = null, likes = null, comments = null, shares = null, saves = null, clicks_shown = null } = body;
      const counts = { views, likes, comments, shares, saves, clicks_shown };
      const { measured_at: measuredAt, proof_id: proofId = null } = body;
      const input = { ...counts, measuredAt: new Date(measuredAt), proofId };
      return presentObservation(await recordObservation(ctx, resource, input));
    },
  });
}
