import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentV2Page } from '../../../platform/pagination.ts';
import { TERMS_ARE_PROMISED } from '../../stores/index.ts';
import { readTargets } from '../campaign/read-input.ts';
import { TargetsBody } from '../campaign/schemas.write.ts';
import { NO_TARGETS } from '../campaign/targets.ts';
import { onCampaign } from '../policy.ts';
import { onTarget } from './policy.ts';
import { presentTarget } from './present.ts';
import { readTarget } from './read-input.ts';
import { listTargets, type Target } from './read-targets.ts';
import { AddedTargetsReply, TargetBody, TargetList, TargetRecord, targetQuery } from './schemas.ts';
import { addToTargets, changeTarget, removeTarget } from './write-targets.ts';

const tags = ['Campaigns'];
const TARGETS = '/v2/offers/:offer/targets' as const;
const TARGET = '/v2/offers/:offer/targets/:id' as const;

/** Routes for the individual targets of a campaign. */
export function targetRoutes(app: FastifyInstance): void {
  operation(app, {
    method: 'GET',
    url: TARGETS,
    operationId: 'listTargets',
    assistants: 'search',
    storeKey: true,
    summary: 'List a campaign’s targets',
    description: 'Oldest first.',
    tags,
    policy: onCampaign,
    query: targetQuery,
    replies: { 200: TargetList },
    handle: async ({ ctx, resource, page, request }) =>
      presentV2Page(request, page, await listTargets(ctx, resource.id, page), presentTarget),
  });

  operation(app, {
    method: 'POST',
    url: TARGETS,
    operationId: 'addTargets',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Add targets to a campaign',
    description:
      'Existing targets remain. In a campaign with participants, users, e-mails and social identifiers become participants. Prices apply from the next click. 201 if there are new targets, otherwise 200.',
    tags,
    policy: onCampaign,
    body: TargetsBody,
    replies: { 200: AddedTargetsReply, 201: AddedTargetsReply },
    errors: [TERMS_ARE_PROMISED],
    handle: async ({ ctx, resource, body, reply }) => {
      const added = await addToTargets(ctx, {
        campaignId: resource.id,
        targets: { ...NO_TARGETS, ...readTargets(body) },
      });
      if (added.isNew) reply.code(201);
      const warnings = { skipped_targets: { user_ids: added.skippedUserIds } };
      return { data: added.targets.map(presentTarget), warnings };
    },
  });

  operation(app, {
    method: 'GET',
    url: TARGET,
    operationId: 'getTarget',
    storeKey: true,
    summary: 'Read a target of a campaign',
    tags,
    policy: onTarget,
    replies: { 200: TargetRecord },
    handle: ({ resource }) => presentTarget(resource.target),
  });

  const change = async (
    ctx: Context,
    { campaign, target }: { campaign: { id: number }; target: Target },
    body: Static<typeof TargetBody>,
  ) => {
    const named = readTarget(body);
    if (named === null) return presentTarget(target);
    return presentTarget(await changeTarget(ctx, { campaignId: campaign.id, targetId: target.id, ...named }));
  };
  const changing = {
    url: TARGET,
    tags,
    policy: onTarget,
    body: TargetBody,
    replies: { 200: TargetRecord },
    errors: [TERMS_ARE_PROMISED],
    summary: 'Change a target of a campaign',
    description:
      'At most one field. Without a field the target stays unchanged. If another target already has the value, this one is removed and the other is returned. Participants stay.',
    storeKey: true,
  };

  operation(app, {
    ...changing,
    method: 'PUT',
    operationId: 'replaceTarget',
    scope: 'campaigns',
    presence: 'token',
    handle: ({ ctx, resource, body }) => change(ctx, resource, body),
  });

  operation(app, {
    ...changing,
    method: 'PATCH',
    operationId: 'changeTarget',
    scope: 'campaigns',
    presence: 'token',
    handle: ({ ctx, resource, body }) => change(ctx, resource, body),
  });

  operation(app, {
    method: 'DELETE',
    url: TARGET,
    operationId: 'removeTarget',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Remove a target of a campaign',
    description: 'Participants stay.',
    tags,
    policy: onTarget,
    replies: { 204: null },
    errors: [TERMS_ARE_PROMISED],
    handle: ({ ctx, resource }) =>
      removeTarget(ctx, { campaignId: resource.campaign.id, targetId: resource.target.id }),
  });
}
