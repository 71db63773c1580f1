import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { GiveUp, handler, type JobHandler } from '../../../platform/jobs/handler.ts';
import { enqueue, jobKind } from '../../../platform/jobs/job.ts';
import { type ClosingDeps, closePeriod } from '../periods/close-period.ts';

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

/** Handles the jobs of `askForClosing`. A month that cannot be closed is not retried automatically. */
export function createPeriodCloser({ db, now, ...parts }: ClosingDeps & { db: Database; now: () => Date }): JobHandler {
  return handler(closing, async ({ month, actorId }) => {
    try {
      await closePeriod({ db, now, actorId }, parts, { month });
    } catch (error) {
      throw error instanceof RuleRefused ? new GiveUp(`${error.code}: ${error.message}`) : error;
    }
  });
}
