import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { operation } from '../../../platform/http/operation.ts';
import { pageRequest, presentV2Page } from '../../../platform/pagination.ts';
import { readTargets } from '../offers/read-input.ts';
import { TargetsBody } from '../offers/schemas.write.ts';
import { NO_TARGETS } from '../offers/targets.ts';
import { onOffer } from '../policy.ts';
import { onTarget } from './policy.ts';
import { presentTarget } from './present.ts';
import { readTarget } from './read-input.ts';
import { listTargets, type Target } from './read-targets.ts';
import { AddedTargetsReply, TargetBody, TargetList, TargetRecord, targetQuery } from './schemas.ts';
import { addToTargets, changeTarget, removeTarget } from './write-targets.ts';

const tags = ['Campaigns'];
const TARGETS = '/v2/offers/:offer/targets' as const;
const TARGET = '/v2/offers/:offer/targets/:id' as const;

/** Whom a campaign is aimed at, target by target. */
export function targetRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: TARGETS,
    operationId: 'listTargets',
    summary: 'List whom a campaign is aimed at',
    description: 'Oldest first.',
    tags,
    policy: onOffer,
    query: targetQuery,
    replies: { 200: TargetList },
    handle: async ({ ctx, resource, query, request }) => {
      const page = pageRequest(query);
      return presentV2Page(request, page, await listTargets(ctx, resource.id, page), presentTarget);
    },
  });

  operation(app, {
    method: 'POST',
    url: TARGETS,
    operationId: 'addTargets',
    summary: 'Aim a campaign at more people',
    description:
      'What it is aimed at already stays as it is. In a campaign that is taken part in, users, e-mails and social ' +
      'identifiers become participants. Prices follow from the next click on. 201 when there are new targets, else 200.',
    tags,
    policy: onOffer,
    body: TargetsBody,
    replies: { 200: AddedTargetsReply, 201: AddedTargetsReply },
    handle: async ({ ctx, resource, body, reply }) => {
      const added = await addToTargets(ctx, { offerId: resource.id, targets: { ...NO_TARGETS, ...readTargets(body) } });
      if (added.isNew) reply.code(201);
      const warnings = { skipped_targets: { user_ids: added.skippedUserIds } };
      return { data: added.targets.map(presentTarget), warnings };
    },
  });

  operation(app, {
    method: 'GET',
    url: TARGET,
    operationId: 'getTarget',
    summary: 'Read one target of a campaign',
    tags,
    policy: onTarget,
    replies: { 200: TargetRecord },
    handle: ({ resource }) => presentTarget(resource.target),
  });

  const change = async (
    ctx: Context,
    { offer, target }: { offer: { id: number }; target: Target },
    body: Static<typeof TargetBody>,
  ) => {
    const named = readTarget(body);
    if (named === null) return presentTarget(target);
    return presentTarget(await changeTarget(ctx, { offerId: offer.id, targetId: target.id, ...named }));
  };
  const changing = {
    ...{ url: TARGET, tags, policy: onTarget, body: TargetBody, replies: { 200: TargetRecord } },
    description:
      'Without a field the target stays what it is. When another target is that one already, this one is gone, and the other is the answer. Whoever takes part goes on.',
  };

  operation(app, {
    ...{ ...changing, method: 'PUT', operationId: 'replaceTarget', summary: 'Aim a target at somebody else' },
    handle: ({ ctx, resource, body }) => change(ctx, resource, body),
  });

  operation(app, {
    ...{ ...changing, method: 'PATCH', operationId: 'changeTarget', summary: 'Aim a target at somebody else' },
    handle: ({ ctx, resource, body }) => change(ctx, resource, body),
  });

  operation(app, {
    method: 'DELETE',
    url: TARGET,
    operationId: 'removeTarget',
    summary: 'Take one target from a campaign',
    description: 'Whoever takes part goes on.',
    tags,
    policy: onTarget,
    replies: { 204: null },
    handle: ({ ctx, resource }) => removeTarget(ctx, { offerId: resource.offer.id, targetId: resource.target.id }),
  });
}
