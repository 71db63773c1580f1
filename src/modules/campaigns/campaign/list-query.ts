import { type Static, type TObject, Type } from 'typebox';
import type { Actor } from '../../../platform/auth/actor.ts';
import { type Calendar, instantOfMoment } from '../../../platform/calendar.ts';
import { Forbidden, InvalidInput } from '../../../platform/errors/errors.ts';
import { formatField, headingLanguage } from '../../../platform/export/export.ts';
import { id, list, moment, oneOf, text } from '../../../platform/http/fields.ts';
import { pageQuery, sortOf, sortQuery } from '../../../platform/pagination.ts';
import type { CampaignFilters } from './list-conditions.ts';
import { CAMPAIGN_CUSTOM_SORTS, CAMPAIGN_SORT_COLUMNS, type CampaignOrder } from './list-order.ts';
import { CAMPAIGN_STATUSES } from './read-campaigns.ts';

/** The query fields of `GET /v2/offers`. */
export const campaignListQuery = {
  query: Type.Optional(text({ max: 64, description: 'A campaign’s id, or a part of its name or title, in any case.' })),
  statuses: Type.Optional(
    list(oneOf(CAMPAIGN_STATUSES), { min: 1, max: 20, description: 'Without it, all but deleted campaigns.' }),
  ),
  store_ids: Type.Optional(list(id(), { min: 1, description: 'Campaigns of these stores.' })),
  store_group_ids: Type.Optional(
    list(id(), { min: 1, description: 'Store groups: the campaign’s own, else its store’s.' }),
  ),
  created_by: Type.Optional(
    id({ description: 'Campaigns created by this user: the caller; administrators may give any user.' }),
  ),
  or_id: Type.Optional(
    id({ description: 'Lists this campaign regardless of the other filters, if the caller may see it.' }),
  ),
  target_user_id: Type.Optional(
    id({
      description:
        'Campaigns that target this user by name, or in which the user participates. For administrators also those that target a tag, the agency, tier, market, address or account of the user, which stores must not learn.',
    }),
  ),
  sort_by: sortQuery(CAMPAIGN_SORT_COLUMNS, { default: 'id:desc' }),
  custom_sort_by: Type.Optional(
    oneOf(CAMPAIGN_CUSTOM_SORTS, {
      description:
        '`ends_soon`: by last day, then those without one, then those that have ended. `active_first`: active ones before all others. Ties are ordered by `sort_by`.',
    }),
  ),
  created_before: Type.Optional(
    moment({ description: 'Campaigns created before this time (UTC unless it has an offset) or before this day.' }),
  ),
  show_for_advertiser: Type.Optional(Type.Boolean({ description: 'For administrators only.' })),
  advertiser_id: Type.Optional(
    id({ description: 'Campaigns of this store. Required unless the caller is an administrator.' }),
  ),
  format: Type.Optional(formatField()),
  lang: headingLanguage(),
  ...pageQuery(),
};

export type CampaignListQuery = Static<TObject<typeof campaignListQuery>>;

/**
 * Converts the query to our terms. The caller looks up the store of `advertiser_id`.
 * @throws Forbidden for a filter that is reserved for administrators; InvalidInput naming fields that this caller
 * must or must not give
 */
export function readCampaignListQuery(
  query: CampaignListQuery,
  { actor, calendar }: { actor: Actor; calendar: Calendar },
): { filters: CampaignFilters; order: CampaignOrder } {
  if (!actor.isAdmin) refuseToMembers(query, actor);
  const filters: CampaignFilters = {
    query: query.query,
    statuses: query.statuses,
    storeIds: storesNamed(query),
    storeGroupIds: query.store_group_ids,
    createdBy: query.created_by,
    createdBefore: query.created_before === undefined ? undefined : instantOfMoment(calendar, query.created_before),
    targetUserId: query.target_user_id,
    showForAdvertiser: query.show_for_advertiser,
    orId: query.or_id,
  };
  const sort = query.sort_by === undefined ? undefined : sortOf(query.sort_by);
  return { filters, order: { custom: query.custom_sort_by, sort } };
}

function refuseToMembers(query: CampaignListQuery, actor: Actor): void {
  if (query.show_for_advertiser !== undefined) throw new Forbidden();
  const errors: Record<string, string[]> = {};
  if (query.advertiser_id === undefined) errors.advertiser_id = ['is required'];
  if (query.created_by !== undefined && query.created_by !== actor.userId) {
    errors.created_by = ['must be your own user id'];
  }
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

/** Both fields must match, so together they select at most one store. */
function storesNamed({ advertiser_id: one, store_ids: several }: CampaignListQuery): number[] | undefined {
  if (one === undefined) return several;
  return several === undefined || several.includes(one) ? [one] : [];
}
