import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { GiveUp, handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { enqueue, jobKind } from '../../../platform/jobs/job.ts';
import { type ClosingDeps, type ClosingProgress, closePeriod } from '../periods/close-period.ts';
import { forgetSteps, noteStep } from './closing-progress.ts';

interface ClosingOrder {
  /** `YYYY-MM` */
  month: string;
  /** The requesting user. */
  actorId: number;
}

const closing = jobKind<ClosingOrder>('close_period');

/** One job closes a month, even if it is requested repeatedly. */
export const closeJobKey = (month: string): string => `close_period:${month}`;

/** Enqueues the closing of a month, which starts after the commit. */
export async function askForClosing(db: Database, order: ClosingOrder): Promise<void> {
  await enqueue(db, closing, order, { key: closeJobKey(order.month) });
}

/** The dependencies of the job. */
export interface CloserDeps extends Pick<ClosingDeps, 'calendar' | 'company'> {
  /** Without a statement timeout. */
  db: Database;
  /** Records the progress. Another pool than that of `db`, whose few connections closings hold. */
  progressDb: Database;
  now: () => Date;
}

/** Handles the jobs of `askForClosing`. A month that cannot be closed is not retried automatically. */
export function createPeriodCloser({ db, progressDb, now, calendar, company }: CloserDeps): JobHandler {
  // A closing does not fail because nobody can read how far it has come.
  const onProgress = (progress: ClosingProgress) => noteStep(progressDb, now(), progress).catch(() => {});
  return handler(closing, async ({ month, actorId }) => {
    try {
      await closePeriod({ db, now, actorId }, { calendar, company, onProgress }, { month });
    } catch (error) {
      throw error instanceof RuleRefused ? new GiveUp(`${error.code}: ${error.message}`) : error;
    } finally {
      await forgetSteps(progressDb, month).catch(() => {});
    }
  });
}
