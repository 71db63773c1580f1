import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

/** A kind of work that is done after the commit, outside any request: what leaves the process. `Payload` is plain JSON. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  /** Never set; gives the payload its type. */
  readonly payload?: Payload;
}

export function jobKind<Payload extends object>(name: string): JobKind<Payload> {
  return { name };
}

/**
 * Asks for work. Call it with the open transaction: the job is a row of the same commit, and is done at least once after it, or, when the
 * transaction is rolled back, never.
 * @param key a waiting job of the same key is replaced by this one
 */
export async function enqueue<Payload extends object>(
  db: Database,
  kind: JobKind<Payload>,
  payload: Payload,
  { key }: { key?: string } = {},
): Promise<void> {
  await db.execute(
    sql`SELECT graphile_worker.add_job(${kind.name}, ${JSON.stringify(payload)}::json, job_key => ${key ?? null})`,
  );
}

/** Asks for many pieces of work of one kind at once, as `enqueue` does for one. `keyOf`: a waiting job of the same key is replaced. */
export async function enqueueAll<Payload extends object>(
  db: Database,
  kind: JobKind<Payload>,
  payloads: readonly Payload[],
  { keyOf }: { keyOf?: (payload: Payload) => string } = {},
): Promise<void> {
  if (payloads.length === 0) return;
  const specs = JSON.stringify(
    payloads.map((payload) => ({ identifier: kind.name, payload, ...(keyOf ? { job_key: keyOf(payload) } : {}) })),
  );
  await db.execute(sql`
    SELECT count(*) FROM graphile_worker.add_jobs(
      ARRAY (SELECT spec FROM json_populate_recordset(NULL::graphile_worker.job_spec, ${specs}::json) AS spec))`);
}
