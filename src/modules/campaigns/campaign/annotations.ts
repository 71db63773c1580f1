import { type SQL, sql } from 'drizzle-orm';
import { type AnnotationPeriod, annotationColumns, within } from '../../../platform/annotations.ts';
import { audited } from '../../accounts/index.ts';

/** The campaigns to list: all of a store or one of them, or those in which a creator takes or took part. */
export type AnnotatedCampaigns = { storeId: number; campaignId?: number | undefined } | { userId: number };

const SHOWN = { subject: sql`o.shown_title`, campaignId: sql`o.id`, storeId: sql`o.store_id` };

const begins = sql`coalesce(o.valid_from, o.created_at)`;
const ends = sql`least(o.valid_until, o.deleted_at)`;

/** Queries for the beginning, the end and the changes of prices of campaigns, until now. */
export function campaignAnnotations(whose: AnnotatedCampaigns, period: AnnotationPeriod): SQL[] {
  const scope = scopeOf(whose);
  return [
    sql`SELECT ${annotationColumns({ kind: 'campaign_began', at: begins, ...SHOWN })} FROM campaigns o
      WHERE ${scope} AND ${within(begins, period)} AND (o.deleted_at IS NULL OR o.deleted_at > ${begins})`,
    sql`SELECT ${annotationColumns({ kind: 'campaign_ended', at: ends, ...SHOWN })} FROM campaigns o WHERE ${scope} AND ${within(ends, period)}`,
    sql`SELECT ${annotationColumns({ kind: 'prices_changed', at: sql`a.at`, ...SHOWN })}
      FROM ${audited(
        {
          subjectKind: 'offer',
          subjectIds: sql`SELECT o.id FROM campaigns o WHERE ${scope}`,
          actions: ['offer.updated', 'offer.commission_rules_changed', 'offer.rate_steps_changed'],
        },
        period,
      )} a JOIN campaigns o ON o.id = a.subject_id
      WHERE NOT a.details ? 'fields' OR a.details -> 'fields' ?| ARRAY['prices', 'priceChanges']`,
  ];
}

function scopeOf(whose: AnnotatedCampaigns): SQL {
  if ('userId' in whose)
    return sql`EXISTS (SELECT FROM participants p WHERE p.campaign_id = o.id AND p.user_id = ${whose.userId} AND takes_part(p.status))`;
  const one = whose.campaignId === undefined ? sql`true` : sql`o.id = ${whose.campaignId}`;
  return sql`o.store_id = ${whose.storeId} AND ${one}`;
}
