import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { ANNOTATION_KINDS } from '../../../platform/annotations.ts';
import { adminOnly } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { dayRange } from '../../../platform/day-range.ts';
import { dateTime, day, id, nameSchemas, nullable, oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onUser } from '../../accounts/index.ts';
import { onStore } from '../../stores/index.ts';
import type { ExplanationDeps } from '../deps.ts';
import { type Annotated, listAnnotations, MAX_ANNOTATIONS } from './list-annotations.ts';

const days = {
  from: Type.Optional(day({ description: 'First day; the 29th day before `to` by default.' })),
  to: Type.Optional(day({ description: 'Last day; today by default.' })),
};

const AnnotationList = Type.Object({
  data: Type.Array(
    Type.Object({
      kind: oneOf(ANNOTATION_KINDS),
      at: dateTime(),
      day: day({ description: 'The day of statistics.' }),
      subject: nullable(Type.String({ description: 'Title of the campaign, or the month `YYYY-MM`.' })),
      offer_id: nullable(id({ description: 'The campaign.' })),
      store_id: nullable(id()),
    }),
    { description: `In order; the latest ${MAX_ANNOTATIONS}.` },
  ),
});

const shared = {
  method: 'GET',
  tags: ['Statistics'],
  addition: true,
  replies: { 200: AnnotationList },
} as const;

const description =
  'Campaigns that began or ended, changes of prices, and closings of months, until now. A range has at most 366 days.';

/** Events that may explain a change of figures, for the charts. */
export function annotationRoutes(app: FastifyInstance, deps: ExplanationDeps): void {
  const read = async (ctx: Pick<Context, 'db' | 'now'>, whose: Annotated, asked: { from?: string; to?: string }) => {
    const range = dayRange({ first: asked.from, last: asked.to }, deps.calendar, ctx.now());
    const found = await listAnnotations(ctx, deps, { whose, range });
    return {
      data: found.map(({ at, campaignId, storeId, ...one }) => ({
        ...one,
        at: at.toISOString(),
        offer_id: campaignId,
        store_id: storeId,
      })),
    };
  };

  operation(app, {
    ...shared,
    url: '/v2/stores/:store/annotations',
    operationId: 'listStoreAnnotations',
    assistants: 'search',
    summary: 'List events of a store that may explain its figures',
    description,
    policy: onStore('store'),
    storeKey: true,
    query: { ...days, offer_id: Type.Optional(id({ description: 'Only events of this campaign.', kind: 'offer' })) },
    handle: ({ ctx, resource, query: { offer_id: campaignId, ...asked } }) =>
      read(ctx, { storeId: resource.id, campaignId }, asked),
  });

  operation(app, {
    ...shared,
    url: '/v2/users/:user/annotations',
    operationId: 'listCreatorAnnotations',
    assistants: 'search',
    summary: 'List events that may explain the figures of a creator',
    description: `${description} Of campaigns in which the creator takes or took part.`,
    policy: onUser('user'),
    query: days,
    handle: ({ ctx, resource, query }) => read(ctx, { userId: resource.id }, query),
  });

  operation(app, {
    ...shared,
    url: '/v2/admin/annotations',
    operationId: 'adminListAnnotations',
    summary: 'List events that may explain the figures of the marketplace',
    description: 'Closings of months.',
    policy: adminOnly,
    query: days,
    handle: ({ ctx, query }) => read(ctx, 'platform', query),
  });
}

nameSchemas({ AnnotationList });
