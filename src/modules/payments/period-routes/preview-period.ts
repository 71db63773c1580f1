import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { requireClosable } from '../periods/closable-months.ts';
import { type ClosingDeps, draftClosing } from '../periods/close-period.ts';
import type { InvoiceDraft } from '../periods/issue-invoices.ts';
import { monthOf } from '../periods/month.ts';
import { holdClosing, isInClosedMonth } from './closed-months.ts';

/** The result of closing a month now. */
export interface PeriodPreview {
  /** `YYYY-MM` */
  month: string;
  /** The reason why the month cannot be closed now; null if it can. */
  refusal: { code: string; message: string } | null;
  drafts: InvoiceDraft[];
}

/** Like a closing, it reads all totals. */
const TIMEOUT_MS = 60_000;

/**
 * Closes a month up to its invoices and rolls back. The preview therefore equals the result of a closing at the same moment. For a
 * month that cannot be closed yet, it shows the amounts owed so far.
 * @param month `YYYY-MM`
 * @throws RuleRefused `period_closed`; Unavailable while a month is being closed
 */
export async function previewPeriod(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: ClosingDeps,
  { month }: { month: string },
): Promise<PeriodPreview> {
  const preview: PeriodPreview = { month, refusal: null, drafts: [] };
  try {
    await ctx.db.transaction(async (tx) => {
      await tx.execute(sql`SELECT set_config('statement_timeout', ${String(TIMEOUT_MS)}, true)`);
      await holdClosing(tx);
      if (await isInClosedMonth(tx, monthOf(month).last))
        throw new RuleRefused('period_closed', `The month ${month} is closed. Read its invoices instead.`);
      const at = ctx.now();
      preview.refusal = await refusalOf(requireClosable(tx, month, deps.calendar.dayOf(at.getTime())));
      const drafts = await draftClosing(tx, deps, { month: monthOf(month), at });
      // Stores come first, as in the sums of a month.
      preview.drafts = drafts.sort((a, b) => b.kind.localeCompare(a.kind));
      throw new Discarded();
    });
  } catch (error) {
    if (!(error instanceof Discarded)) throw error;
  }
  return preview;
}

/** Rolls the preview back. */
class Discarded extends Error {}

async function refusalOf(check: Promise<void>): Promise<PeriodPreview['refusal']> {
  try {
    await check;
    return null;
  } catch (error) {
    if (error instanceof RuleRefused) return { code: error.code, message: error.message };
    throw error;
  }
}
