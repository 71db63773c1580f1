import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { dateTime, id, nameSchemas, nameText, oneOf } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { onStore } from '../../stores/index.ts';
import { CAMPAIGN_TYPES } from '../campaign/fields.ts';
import { DuplicateBody, WrittenCampaignReply } from '../campaign/schemas.write.ts';
import { writtenReply } from '../campaign/written-reply.ts';
import type { CampaignDeps } from '../deps.ts';
import { CONTENT_ERRORS } from '../duplicates/content.ts';
import { CampaignDefinition } from '../overview/schemas.ts';
import {
  type CampaignTemplate,
  CREATE_ERRORS,
  changeTemplate,
  createFromTemplate,
  deleteTemplate,
  listTemplates,
  lockTemplate,
  readTemplate,
  SAVE_ERRORS,
  saveTemplate,
} from './templates.ts';

const name = () => nameText({ max: 120 });

const TemplateRecord = Type.Object({
  id: id(),
  name: Type.String(),
  type: oneOf(CAMPAIGN_TYPES),
  created_at: dateTime(),
  updated_at: dateTime(),
});

const TemplateDetails = Type.Object({ ...TemplateRecord.properties, offer: CampaignDefinition.properties.offer });

const offerId = () => id({ description: 'An offer of the store whose content the template has.' });

const common = { tags: ['Campaigns'], addition: true, policy: onStore('store') } as const;
const at = '/v2/stores/:store/campaign-templates/:campaign_template';

/** Templates of a store: the content of a campaign without dates, budgets and people, from which campaigns are created. */
export function campaignTemplateRoutes(
  app: FastifyInstance,
  { publicUrl, calendar }: Pick<CampaignDeps, 'publicUrl' | 'calendar'>,
): void {
  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/stores/:store/campaign-templates',
    operationId: 'listCampaignTemplates',
    summary: 'List the campaign templates of a store',
    description: 'By name.',
    query: pageQuery(),
    replies: { 200: v2Envelope(TemplateRecord) },
    handle: async ({ ctx, resource: store, page, request }) =>
      presentV2Page(request, page, await listTemplates(ctx, store.id, page), presentTemplate),
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: '/v2/stores/:store/campaign-templates',
    operationId: 'saveCampaignTemplate',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Save a campaign as a template',
    description:
      'Texts, rates, tasks, groups of the audience, commission rules and terms. Dates, budgets, people, the picture, and prices that only administrators set are left out.',
    body: Type.Object({ name: name(), offer_id: offerId() }),
    replies: { 201: TemplateDetails },
    errors: SAVE_ERRORS,
    idempotent: true,
    handle: async ({ ctx, resource: store, body }) => {
      const input = { storeId: store.id, calendar, name: body.name, campaignId: body.offer_id };
      return presentDetails(await readTemplate(ctx, { id: await saveTemplate(ctx, input), storeId: store.id }));
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: at,
    operationId: 'getCampaignTemplate',
    summary: 'Read a campaign template',
    replies: { 200: TemplateDetails },
    errors: [404],
    version: versionOf,
    handle: async ({ ctx, resource: store, params }) =>
      presentDetails(await readTemplate(ctx, { id: params.campaign_template, storeId: store.id })),
  });

  operation(app, {
    ...common,
    method: 'PATCH',
    url: at,
    operationId: 'changeCampaignTemplate',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Rename a campaign template, or replace its content by that of an offer',
    description: 'Omitted fields are unchanged.',
    body: Type.Object({ name: Type.Optional(name()), offer_id: Type.Optional(offerId()) }),
    replies: { 200: TemplateDetails },
    errors: [404, ...CONTENT_ERRORS],
    current: async ({ ctx, resource: store, params }) => {
      const key = { id: params.campaign_template, storeId: store.id };
      await lockTemplate(ctx, key);
      return versionOf(presentDetails(await readTemplate(ctx, key)));
    },
    handle: async ({ ctx, resource: store, params, body }) => {
      const key = { id: params.campaign_template, storeId: store.id };
      await changeTemplate(ctx, { ...key, calendar }, { name: body.name, campaignId: body.offer_id });
      return presentDetails(await readTemplate(ctx, key));
    },
  });

  operation(app, {
    ...common,
    method: 'DELETE',
    url: at,
    operationId: 'deleteCampaignTemplate',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Delete a campaign template',
    description: 'Campaigns that were created from it stay.',
    replies: { 204: null },
    errors: [404],
    handle: ({ ctx, resource: store, params }) =>
      deleteTemplate(ctx, { id: params.campaign_template, storeId: store.id }),
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: `${at}/offers`,
    operationId: 'createOfferFromTemplate',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Create a paused campaign from a template',
    description: 'It has no dates, no limits and no participants; set them before it is resumed.',
    body: DuplicateBody,
    replies: { 201: WrittenCampaignReply },
    errors: [404, ...CREATE_ERRORS],
    idempotent: true,
    handle: async ({ ctx, resource: store, params, body: { campaign_title: title = null } }) => {
      const template = params.campaign_template;
      return writtenReply(ctx, publicUrl, await createFromTemplate(ctx, { template, store, calendar, title }));
    },
  });
}

function presentTemplate({ id, name, type, createdAt, updatedAt }: CampaignTemplate) {
  return { id, name, type, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString() };
}

const presentDetails = ({ content, ...template }: Awaited<ReturnType<typeof readTemplate>>) => ({
  ...presentTemplate(template),
  offer: content.offer,
});

/** The fields that a change can set: the content is replaced as a whole. */
const versionOf = ({ name: current, offer }: { name: string; offer: object }) => ({ name: current, offer });

nameSchemas({ CampaignTemplate: TemplateRecord, CampaignTemplateDetails: TemplateDetails });
