import { sql } from 'drizzle-orm';
import type { Database } from '../database/database.ts';

/** A kind of job. Jobs have external effects and run after the commit, outside any request. `Payload` is plain JSON. */
export interface JobKind<Payload extends object> {
  readonly name: string;
  /** Never set; exists only for the type of the payload. */
  readonly payload?: Payload;
}

export function jobKind<Payload extends object>(name: string): JobKind<Payload> {
  return { name };
}

/**
 * Enqueues a job. Call it with the open transaction: the job is a row of the same commit and runs at least once after it. If the
 * transaction is rolled back, it never runs.
 * @param key replaces a waiting job with the same key
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

/** Enqueues many jobs of one kind, like `enqueue`. `keyOf` returns the key that replaces a waiting job. */
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
