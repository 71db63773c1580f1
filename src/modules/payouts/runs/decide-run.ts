import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Forbidden, RuleRefused } from '../../../platform/errors/errors.ts';
import { mayControl, writeAudit } from '../../accounts/index.ts';
import { holdPayouts } from '../../payments/index.ts';
import { lockRun, type Run, readRun } from './run.ts';

type Ctx = Pick<Context, 'db' | 'now' | 'actor'>;

/**
 * Approves a run, as a second administrator: in a session with a second factor, through an account that the administrator who created
 * the run has neither made nor set the credentials of (`mayControl`).
 * @throws NotFound; Forbidden `second_factor_required`; RuleRefused `own_run` for the administrator who created it, `controlled_account`,
 *   `not_draft`
 */
export async function approveRun(ctx: Ctx, { runId }: { runId: number }): Promise<Run> {
  return ctx.db.transaction(async (tx) => {
    const run = await lockRun(tx, runId);
    if (ctx.actor.token !== undefined && ctx.actor.token.secondFactor !== 'used')
      throw new Forbidden('second_factor_required', 'A run is approved in a session with a second factor.');
    if (run.status !== 'draft') throw new RuleRefused('not_draft', `Run ${runId} is ${run.status}.`);
    await refuseSamePerson(
      tx,
      ctx,
      run.created.by,
      'The run must be approved by another administrator than the one who created it.',
    );
    await tx.execute(sql`
      UPDATE payout_runs SET status = 'approved', approved_by = ${ctx.actor.userId}, approved_at = ${ctx.now().toISOString()} WHERE id = ${runId}`);
    await writeRunAudit(tx, ctx, runId, 'approved', { total_minor: run.totalMinor, currency: run.currency });
    return readRun({ db: tx }, runId);
  });
}

/**
 * Cancels a run as a whole; another run can pay its amounts. An exported run can be cancelled while no bank has reported any of
 * its payouts. By cancelling it, the administrator declares that its files will not be executed. If approval was needed, an
 * administrator other than the exporter must cancel. Transfers of Stripe are no longer sent. After the first transfer, the run
 * cannot be cancelled.
 * @throws NotFound; RuleRefused `run_cancelled`, `run_settled`, `transfers_sent`, `own_run`, `controlled_account`
 */
export async function cancelRun(ctx: Ctx, { runId, reason }: { runId: number; reason: string }): Promise<Run> {
  return ctx.db.transaction(async (tx) => {
    await holdPayouts(tx);
    const run = await lockRun(tx, runId);
    if (run.status === 'cancelled') throw new RuleRefused('run_cancelled', `Run ${runId} is cancelled already.`);
    if (['paid', 'returned', 'rejected'].some((status) => run.states[status] !== undefined))
      throw new RuleRefused(
        'run_settled',
        `Payouts of run ${runId} were reported by a bank. It cannot be cancelled any more.`,
      );
    // The lock of `holdPayouts` is held here and when a transfer is marked as being sent, so that no transfer begins in the meantime.
    const { rows } = await tx.execute<{ is_sent: boolean }>(sql`
      SELECT EXISTS (SELECT FROM payout_transfers t JOIN payouts p ON p.id = t.payout_id WHERE p.run_id = ${runId} AND t.status = 'sending') AS is_sent`);
    if (rows[0]?.is_sent)
      throw new RuleRefused(
        'transfers_sent',
        `Transfers of run ${runId} are being sent. It cannot be cancelled any more.`,
      );
    if (run.needsApproval && run.exported != null)
      await refuseSamePerson(
        tx,
        ctx,
        run.exported.by,
        'The run must be cancelled by another administrator than the one who exported it.',
      );
    const at = ctx.now().toISOString();
    await tx.execute(sql`
      UPDATE payout_runs SET status = 'cancelled', cancelled_by = ${ctx.actor.userId}, cancelled_at = ${at}, cancel_reason = ${reason}
      WHERE id = ${runId}`);
    await tx.execute(
      sql`UPDATE payouts SET status = 'cancelled', updated_at = ${at} WHERE run_id = ${runId} AND status = 'in_run'`,
    );
    await writeRunAudit(tx, ctx, runId, 'cancelled', { reason, was: run.status });
    return readRun({ db: tx }, runId);
  });
}

/** Requires that the caller is another person than the one who took the first step, also behind the account. */
async function refuseSamePerson(tx: Database, ctx: Ctx, first: number | null, sentence: string): Promise<void> {
  const { userId } = ctx.actor;
  if (first === userId) throw new RuleRefused('own_run', sentence);
  if (first !== null && (await mayControl(tx, ctx, { personId: first, accountId: userId })))
    throw new RuleRefused(
      'controlled_account',
      'The administrator who took the first step has made your account or has recently set its credentials. Another administrator has to decide.',
    );
}

/** Writes an action on a run to the audit log. */
export async function writeRunAudit(
  tx: Database,
  { actor }: Pick<Context, 'actor'>,
  runId: number,
  what: string,
  details: Record<string, unknown>,
): Promise<void> {
  const entry = { actor, subjectKind: 'payout_run', subjectId: runId };
  await writeAudit(tx, { ...entry, action: `payout_run.${what}`, details });
}
