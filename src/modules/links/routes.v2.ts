import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Static, TObject } from 'typebox';
import { signedIn } from '../../platform/auth/policy.ts';
import type { Context } from '../../platform/context.ts';
import { InvalidInput } from '../../platform/errors/errors.ts';
import { operation } from '../../platform/http/operation.ts';
import { type PageRequest, presentV2Page, sortOf } from '../../platform/pagination.ts';
import { onUser } from '../accounts/index.ts';
import { presentAdvertiser, readPricedStores } from '../stores/index.ts';
import { allLinkRoutes } from './all-links.routes.v2.ts';
import { createLinkWithSettings } from './create-link-with-settings.ts';
import { linkDomainRoutes } from './domains/routes.v2.ts';
import type { LinkDeps } from './link-deps.ts';
import { listLinks } from './list-links.ts';
import { matchUrl } from './match-url.ts';
import { onLink } from './policy.ts';
import { presentCreated, presentLink, presentListed } from './present.ts';
import {
  CreateBody,
  CreateReply,
  InspectBody,
  Inspection,
  LinkList,
  listQuery,
  SingleLink,
  userListQuery,
} from './schemas.ts';
import { linkSettingRoutes, SETTING_ERRORS } from './settings/routes.v2.ts';
import { storeInspectionRoutes } from './store-inspection.routes.v2.ts';

const tags = ['Links'];
type ListQuery = Static<TObject<typeof userListQuery>>;
export const CREATE_ERRORS = ['no_matching_store', 'url_blocked', 'store_not_visible', 'user_suspended'] as const;

const CREATE_DESCRIPTION =
  'The same URL always returns the same link. A slug, title, tags or expiry that are given also apply to a link that exists.';

/** Version 2 of creating, reading, listing and inspecting links. */
export function linkRoutesV2(app: FastifyInstance, deps: LinkDeps): void {
  const { live, publicUrl, timeZone } = deps;
  storeInspectionRoutes(app, deps);
  linkSettingRoutes(app, deps);
  linkDomainRoutes(app, deps);
  allLinkRoutes(app, deps);
  /** A page of the links that the caller may see, of one creator if one is named. */
  const listed = async (
    { ctx, query, page, request }: { ctx: Context; query: ListQuery; page: PageRequest; request: FastifyRequest },
    userId: number | undefined,
  ) => {
    const { sort_by, include = [] } = query;
    const sort = sort_by === undefined ? undefined : sortOf(sort_by);
    const withStats = include.includes('stats');
    refuseContradictions(
      query.date_from,
      query.date_to,
      sort !== undefined && sort.column !== 'created_at' && !withStats,
    );
    const filters = {
      userId,
      storeId: query.advertiser_id,
      from: query.date_from,
      to: query.date_to,
      tag: query.tag,
      archived: query.archived,
    };
    const links = await listLinks(ctx, { ...filters, sort, withStats, page }, timeZone);
    return presentV2Page(request, page, links, (link) =>
      presentListed(publicUrl, link, include.includes('advertiser')),
    );
  };
  const newLink = (userId: number, body: Static<typeof CreateBody>) => ({
    userId,
    url: body.url,
    advertiserId: body.advertiser_id,
    advertiserGroupId: body.advertiser_group_id,
    advertiserPreview: body.advertiser_preview,
    dry: body.dry,
    settings: {
      slug: body.slug,
      title: body.title,
      tags: body.tags,
      expiresAt: body.expires_at === undefined ? undefined : new Date(body.expires_at),
      expiredUrl: body.expired_url,
    },
  });

  operation(app, {
    method: 'POST',
    url: '/v2/affiliate-links',
    operationId: 'createOwnAffiliateLink',
    assistants: { page: '/console/creator/links' },
    scope: 'links',
    presence: 'token',
    summary: 'Convert a product URL to a tracked link of the caller',
    description: CREATE_DESCRIPTION,
    tags,
    policy: signedIn,
    body: CreateBody,
    replies: { 200: CreateReply },
    errors: [...CREATE_ERRORS, ...SETTING_ERRORS],
    handle: async ({ ctx, actor, body }) =>
      presentCreated(publicUrl, await createLinkWithSettings(ctx, live.index, newLink(actor.userId, body))),
  });

  operation(app, {
    method: 'POST',
    url: '/v2/users/:user/affiliate-links',
    operationId: 'createAffiliateLink',
    assistants: { page: '/console/creator/links' },
    scope: 'links',
    presence: 'token',
    summary: 'Convert a product URL to a creator’s tracked link',
    description: CREATE_DESCRIPTION,
    tags,
    policy: onUser('user'),
    body: CreateBody,
    replies: { 200: CreateReply },
    errors: [...CREATE_ERRORS, ...SETTING_ERRORS],
    handle: async ({ ctx, resource, body }) =>
      presentCreated(publicUrl, await createLinkWithSettings(ctx, live.index, newLink(resource.id, body))),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/affiliate-links/:affiliate_link',
    operationId: 'getAffiliateLink',
    assistants: 'search',
    summary: 'Read a link',
    tags,
    policy: onLink,
    replies: { 200: SingleLink },
    handle: ({ resource }) => presentLink(publicUrl, resource),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/affiliate-links',
    operationId: 'listAffiliateLinks',
    assistants: 'search',
    summary: 'List links',
    description:
      'Creators see their own links, agencies those of their users, advertisers those on their stores, administrators all. Newest first.',
    tags,
    policy: signedIn,
    query: listQuery,
    replies: { 200: LinkList },
    handle: ({ ctx, query, page, request }) => listed({ ctx, query, page, request }, query.user_id),
  });

  operation(app, {
    method: 'GET',
    url: '/v2/users/:user/affiliate-links',
    operationId: 'listUserAffiliateLinks',
    assistants: 'tool',
    summary: 'List the links of a creator',
    description: 'Newest first unless `sort_by` is given.',
    tags,
    addition: true,
    policy: onUser('user'),
    query: userListQuery,
    replies: { 200: LinkList },
    handle: ({ ctx, query, page, request, resource }) => listed({ ctx, query, page, request }, resource.id),
  });

  operation(app, {
    method: 'POST',
    url: '/v2/users/:user/inspections/affiliate-link',
    operationId: 'inspectUrl',
    scope: 'links',
    presence: 'token',
    summary: 'Check whether a creator can earn with a URL',
    tags,
    policy: onUser('user'),
    body: InspectBody,
    replies: { 200: Inspection },
    handle: async ({ ctx, resource, body }) => {
      const options = { ignoreVisibility: body.ignore_advertiser_visibility ?? false };
      const match = await matchUrl(ctx, live.index, { text: body.url, userId: resource.id, options });
      const pricedStores = await readPricedStores(ctx, match.storeIds);
      return { inspection_result: match.result, matching_advertisers: pricedStores.map(presentAdvertiser) };
    },
  });
}

/** Checks rules that involve two query fields, and reports all errors at once. */
function refuseContradictions(from: string | undefined, to: string | undefined, figureWithoutStats: boolean): void {
  const errors: Record<string, string[]> = {};
  if (from !== undefined && to !== undefined && from > to) {
    errors.date_from = ['must not be after date_to'];
    errors.date_to = ['must not be before date_from'];
  }
  if (figureWithoutStats) errors.sort_by = ['needs include[]=stats to sort by clicks or earnings'];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}
