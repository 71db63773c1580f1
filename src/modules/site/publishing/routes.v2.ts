import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { nameSchemas, text } from '../../../platform/http/fields.ts';
import { operation } from '../../../platform/http/operation.ts';
import { onCampaign } from '../../campaigns/index.ts';
import { lockStore, onStore } from '../../stores/index.ts';
import type { SiteDeps } from '../deps.ts';
import { campaignPath, storePath } from '../pages/paths.ts';
import { type Publication, publishCampaignPage, publishStorePage, readCampaignPage, readStorePage } from './publish.ts';

const isPublic = Type.Boolean({ description: 'Off by default.' });
const about = text({ max: 2_000, description: 'Plain text about the store, shown on its page.' });
const state = {
  is_public: isPublic,
  is_shown: Type.Boolean({
    description:
      'Whether the page can be seen now: not of a hidden or unapproved store, nor of a campaign that cannot be joined.',
  }),
  url: Type.String({ description: 'The address of the page, also while it cannot be seen.' }),
};
const StorePage = Type.Object({ ...state, about });
const StorePageBody = Type.Object({ is_public: isPublic, about: Type.Optional(about) });
const CampaignPage = Type.Object(state);
const CampaignPageBody = Type.Object({ is_public: isPublic });

/** The fields that a change can set. */
const versionOf = ({ is_public, about }: { is_public: boolean; about: string }) => ({ is_public, about });

const tags = ['Public pages'];
const common = { tags, addition: true } as const;

/** Stores and campaigns decide for themselves whether they have a public page. */
export function publishingRoutes(app: FastifyInstance, { publicUrl }: SiteDeps): void {
  const present = (path: string, publication: Publication) => ({
    is_public: publication.isPublic,
    is_shown: publication.isShown,
    url: `${publicUrl}${path}`,
  });
  const storePage = (id: number, publication: Publication) => ({
    ...present(storePath(id), publication),
    about: publication.about,
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/stores/:store/public-page',
    operationId: 'getStorePublicPage',
    summary: 'Read whether a store has a public page',
    policy: onStore('store'),
    replies: { 200: StorePage },
    version: versionOf,
    handle: async ({ ctx, resource: { id } }) => storePage(id, await readStorePage(ctx, id)),
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url: '/v2/stores/:store/public-page',
    operationId: 'setStorePublicPage',
    presence: 'token',
    summary: 'Publish or hide the page of a store',
    description: 'The page shows the name, logo and rates of the store to everybody, and to search engines.',
    policy: onStore('store'),
    scope: 'campaigns',
    body: StorePageBody,
    replies: { 200: StorePage },
    current: async ({ ctx, resource: { id } }) => {
      await lockStore(ctx.db, id);
      return versionOf(storePage(id, await readStorePage(ctx, id)));
    },
    handle: async ({ ctx, resource: { id }, body }) =>
      storePage(id, await publishStorePage(ctx, id, { isPublic: body.is_public, about: body.about })),
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/offers/:offer/public-page',
    operationId: 'getOfferPublicPage',
    summary: 'Read whether a campaign has a public page',
    policy: onCampaign,
    replies: { 200: CampaignPage },
    handle: async ({ ctx, resource: { id } }) => present(campaignPath(id), await readCampaignPage(ctx, id)),
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url: '/v2/offers/:offer/public-page',
    operationId: 'setOfferPublicPage',
    presence: 'token',
    summary: 'Publish or hide the page of a campaign',
    description:
      'The page shows the description and rates of the campaign to everybody, with its invitation link. Campaigns of the type `standard`, and those for a single creator, are never shown.',
    policy: onCampaign,
    scope: 'campaigns',
    body: CampaignPageBody,
    replies: { 200: CampaignPage },
    handle: async ({ ctx, resource: { id }, body }) =>
      present(campaignPath(id), await publishCampaignPage(ctx, id, body.is_public)),
  });
}

nameSchemas({
  StorePublicPage: StorePage,
  StorePublicPageInput: StorePageBody,
  CampaignPublicPage: CampaignPage,
  CampaignPublicPageInput: CampaignPageBody,
});
