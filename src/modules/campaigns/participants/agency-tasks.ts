import { sql } from 'drizzle-orm';
import { type AgencyTaskReader, type AgencyTaskSource, agencyTaskColumns } from '../../../platform/work/agency-task.ts';
import { AWAITED_SQL } from '../deliverables/deliverable.ts';
import { TAKING_PART } from './transitions.ts';
import { isRunning, movableTo } from './work.ts';

/** The participations `p` of an agency's creators in running campaigns `o`. */
const participations = (reader: AgencyTaskReader) => sql`
  participants p JOIN campaigns o ON o.id = p.campaign_id WHERE p.user_id = ANY (${reader.creators}) AND ${isRunning(reader)}`;

const lastDay = ({ timeZone }: AgencyTaskReader) => sql`(o.valid_until AT TIME ZONE ${timeZone})`;

/** What waits for an agency's creators in campaigns: invitations to answer, drafts to submit, and terms that have changed since they joined. */
export const CAMPAIGN_TASKS_OF_AGENCY = {
  invitation: (reader) => sql`
    SELECT ${agencyTaskColumns({
      userId: sql`p.user_id`,
      subject: sql`o.shown_title`,
      campaignId: sql`o.id`,
      storeId: sql`o.store_id`,
      dueOn: lastDay(reader),
    })}
    FROM ${participations(reader)} AND (${movableTo('creator', 'accepted')} OR ${movableTo('creator', 'applied')})`,
  draft: (reader) => sql`
    SELECT ${agencyTaskColumns({
      userId: sql`p.user_id`,
      subject: sql`d.title`,
      campaignId: sql`o.id`,
      storeId: sql`o.store_id`,
      dueOn: sql`d.due_on`,
    })}
    FROM deliverables d JOIN participants p ON p.id = d.participant_id JOIN campaigns o ON o.id = p.campaign_id
    WHERE p.user_id = ANY (${reader.creators}) AND o.deleted_at IS NULL AND ${AWAITED_SQL}`,
  terms: (reader) => sql`
    SELECT ${agencyTaskColumns({
      userId: sql`p.user_id`,
      subject: sql`o.shown_title`,
      campaignId: sql`o.id`,
      storeId: sql`o.store_id`,
      dueOn: lastDay(reader),
    })}
    FROM ${participations(reader)} AND p.status = ANY (${sql.param([...TAKING_PART])}::text[])
      AND EXISTS (SELECT FROM campaign_agreements a WHERE a.campaign_id = o.id AND a.ended_at IS NULL
        AND NOT EXISTS (SELECT FROM participant_agreements x WHERE x.participant_id = p.id AND x.agreement_id = a.id))`,
} satisfies Record<string, AgencyTaskSource>;
