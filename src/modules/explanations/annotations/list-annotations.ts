import { type SQL, sql } from 'drizzle-orm';
import type { AnnotationKind } from '../../../platform/annotations.ts';
import { addDays, type Calendar, startOfDay } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { DayRange } from '../../../platform/day-range.ts';
import { campaignAnnotations } from '../../campaigns/index.ts';
import { closingAnnotations } from '../../payments/index.ts';
import { storeAnnotations } from '../../stores/index.ts';

/** Maximum number of annotations on a chart; the latest ones are shown. */
export const MAX_ANNOTATIONS = 100;

/** The party whose figures the annotations explain; `platform`: the whole marketplace. */
export type Annotated = { storeId: number; campaignId?: number | undefined } | { userId: number } | 'platform';

/** An event that may explain a change of figures. */
export interface Annotation {
  kind: AnnotationKind;
  at: Date;
  /** The day of statistics. */
  day: string;
  /** Title of the campaign, or the month `YYYY-MM`. */
  subject: string | null;
  campaignId: number | null;
  storeId: number | null;
}

type Row = {
  kind: AnnotationKind;
  at: string;
  subject: string | null;
  campaign_id: number | null;
  store_id: number | null;
};

/** Lists the past events of a range of days, in order; at most the latest `MAX_ANNOTATIONS`. */
export async function listAnnotations(
  { db, now }: Pick<Context, 'db' | 'now'>,
  { calendar }: { calendar: Calendar },
  { whose, range }: { whose: Annotated; range: DayRange },
): Promise<Annotation[]> {
  const from = startOfDay(calendar, range.first);
  const end = startOfDay(calendar, addDays(range.last, 1));
  const present = now();
  const period = { from, until: end < present ? end : present };
  const { rows } = await db.execute<Row>(sql`
    SELECT e.kind, e.at, e.subject, e.campaign_id, e.store_id FROM (
      ${sql.join(sourcesOf(whose, period), sql` UNION ALL `)}
    ) e ORDER BY e.at DESC, e.kind, e.campaign_id LIMIT ${MAX_ANNOTATIONS}`);
  return rows.reverse().map(({ campaign_id: campaignId, store_id: storeId, at, ...row }) => ({
    ...row,
    campaignId,
    storeId,
    at: new Date(at),
    day: calendar.dayOf(Date.parse(at)),
  }));
}

function sourcesOf(whose: Annotated, period: { from: Date; until: Date }): SQL[] {
  const closings = closingAnnotations(period);
  if (whose === 'platform') return [closings];
  const ofCampaigns = campaignAnnotations(whose, period);
  if ('userId' in whose) return [...ofCampaigns, closings];
  return whose.campaignId === undefined
    ? [...ofCampaigns, storeAnnotations(whose.storeId, period), closings]
    : ofCampaigns;
}
