import type { FastifyInstance } from 'fastify';
import { adminOnly } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { operation } from '../../../platform/http/operation.ts';
import { presentCursor } from '../../../platform/pagination.ts';
import { lockCampaign } from '../campaign/write-campaign.ts';
import type { CampaignDeps } from '../deps.ts';
import { onCampaign, onCampaignAsTermsReader } from '../policy.ts';
import { listTermsHistory } from './list-history.ts';
import { readPromise, readPromiseVersions } from './promise.ts';
import {
  historyQuery,
  PromiseBody,
  PromiseEndBody,
  PromiseRecord,
  presentPromised,
  presentTermsChange,
  presentVersion,
  TermsHistory,
} from './schemas.ts';
import { endPromise, PROMISE_ERRORS, setPromise } from './write-promise.ts';

/** What campaigns promise about their terms, and how the terms have changed. */
export function promiseRoutes(app: FastifyInstance, { calendar }: Pick<CampaignDeps, 'calendar'>): void {
  const common = { tags: ['Campaigns'], addition: true } as const;
  const url = '/v2/offers/:offer/promise';

  operation(app, {
    ...common,
    method: 'GET',
    url,
    operationId: 'getTermsPromise',
    assistants: 'search',
    storeKey: true,
    summary: 'Read what a campaign promises about its terms',
    description:
      'For the store, for creators in the audience, and for agencies of participants. While a promise binds, the terms cannot get worse for creators.',
    policy: onCampaignAsTermsReader,
    replies: { 200: PromiseRecord },
    version: versionOf,
    handle: async ({ ctx, resource }) => show(ctx, resource.id),
  });

  operation(app, {
    ...common,
    method: 'PUT',
    url,
    operationId: 'setTermsPromise',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Promise that the terms of a campaign do not get worse',
    description:
      'A later day and a longer notice apply at once. The day cannot come earlier. A shorter notice, or none, begins when the longer one has passed: setting it announces the end. The same promise changes nothing.',
    policy: onCampaign,
    body: PromiseBody,
    replies: { 200: PromiseRecord },
    errors: [...PROMISE_ERRORS, 404],
    current: async ({ ctx, resource: { id } }) => {
      await lockCampaign(ctx.db, id);
      return versionOf(await show(ctx, id));
    },
    handle: async ({ ctx, resource: { id: campaignId }, body }) => {
      await setPromise(ctx, { campaignId, calendar, until: body.until, noticeDays: body.notice_days });
      return show(ctx, campaignId);
    },
  });

  operation(app, {
    ...common,
    method: 'POST',
    url: `${url}/end`,
    operationId: 'endTermsPromise',
    scope: 'administration',
    presence: 'fresh',
    summary: 'End the promise of a campaign at once, to stop fraud',
    description:
      'Creators read the reason. The terms can be changed afterwards. Nothing happens if nothing is promised.',
    policy: adminOnly,
    body: PromiseEndBody,
    replies: { 200: PromiseRecord },
    errors: [404],
    handle: async ({ ctx, params, body }) => {
      await endPromise(ctx, { campaignId: params.offer, calendar, reason: body.reason });
      return show(ctx, params.offer);
    },
  });

  operation(app, {
    ...common,
    method: 'GET',
    url: '/v2/offers/:offer/terms-history',
    operationId: 'listTermsHistory',
    assistants: 'search',
    summary: 'List how the terms of a campaign have changed since its first promise',
    description:
      'Newest first. Creators read the terms of the campaign and their own, agencies those of their creators. Budgets and the audience are only for the store.',
    policy: onCampaignAsTermsReader,
    query: historyQuery,
    replies: { 200: TermsHistory },
    handle: async ({ ctx, resource, query }) => {
      const asked = { campaignId: resource.id, readsAll: resource.readsAll };
      const { changes, next } = await listTermsHistory(ctx, asked, query);
      return { data: changes.map(presentTermsChange), meta: presentCursor(next) };
    },
  });
}

const versionOf = ({ promise }: { promise: { until: string | null; notice_days: number | null } | null }) => ({
  until: promise?.until ?? null,
  notice_days: promise?.notice_days ?? null,
});

async function show(ctx: Context, campaignId: number) {
  const promise = await readPromise(ctx, campaignId);
  return {
    promise: promise && presentPromised(promise),
    versions: (await readPromiseVersions(ctx, campaignId)).map(presentVersion),
  };
}
