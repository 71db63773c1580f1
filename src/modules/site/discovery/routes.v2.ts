import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { id, nameSchemas, nullable, text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { languageNamed } from '../../../platform/http/requested-locale.ts';
import { pageQuery, presentV2Page, v2Envelope } from '../../../platform/pagination.ts';
import { fileUrl } from '../../../platform/storage/file-url.ts';
import { onUser } from '../../accounts/index.ts';
import { BoardRecord, presentOnBoard } from '../../campaigns/index.ts';
import type { SiteDeps } from '../deps.ts';
import { listOpenCampaigns, OPEN_ORDER } from './list-open-campaigns.ts';

const named = Type.Object({ id: id(), name: Type.String() });

const OpenCampaignRecord = Type.Object({
  ...BoardRecord.properties,
  store_logo_url: nullable(Type.String()),
  market: named,
  categories: Type.Array(named, { description: 'Of the store, by name.' }),
});

/** The campaigns of the public pages, for a creator. */
export function discoveryRoutes(app: FastifyInstance, { publicUrl }: SiteDeps): void {
  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/open-campaigns',
    operationId: 'listOpenCampaigns',
    assistants: 'search',
    summary: 'List the campaigns that anybody can apply for, with what the user earns',
    description:
      'The campaigns of the public page `/discover/campaigns`, newest first, each with the participation of the user, if there is one. The user joins with the `token`.',
    tags: ['Creator campaigns'],
    addition: true,
    policy: onUser('user'),
    query: {
      name: Type.Optional(text({ max: 128, description: 'Part of the title or of the store’s name.' })),
      category_id: Type.Optional(id({ description: 'Campaigns of stores in this category.' })),
      market_id: Type.Optional(id({ description: 'Campaigns of stores in this market.' })),
      offer_id: Type.Optional(id({ description: 'Only this campaign.' })),
      sort_by: OPEN_ORDER.query,
      ...pageQuery(),
    },
    replies: { 200: v2Envelope(OpenCampaignRecord) },
    handle: async ({ ctx, resource: user, query, page, request, reply }) => {
      const { name, category_id: categoryId, market_id: marketId, offer_id: campaignId, sort_by: sort } = query;
      const found = await listOpenCampaigns(
        ctx,
        { userId: user.id, name, categoryId, marketId, campaignId, sort, language: languageNamed(request, reply) },
        page,
      );
      return presentV2Page(request, page, found, ({ onBoard, storeLogoKey, market, categories }) => ({
        ...presentOnBoard(publicUrl, onBoard),
        store_logo_url: storeLogoKey === null ? null : fileUrl(publicUrl, storeLogoKey),
        market,
        categories,
      }));
    },
  });
}

nameSchemas({ OpenCampaign: OpenCampaignRecord });
