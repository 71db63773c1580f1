import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { AGENCY_TASKS, type AgencyTaskKind, type AgencyTaskReader } from '../../../platform/work/agency-task.ts';
import { CAMPAIGN_TASKS_OF_AGENCY } from '../../campaigns/index.ts';
import { PAYOUT_TASKS_OF_AGENCY } from '../../payouts/index.ts';

const SOURCES = { ...CAMPAIGN_TASKS_OF_AGENCY, ...PAYOUT_TASKS_OF_AGENCY };

/** Maximum number of tasks of one kind. */
export const MAX_OF_KIND = 10;

/** Something that waits for a creator of an agency. */
export interface AgencyTask {
  kind: AgencyTaskKind;
  user: { id: number; name: string };
  subject: string | null;
  campaignId: number | null;
  store: { id: number; name: string } | null;
  /** `YYYY-MM-DD` */
  dueOn: string | null;
  isOverdue: boolean;
}

/** Open tasks of an agency's creators: the first of each kind, and how many there are. */
export interface AgencyTasks {
  counts: Record<AgencyTaskKind, number>;
  items: AgencyTask[];
}

type Row = {
  kind: AgencyTaskKind;
  user_id: number;
  user_name: string;
  subject: string | null;
  campaign_id: number | null;
  store_id: number | null;
  store_name: string | null;
  due_on: string | null;
  of_kind: number;
};

/** Lists what waits for an agency's present creators by due date, at most 10 of each kind. One statement reads all kinds. */
export async function listAgencyTasks(
  { db }: Pick<Context, 'db'>,
  { agencyId, ...times }: Omit<AgencyTaskReader, 'creators'> & { agencyId: number },
): Promise<AgencyTasks> {
  const creators = sql`ARRAY (SELECT c.id FROM users c WHERE c.agency_id = ${agencyId} AND c.erased_at IS NULL)`;
  const reader = { ...times, creators };
  const parts = AGENCY_TASKS.map(
    (kind) => sql`
      (SELECT ${kind}::text AS kind, x.*, count(*) OVER () AS of_kind FROM (${SOURCES[kind](reader)}) x
        ORDER BY x.due_on NULLS LAST, x.user_id LIMIT ${MAX_OF_KIND})`,
  );
  const { rows } = await db.execute<Row>(sql`
    SELECT t.kind, t.user_id, u.public_name AS user_name, t.subject, t.campaign_id, t.store_id, s.name AS store_name,
      to_char(t.due_on, 'YYYY-MM-DD') AS due_on, t.of_kind
    FROM (${sql.join(parts, sql` UNION ALL `)}) t JOIN users u ON u.id = t.user_id LEFT JOIN stores s ON s.id = t.store_id
    ORDER BY t.due_on NULLS LAST, u.public_name, t.user_id, t.kind, t.subject`);
  const counts: AgencyTasks['counts'] = { invitation: 0, draft: 0, terms: 0, payout_details: 0 };
  for (const { kind, of_kind: count } of rows) counts[kind] = count;
  return { counts, items: rows.map((row) => taskOf(row, reader)) };
}

function taskOf(row: Row, { today }: Pick<AgencyTaskReader, 'today'>): AgencyTask {
  return {
    kind: row.kind,
    user: { id: row.user_id, name: row.user_name },
    subject: row.subject,
    campaignId: row.campaign_id,
    store: row.store_id === null ? null : { id: row.store_id, name: row.store_name! },
    dueOn: row.due_on,
    isOverdue: row.due_on !== null && row.due_on < today,
  };
}
