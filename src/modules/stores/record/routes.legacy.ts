import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import { operation } from '../../../platform/http/operation.ts';
import type { Frozen } from '../../../platform/http/replies.ts';
import type { StoreDeps } from '../deps.ts';
import { onStore } from '../policy.ts';
import { TERMS_ARE_PROMISED } from '../promised-terms/keep-promised-terms.ts';
import { changeStore, lockStore, type StoreChange } from './change-store.ts';
import { readFixedInput } from './own-prices.ts';
import { presentStoreWithUrls } from './present.ts';
import { readStoreRecord } from './read-record.ts';
import { StoreChanges, StoreWithUrls } from './schemas.ts';

const tags = ['Store management'];
const policy = onStore('id');

/** The record of a store in the legacy API. */
export function recordRoutesLegacy(app: FastifyInstance, { publicUrl, refreshIndex }: StoreDeps): void {
  operation(app, {
    method: 'GET',
    url: '/advertiser/stores/:id',
    operationId: 'getStore',
    summary: 'Read a store',
    tags,
    policy,
    replies: { 200: StoreWithUrls },
    version: versionOf,
    handle: async ({ ctx, resource }) => presentStoreWithUrls(publicUrl, await readStoreRecord(ctx, resource.id)),
  });

  operation(app, {
    method: 'PATCH',
    url: '/advertiser/stores/:id',
    operationId: 'updateStore',
    scope: 'administration',
    presence: 'token',
    summary: 'Change a store',
    description:
      'Omitted fields are unchanged. Given lists of domains and categories replace the previous ones. Changes apply from the next link and the next click, for existing links, too: clicks to pages at a domain that was removed cost nothing. The store’s cost of a click or an order is never less than the price.',
    tags,
    policy,
    body: StoreChanges,
    replies: { 200: StoreWithUrls },
    errors: ['domain_taken', TERMS_ARE_PROMISED],
    current: async ({ ctx, resource }) => {
      await lockStore(ctx.db, resource.id);
      return versionOf(presentStoreWithUrls(publicUrl, await readStoreRecord(ctx, resource.id)));
    },
    afterCommit: ({ resource }) => refreshIndex(resource.id),
    handle: async ({ ctx, resource, body }) => {
      const fixed = await readFixedInput(ctx.db, resource.id, body);
      await changeStore(ctx, resource.id, changeOf(body, fixed));
      return presentStoreWithUrls(publicUrl, await readStoreRecord(ctx, resource.id));
    },
  });
}

/** The fields that a change can set, by their names in the legacy API. */
function versionOf({ hidden, urls, store_categories, ...store }: Frozen<Static<typeof StoreWithUrls>>) {
  const { revenue_cpc, revenue_cpa, social_revenue_cpc, revenue_social_cpa } = store;
  const { revenue_cpo, revenue_social_cpo, cpo_mode, minimum_order } = store;
  return {
    hidden,
    revenue_cpc,
    revenue_cpa,
    social_revenue_cpc,
    revenue_social_cpa,
    revenue_cpo,
    revenue_social_cpo,
    cpo_mode,
    minimum_order,
    domains: urls.map(({ end_host }) => end_host),
    categories: store_categories.map(({ id }) => id),
  };
}

function changeOf(body: Static<typeof StoreChanges>, fixed: Awaited<ReturnType<typeof readFixedInput>>): StoreChange {
  return {
    hidden: body.hidden === 1,
    prices: {
      general: { cpcMinor: body.revenue_cpc, cpa: body.revenue_cpa, cpoMinor: fixed.general },
      social: { cpcMinor: body.social_revenue_cpc, cpa: body.revenue_social_cpa, cpoMinor: fixed.social },
      cpoMode: body.cpo_mode,
      minimumOrderMinor: fixed.minimumOrder,
    },
    domains: body.domains?.map((text, index) => ({ path: `domains.${index}`, text })),
    categoryIds: body.categories,
  };
}
