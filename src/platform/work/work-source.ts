import { type SQL, sql } from 'drizzle-orm';
import type { TeamNeed } from '../auth/team-role.ts';

/** The role in which a person has to act. */
export const WORK_AUDIENCES = ['creator', 'store', 'client', 'admin'] as const;
export type WorkAudience = (typeof WORK_AUDIENCES)[number];

/** The person whose open tasks are read, and the current time. */
export interface WorkReader {
  userId: number;
  isCreator: boolean;
  isAdmin: boolean;
  /** The stores and agencies where the person's role permits the need. */
  storeIds(need: TeamNeed): readonly number[];
  agencyIds(need: TeamNeed): readonly number[];
  /** Whether stores have to set up a payment method. */
  isPaymentSetupRequired: boolean;
  now: Date;
  /** The current day of statistics, and its IANA time zone. */
  today: string;
  timeZone: string;
}

/** One query for open tasks. The module that owns the rule exports it; the module `work` combines all of them. */
export interface WorkSource {
  audience: WorkAudience;
  /** SELECT of `workColumns`, without an order and without a limit; null if the reader cannot have such tasks. */
  rows(reader: WorkReader): SQL | null;
}

interface WorkColumns {
  /** Number of records that wait; rows with 0 are left out. */
  count: SQL;
  /** Name, title or number of the record, if the row concerns one. */
  subject?: SQL;
  /** Id of the record to which the row leads. */
  recordId?: SQL;
  storeId?: SQL;
  agencyId?: SQL;
  /** An amount in minor units. */
  amountMinor?: SQL;
  currency?: SQL;
  /** The deadline of the task. */
  dueAt?: SQL;
}

/** The columns of a source. All sources return the same types. */
export function workColumns(columns: WorkColumns): SQL {
  const { count, subject, recordId, storeId, agencyId, amountMinor, currency, dueAt } = columns;
  const none = sql`NULL`;
  return sql`(${count})::int AS count, (${subject ?? none})::text AS subject, (${recordId ?? none})::bigint AS record_id,
    (${storeId ?? none})::bigint AS store_id, (${agencyId ?? none})::bigint AS agency_id, (${amountMinor ?? none})::bigint AS amount_minor,
    (${currency ?? none})::text AS currency, (${dueAt ?? none})::timestamptz AS due_at`;
}

/** The last second of a day (SQL date) in the platform's time zone. */
export const endOfDayAt = (day: SQL, { timeZone }: Pick<WorkReader, 'timeZone'>): SQL =>
  sql`((${day} + 1)::timestamp AT TIME ZONE ${timeZone} - interval '1 second')`;

type Ids = (ids: SQL, reader: WorkReader) => SQL;

/** Tasks of the members of stores whose role permits the need. `rows` receives the stores as an SQL array. */
export const storeWork = (need: TeamNeed, rows: Ids): WorkSource => ({
  audience: 'store',
  rows: (reader) => withIds(reader.storeIds(need), reader, rows),
});

/** Tasks of the representatives of agencies whose role permits the need. `rows` receives the agencies as an SQL array. */
export const agencyWork = (need: TeamNeed, rows: Ids): WorkSource => ({
  audience: 'client',
  rows: (reader) => withIds(reader.agencyIds(need), reader, rows),
});

/** Tasks of creators. */
export const creatorWork = (rows: (reader: WorkReader) => SQL): WorkSource => ({
  audience: 'creator',
  rows: (reader) => (reader.isCreator ? rows(reader) : null),
});

/** Tasks of administrators. */
export const adminWork = (rows: (reader: WorkReader) => SQL): WorkSource => ({
  audience: 'admin',
  rows: (reader) => (reader.isAdmin ? rows(reader) : null),
});

function withIds(ids: readonly number[], reader: WorkReader, rows: Ids): SQL | null {
  return ids.length === 0 ? null : rows(sql`${sql.param([...ids])}::bigint[]`, reader);
}
