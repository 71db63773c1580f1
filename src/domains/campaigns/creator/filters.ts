import { type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { containing } from '../../../platform/text-search.ts';
import type { ParticipantStatus } from '../participants/moves.ts';

/** The states of a campaign by which a creator's lists can be narrowed. */
export const CAMPAIGN_STATUSES = ['active', 'scheduled'] as const;

/** What narrows a creator's lists of campaigns; all that is given must hold. */
export interface CampaignFilters {
  /** Only this one. */
  offerId?: number | undefined;
  /** In the name or the title. */
  name?: string | undefined;
  /** The user takes part and stands at one of these. */
  participantStatuses?: readonly ParticipantStatus[] | undefined;
  campaignStatuses?: readonly (typeof CAMPAIGN_STATUSES)[number][] | undefined;
}

/** The offer has this text in its name or title, in any case; a condition over `offers o`. */
export function isNamed({ name }: CampaignFilters): SQL {
  if (name === undefined || name === '') return sql`true`;
  const part = containing(name);
  return sql`(o.name ILIKE ${part} OR o.campaign_title ILIKE ${part})`;
}

/** The offer is in one of the states that are asked for; a condition over `offers o`. */
export function isInState({ now }: Pick<Context, 'now'>, { campaignStatuses }: CampaignFilters): SQL {
  if (campaignStatuses === undefined) return sql`true`;
  return sql`offer_status(o, ${now().toISOString()}) = ANY (${sql.param([...campaignStatuses])}::text[])`;
}

/** A part in an offer is at one of the steps that are asked for; a condition over `participants p`. */
export function isAtStep({ participantStatuses }: CampaignFilters): SQL {
  if (participantStatuses === undefined) return sql`true`;
  return sql`p.status = ANY (${sql.param([...participantStatuses])}::text[])`;
}
