import type { FastifyInstance } from 'fastify';
import type { Static, TObject } from 'typebox';
import { adminOnly } from '../../../platform/auth/policy.ts';
import type { Context } from '../../../platform/context.ts';
import { readAll } from '../../../platform/errors/read-all.ts';
import { operation } from '../../../platform/http/operation.ts';
import { legacyTime } from '../../../platform/legacy-values.ts';
import { presentLegacyPage } from '../../../platform/pagination.ts';
import { onStore, requireStore } from '../../stores/index.ts';
import type { MediaDeps } from '../deps.ts';
import { type InfluencerFilters, listInfluencers, type SortColumn } from './list-influencers.ts';
import { noteDownloaded } from './note-downloaded.ts';
import { presentInfluencer } from './present.ts';
import { readIds } from './read-ids.ts';
import { Downloaded, DownloadedBody, InfluencerList, influencerQuery } from './schemas.ts';

const tags = ['Influencers'];

/** The store's search for creators. */
export function influencerRoutesLegacy(app: FastifyInstance, { publicUrl }: MediaDeps): void {
  const path = '/advertiser/stores/:id/influencers' as const;
  const lists = [
    {
      url: path,
      isComplete: false,
      operationId: 'listInfluencers',
      summary: 'Search influencers',
      description: 'Every influencer who is not suspended, with public facts.',
    },
    {
      url: `${path}/fullData`,
      isComplete: true,
      operationId: 'listInfluencersWithFullData',
      summary: 'Search influencers with complete social data',
      description: 'The same list without those whose social data have not been downloaded completely.',
    },
  ] as const;
  for (const { isComplete, ...list } of lists)
    operation(app, {
      ...list,
      method: 'GET',
      tags,
      policy: onStore('id'),
      query: influencerQuery,
      errors: [403, 404],
      replies: { 200: InfluencerList },
      handle: async ({ ctx, resource, query, page, request }) => {
        const filters = await filtersOf(ctx, query, { storeId: resource.id, isComplete, page });
        return presentLegacyPage(request, publicUrl, page, await listInfluencers(ctx, filters), presentInfluencer);
      },
    });

  operation(app, {
    method: 'POST',
    url: '/advertiser/influencers/social-data-downloaded',
    operationId: 'noteSocialDataDownloaded',
    scope: 'campaigns',
    presence: 'token',
    summary: 'Notify a store that an influencer’s social data are complete',
    description:
      'For the service that downloads the data, with an administrator’s token. The store’s members are notified by mail once, within the store’s quota.',
    tags,
    policy: adminOnly,
    body: DownloadedBody,
    replies: { 200: Downloaded },
    handle: async ({ ctx, body: { user_id, store_id } }) => {
      const { downloadedAt, mails } = await noteDownloaded(ctx, { userId: user_id, storeId: store_id });
      return { user_id, store_id, data_downloaded_at: legacyTime(downloadedAt), mails };
    },
  });
}

type InfluencerQuery = Static<TObject<typeof influencerQuery>>;

/** @throws InvalidInput naming `tags` and `users`; NotFound or Forbidden for another's store */
async function filtersOf(
  ctx: Pick<Context, 'db' | 'actor'>,
  query: InfluencerQuery,
  list: Pick<InfluencerFilters, 'storeId' | 'isComplete' | 'page'>,
): Promise<InfluencerFilters> {
  const { store_id: linkedStoreId, tags: tagged, users } = query;
  const { tagIds, userIds } = readAll({
    tagIds: () => (tagged === undefined ? undefined : readIds(tagged, 'tags')),
    userIds: () => (users === undefined ? undefined : readIds(users, 'users')),
  });
  if (linkedStoreId !== undefined) await requireStore(ctx, linkedStoreId);
  const [column, direction] = (query.sort ?? 'followers').split(':') as [SortColumn, 'asc' | 'desc' | undefined];
  return {
    ...list,
    linkedStoreId,
    tagIds,
    userIds,
    followers: { from: query.follower_from, to: query.follower_to },
    averageStories: { from: query.avg_stories_from, to: query.avg_stories_to },
    performance: { from: query.performance_from, to: query.performance_to },
    branding: { from: query.branding_from, to: query.branding_to },
    isBusiness: query.is_business,
    locale: query.locale,
    workStatus: query.work_status,
    sort: { column, direction: direction ?? (column === 'username' ? 'asc' : 'desc') },
  };
}
