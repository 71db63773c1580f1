import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import type { ClosingProgress, ClosingStep } from '../periods/close-period.ts';

/** How far a closing has come. */
export interface ReachedStep {
  step: ClosingStep;
  /** See `ClosingProgress`. */
  rows: number | null;
  startedAt: Date;
  updatedAt: Date;
}

/** Records the step that a closing begins. The first step is the start of an attempt. @param db not the transaction of the closing */
export async function noteStep(db: Database, at: Date, { month, step, rows }: ClosingProgress): Promise<void> {
  const instant = at.toISOString();
  await db.execute(sql`
    INSERT INTO closing_progress AS p (month, started_at, step, rows, updated_at)
    VALUES (${`${month}-01`}::date, ${instant}, ${step}, ${rows}, ${instant})
    ON CONFLICT (month) DO UPDATE SET step = excluded.step, rows = excluded.rows, updated_at = excluded.updated_at,
      started_at = CASE excluded.step WHEN 'payments' THEN excluded.started_at ELSE p.started_at END`);
}

/** Removes the record of a closing that has ended. @param month `YYYY-MM` */
export async function forgetSteps(db: Database, month: string): Promise<void> {
  await db.execute(sql`DELETE FROM closing_progress WHERE month = ${`${month}-01`}::date`);
}

/** Reads how far the closing of a month has come; null while none is under way. @param month `YYYY-MM` */
export async function readStep(db: Database, month: string): Promise<ReachedStep | null> {
  const { rows: found } = await db.execute<{
    step: ClosingStep;
    rows: number | null;
    started_at: string;
    updated_at: string;
  }>(sql`SELECT step, rows, started_at, updated_at FROM closing_progress WHERE month = ${`${month}-01`}::date`);
  const reached = found[0];
  if (reached === undefined) return null;
  return {
    step: reached.step,
    rows: reached.rows,
    startedAt: new Date(reached.started_at),
    updatedAt: new Date(reached.updated_at),
  };
}
