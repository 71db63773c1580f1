import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import type { Database } from '../../../platform/database/database.ts';
import { Conflict, InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { exchange } from '../../../platform/exchange-rates/exchange.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { writeAudit } from '../../accounts/index.ts';
import { holdPayouts } from '../../payments/index.ts';
import type { PayoutSettings } from '../deps.ts';
import {
  type Payable,
  type PayableCurrency,
  type PayableDeps,
  readDueAndWaiting,
  readPayableCurrencies,
  readPayables,
} from '../payable/read-payables.ts';
import { findFaults } from '../payout-accounts/find-faults.ts';
import { type Run, readRun } from './run.ts';

/** Maximum number of payouts in a run; the next run pays the rest. */
const MAX_PAYOUTS = 5_000;
/** Maximum number of payees that a preview lists as not paid. */
const MAX_WAITING = 500;

export interface RunDeps extends PayableDeps {
  payouts: PayoutSettings;
  vault: Vault;
}

/** The selection of the amounts that a run pays. */
export interface RunRequest {
  currency: string;
  /** Hold periods that ended by this day are over, `YYYY-MM-DD`. */
  cutOff: string;
}

/** The preview of a run. */
export interface RunPreview extends RunRequest {
  /** Differs as soon as any payout would differ. */
  fingerprint: string;
  totalMinor: number;
  needsApproval: boolean;
  due: readonly Payable[];
  /** Payees with an amount that the run does not pay, with the reasons; the largest 500. */
  waiting: readonly Payable[];
}

/**
 * Computes the payouts of a run, and the payees that it does not pay. It reserves nothing.
 * @throws InvalidInput for an unknown currency, or a cut-off in the future
 */
export async function previewRun(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  deps: RunDeps,
  request: RunRequest,
): Promise<RunPreview> {
  requireValid(ctx, deps, request);
  await findFaults(ctx.db, deps.vault);
  const limits = { due: MAX_PAYOUTS, waiting: MAX_WAITING };
  const { due, waiting } = await readDueAndWaiting(ctx, deps, { ...request, limits });
  const totalMinor = sumOf(due);
  const { needsApproval } = await judge(ctx, deps, request.currency, totalMinor);
  return { ...request, fingerprint: fingerprintOf(request, due), totalMinor, needsApproval, due, waiting };
}

/**
 * Sums what runs can pay in each currency, and what they cannot pay although it is payable.
 * @param cutOff as of a run; today unless given
 * @throws InvalidInput for a cut-off in the future
 */
export async function sumPayables(
  ctx: Pick<Context, 'db' | 'now'>,
  deps: RunDeps,
  { cutOff }: { cutOff?: string | undefined },
): Promise<PayableCurrency[]> {
  const today = deps.calendar.dayOf(ctx.now().getTime());
  if (cutOff !== undefined && cutOff > today) throw new InvalidInput({ cut_off: [futureFault(today)] });
  await findFaults(ctx.db, deps.vault);
  return readPayableCurrencies(ctx, deps, { cutOff: cutOff ?? today });
}

/**
 * Creates a payout run of all due amounts. From now on they are reserved: no other run pays them.
 * @param fingerprint of the preview that the administrator has seen
 * @throws InvalidInput as `previewRun`; Conflict `preview_changed`; RuleRefused `nothing_to_pay`
 */
export async function makeRun(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  deps: RunDeps,
  request: RunRequest & { fingerprint: string },
): Promise<Run> {
  requireValid(ctx, deps, request);
  return ctx.db.transaction(async (tx) => {
    await holdPayouts(tx);
    const { currency, cutOff } = request;
    const inside = { ...ctx, db: tx };
    const due = await readPayables(inside, deps, { currency, cutOff, isDue: true, limit: MAX_PAYOUTS });
    if (due.length === 0) throw new RuleRefused('nothing_to_pay', `Nothing is due in ${currency}.`);
    if (fingerprintOf(request, due) !== request.fingerprint)
      throw new Conflict(
        'preview_changed',
        'The due amounts have changed since the preview. Request the preview again.',
      );
    const totalMinor = sumOf(due);
    const { eurMinor, needsApproval } = await judge(inside, deps, currency, totalMinor);
    const at = ctx.now().toISOString();
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO payout_runs (currency, cut_off, status, eur_minor, needs_approval, created_by, created_at)
      VALUES (${currency}, ${cutOff}, 'draft', ${eurMinor}, ${needsApproval}, ${ctx.actor.userId}, ${at}) RETURNING id`);
    const runId = rows[0]!.id;
    const payouts = due.map(({ account, payeeId, available, payoutAccountId }) => ({
      account,
      payee: payeeId,
      minor: available,
      payout_account: payoutAccountId,
    }));
    await tx.execute(sql`
      INSERT INTO payouts (run_id, account, user_id, agency_id, payout_account_id, currency, amount_minor, updated_at)
      SELECT ${runId}, p.account, CASE p.account WHEN 'creator' THEN p.payee END, CASE p.account WHEN 'client' THEN p.payee END, p.payout_account,
        ${currency}, p.minor, ${at}
      FROM jsonb_to_recordset(${JSON.stringify(payouts)}::jsonb) AS p (account text, payee bigint, minor bigint, payout_account bigint)`);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'payout_run.made',
      subjectKind: 'payout_run',
      subjectId: runId,
      details: {
        currency,
        cut_off: cutOff,
        payouts: due.length,
        total_minor: totalMinor,
        needs_approval: needsApproval,
      },
    });
    return readRun({ db: tx }, runId);
  });
}

function requireValid({ now }: Pick<Context, 'now'>, { calendar }: RunDeps, { currency, cutOff }: RunRequest): void {
  const errors: Record<string, string[]> = {};
  const today = calendar.dayOf(now().getTime());
  if (!isCurrency(currency)) errors.currency = ['must be a currency code such as EUR'];
  if (cutOff > today) errors.cut_off = [futureFault(today)];
  if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
}

const futureFault = (today: string) => `must not be in the future; it is ${today}`;

function sumOf(due: readonly Payable[]): number {
  const sum = due.reduce((total, { available }) => total + BigInt(available), 0n);
  if (sum > BigInt(Number.MAX_SAFE_INTEGER))
    throw new RuleRefused('amount_too_large', 'The sum of the run is too large.');
  return Number(sum);
}

function fingerprintOf({ currency, cutOff }: RunRequest, due: readonly Payable[]): string {
  const payouts = due.map(({ account, payeeId, available, payoutAccountId }) => [
    account,
    payeeId,
    available,
    payoutAccountId,
  ]);
  return createHash('sha256')
    .update(JSON.stringify([currency, cutOff, payouts]))
    .digest('hex');
}

/**
 * Whether a second administrator must approve: the sum of the run, and of those that the same administrator has released alone in
 * the last 24 hours, is above the limit. A run that was exported and then cancelled counts, because its files were created. Without
 * an exchange rate, approval is required.
 */
async function judge(
  { db, now, actor }: Pick<Context, 'db' | 'now' | 'actor'>,
  { calendar, payouts }: RunDeps,
  currency: string,
  totalMinor: number,
): Promise<{ eurMinor: number | null; needsApproval: boolean }> {
  const eurMinor = await toEuro(db, { currency, totalMinor, day: calendar.dayOf(now().getTime()) });
  const since = new Date(now().getTime() - 86_400_000).toISOString();
  const { rows } = await db.execute<{ alone: number }>(sql`
    SELECT coalesce(sum(eur_minor), 0)::bigint AS alone FROM payout_runs
    WHERE created_by = ${actor.userId} AND created_at > ${since} AND NOT needs_approval AND (status <> 'cancelled' OR exported_at IS NOT NULL)`);
  const limit = payouts.approvalAboveEur * 100;
  return { eurMinor, needsApproval: eurMinor === null || eurMinor + rows[0]!.alone > limit };
}

async function toEuro(
  db: Database,
  { currency, totalMinor, day }: { currency: string; totalMinor: number; day: string },
): Promise<number | null> {
  if (currency === 'EUR') return totalMinor;
  const { rows } = await db.execute<{ minor: number }>(sql`
    WITH ${exchange({ from: sql`SELECT ${currency}::char(3)`, to: sql`SELECT 'EUR'::char(3)`, days: sql`SELECT ${day}::date` })}
    SELECT ceil(${totalMinor} * factor)::bigint AS minor FROM exchange WHERE source = ${currency}::char(3) AND target = 'EUR'`);
  return rows[0]?.minor ?? null;
}
