import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import { holdImports } from '../imports/find-named.ts';

/** The reminders of an invoice of a store. */
export interface Dunning {
  /** The last day without reminders and blocks, `YYYY-MM-DD`; null: not paused. */
  pausedUntil: string | null;
  notices: { level: number; blocks: boolean; sentAt: Date }[];
}

/** Reads the reminders of an invoice. @throws NotFound when there is no such invoice of a store */
export async function readDunning({ db }: Pick<Context, 'db'>, invoiceId: number): Promise<Dunning> {
  const { rows } = await db.execute<{
    paused: string | null;
    level: number | null;
    blocks: boolean;
    sent_at: string;
  }>(sql`
    SELECT i.dunning_paused_until AS paused, n.level, n.blocks, n.sent_at FROM invoices i LEFT JOIN dunning_notices n ON n.invoice_id = i.id
    WHERE i.id = ${invoiceId} AND i.kind = 'store' ORDER BY n.level`);
  if (rows[0] === undefined) throw new NotFound('invoice');
  return {
    pausedUntil: rows[0].paused,
    notices: rows.flatMap(({ level, blocks, sent_at: at }) =>
      level === null ? [] : [{ level, blocks, sentAt: new Date(at) }],
    ),
  };
}

/**
 * Pauses the reminders of an invoice up to and including a day, and restores the store's credit limit for that time; null ends the
 * pause.
 * @throws NotFound when there is no such invoice of a store; InvalidInput for a day in the past
 */
export async function pauseDunning(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { calendar }: { calendar: Calendar },
  { invoiceId, until, reason }: { invoiceId: number; until: string | null; reason: string },
): Promise<Dunning> {
  const today = calendar.dayOf(ctx.now().getTime());
  if (until !== null && until < today) throw new InvalidInput({ until: [`must not be over; it is ${today}`] });
  return ctx.db.transaction(async (tx) => {
    await holdImports(tx);
    const { rowCount } = await tx.execute(
      sql`UPDATE invoices SET dunning_paused_until = ${until}::date WHERE id = ${invoiceId} AND kind = 'store'`,
    );
    if (rowCount === 0) throw new NotFound('invoice');
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'invoice.dunning_paused',
      subjectKind: 'invoice',
      subjectId: invoiceId,
      details: { until, reason },
    });
    return readDunning({ db: tx }, invoiceId);
  });
}
