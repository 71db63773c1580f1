import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { containing } from '../../../platform/text-search.ts';
import type { ParticipantStatus } from '../participants/transitions.ts';

/** The campaign statuses that a creator's lists can be filtered by. */
export const CAMPAIGN_STATUSES = ['active', 'scheduled'] as const;

/** Filters of a creator's campaign lists; all of them must match. */
export interface CreatorCampaignFilters {
  /** Only this campaign. */
  campaignId?: number | undefined;
  /** Part of the name or title. */
  name?: string | undefined;
  /** The user participates with one of these statuses. */
  participantStatuses?: readonly ParticipantStatus[] | undefined;
  campaignStatuses?: readonly (typeof CAMPAIGN_STATUSES)[number][] | undefined;
}

/** Condition over `offers o`: the name or title contains this text in any case. */
export function isNamed({ name }: CreatorCampaignFilters): SQL {
  if (name === undefined || name === '') return sql`true`;
  const participant = containing(name);
  return sql`(o.name ILIKE ${participant} OR o.campaign_title ILIKE ${participant})`;
}

/** Condition over `offers o`: the campaign has one of the requested statuses. */
export function isInState({ now }: Pick<Context, 'now'>, { campaignStatuses }: CreatorCampaignFilters): SQL {
  if (campaignStatuses === undefined) return sql`true`;
  return sql`campaign_status(o, ${now().toISOString()}) = ANY (${sql.param([...campaignStatuses])}::text[])`;
}

/** Condition over `participants p`: the participation has one of the requested statuses. */
export function isAtStep({ participantStatuses }: CreatorCampaignFilters): SQL {
  if (participantStatuses === undefined) return sql`true`;
  return sql`p.status = ANY (${sql.param([...participantStatuses])}::text[])`;
}
