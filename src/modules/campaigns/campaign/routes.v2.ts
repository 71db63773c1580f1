import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onStore, TERMS_ARE_PROMISED } from '../../stores/index.ts';
import type { CampaignDeps } from '../deps.ts';
import { CONTENT_ERRORS } from '../duplicates/content.ts';
import { duplicateCampaign } from '../duplicates/duplicate-campaign.ts';
import { readDefinition } from '../overview/read-definition.ts';
import { type CampaignFacts, onCampaign, onCampaignByToken, onCampaignSummary } from '../policy.ts';
import { createCampaignWithQuestions } from '../questions/create-with-questions.ts';
import { readQuestionTexts } from '../questions/schemas.ts';
import { deleteCampaign, setCampaignActive } from './change-campaign-state.ts';
import { presentCampaign } from './present.ts';
import { NAMES_V2, readCampaignInput } from './read-input.ts';
import { CampaignRecord } from './schemas.ts';
import { CampaignBody, CampaignPatchBody, DuplicateBody, WrittenCampaignReply } from './schemas.write.ts';
import { lockCampaign, lockStoreOf, updateCampaign, type WrittenCampaign } from './write-campaign.ts';
import { shownCampaign, writtenReply } from './written-reply.ts';

const tags = ['Campaigns'];

/** Create, read, change, pause, resume and delete campaigns. */
export function campaignRoutes(app: FastifyInstance, { publicUrl, calendar }: CampaignDeps): void {
  const shown = (ctx: Context, id: number) => shownCampaign(ctx, publicUrl, id);
  const written = (ctx: Context, campaign: WrittenCampaign) => writtenReply(ctx, publicUrl, campaign);

  /** Locks a campaign and reads the reply of its definition. The store is locked first, because priorities are changed under its lock. */
  const locked = async (ctx: Context, campaign: CampaignFacts, movesPriority: boolean) => {
    if (movesPriority) await lockStoreOf(ctx.db, campaign.id);
    await lockCampaign(ctx.db, campaign.id);
    return (await readDefinition(ctx, campaign, calendar)).offer;
  };

  operation(app, {
    method: 'POST',
    url: '/v2/stores/:store/offers',
    operationId: 'createOffer',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Create a campaign',
    tags,
    policy: onStore('store'),
    body: CampaignBody,
    replies: { 201: WrittenCampaignReply },
    errors: [TERMS_ARE_PROMISED, 'credit_limit', 'not_joinable'],
    handle: async ({ ctx, actor, resource, body }) => {
      const { currency, id: storeId } = resource;
      const input = { ...readCampaignInput(body, { currency, calendar, actor, isWhole: true }), type: body.type };
      const campaign = { storeId, input, names: NAMES_V2 };
      const questions = readQuestionTexts(body.questions ?? []);
      return written(ctx, await createCampaignWithQuestions(ctx, { campaign, questions }));
    },
  });

  operation(app, {
    method: 'PUT',
    url: '/v2/offers/:offer',
    tags,
    policy: onCampaign,
    operationId: 'replaceOffer',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Change a campaign as a whole',
    description: 'Omitted optional fields are unchanged. Prices and targets are replaced.',
    body: CampaignBody,
    replies: { 200: WrittenCampaignReply },
    errors: ['type_fixed', 'credit_limit', TERMS_ARE_PROMISED],
    current: ({ ctx, resource, body }) => locked(ctx, resource, body.priority_after !== undefined),
    handle: async ({ ctx, actor, resource, body }) => {
      if (body.questions !== undefined) throw new InvalidInput({ questions: ['is not a known field'] });
      const input = readCampaignInput(body, { currency: resource.currency, calendar, actor, isWhole: true });
      return written(ctx, await updateCampaign(ctx, { campaignId: resource.id, input, names: NAMES_V2 }));
    },
  });

  operation(app, {
    method: 'PATCH',
    url: '/v2/offers/:offer',
    tags,
    policy: onCampaign,
    operationId: 'changeOffer',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Change something of a campaign',
    description: 'Omitted fields are unchanged. Given prices and targets are replaced.',
    body: CampaignPatchBody,
    replies: { 200: WrittenCampaignReply },
    errors: ['type_fixed', 'credit_limit', TERMS_ARE_PROMISED],
    current: ({ ctx, resource, body }) => locked(ctx, resource, body.priority_after !== undefined),
    handle: async ({ ctx, actor, resource, body }) => {
      const input = readCampaignInput(body, { currency: resource.currency, calendar, actor, isWhole: false });
      return written(ctx, await updateCampaign(ctx, { campaignId: resource.id, input, names: NAMES_V2 }));
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/offers/:offer/duplicate',
    operationId: 'duplicateOffer',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Create a paused campaign with the content of another',
    description:
      'Texts, prices, limits, tasks, groups of the audience, commission rules, terms, questions and picture are copied. Participants, named people (except of a `standard` campaign), ' +
      'dates that are past and what is used of limits are not. A shared budget remains shared.',
    tags,
    addition: true,
    policy: onCampaign,
    body: DuplicateBody,
    replies: { 201: WrittenCampaignReply },
    errors: CONTENT_ERRORS,
    idempotent: true,
    handle: async ({ ctx, resource, body: { campaign_title: title = null } }) =>
      written(ctx, await duplicateCampaign(ctx, { original: resource, calendar, title })),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offers/:offer',
    operationId: 'getOffer',
    assistants: 'search',
    storeKey: true,
    summary: 'Read a campaign',
    tags,
    policy: onCampaignSummary,
    replies: { 200: CampaignRecord },
    handle: ({ resource }) => presentCampaign(publicUrl, resource),
  });

  operation(app, {
    method: 'DELETE',
    url: '/v2/offers/:offer',
    operationId: 'deleteOffer',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Delete a campaign',
    description: 'Soft deletion: clicks, participants and totals remain, but its terms no longer apply.',
    tags,
    policy: onCampaign,
    replies: { 204: null },
    errors: [TERMS_ARE_PROMISED],
    handle: ({ ctx, resource }) => deleteCampaign(ctx, resource.id),
  });

  operation(app, {
    method: 'POST',
    url: '/v2/offers/:offer/pause',
    operationId: 'pauseOffer',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Pause a campaign',
    description: 'Its terms no longer apply from the next click.',
    tags,
    policy: onCampaign,
    replies: { 200: CampaignRecord },
    errors: [TERMS_ARE_PROMISED],
    handle: async ({ ctx, resource }) => {
      await setCampaignActive(ctx, resource.id, false);
      return shown(ctx, resource.id);
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/offers/:offer/unpause',
    operationId: 'unpauseOffer',
    scope: 'campaigns',
    presence: 'token',
    storeKey: true,
    summary: 'Let a campaign go on',
    description: 'Its terms apply again from the next click.',
    tags,
    policy: onCampaign,
    replies: { 200: CampaignRecord },
    errors: [TERMS_ARE_PROMISED, 'credit_limit'],
    handle: async ({ ctx, resource }) => {
      await setCampaignActive(ctx, resource.id, true);
      return shown(ctx, resource.id);
    },
  });

  operation(app, {
    method: 'GET',
    url: '/v2/offer-by-token/:token',
    operationId: 'getOfferByToken',
    summary: 'Read a campaign by its token',
    tags,
    policy: onCampaignByToken,
    params: { token: Type.String({ minLength: 1, maxLength: 255 }) },
    replies: { 200: CampaignRecord },
    handle: ({ ctx, resource }) => shown(ctx, resource.id),
  });
}
