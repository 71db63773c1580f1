import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { groupBy } from '../../../platform/group-by.ts';
import type { PaymentProvider } from '../../../platform/payment-provider/provider.ts';
import type { SealedColumn } from '../../../platform/secrets/sealed-columns.ts';
import type { Vault } from '../../../platform/secrets/vault.ts';
import { type Company, holdPayouts } from '../../payments/index.ts';
import { paypalFile, stripeFile, wiseFile } from '../files/batch-csv.ts';
import { blockOf, type PainFormat, painFile } from '../files/pain.ts';
import type { Payment, PaymentBatch } from '../files/payment.ts';
import { readPayablesOfRun } from '../payable/read-payables.ts';
import type { AccountDetails, Method } from '../payout-accounts/account-details.ts';
import { findFaults } from '../payout-accounts/find-faults.ts';
import { accountPlace } from '../payout-accounts/save-account.ts';
import { requestTransfers } from '../transfers/send-transfer.ts';
import { writeRunAudit } from './decide-run.ts';
import type { RunDeps } from './make-run.ts';
import { lockRun, type Run, readRun } from './run.ts';

export interface ExportDeps extends RunDeps {
  company: Pick<Company, 'name'>;
  /** Required only for transfers. */
  paymentProvider: Pick<PaymentProvider, 'name'>;
}

type Ctx = Pick<Context, 'db' | 'now' | 'actor'>;
type FileKind = 'bank' | 'paypal' | 'wise' | 'stripe';

const fileKindOf = (method: Method): FileKind =>
  method === 'paypal' || method === 'wise' || method === 'stripe' ? method : 'bank';

type Row = {
  id: number;
  account: 'creator' | 'client';
  payee_id: number;
  payout_account_id: number;
  amount_minor: number;
  end_to_end_id: string;
  method: Method;
  sealed: Buffer | null;
  street: string;
  postal_code: string;
  city: string;
  country: string;
};

/**
 * Creates the payment files of a run, once: in one transaction the payouts are checked again, the files are written and stored
 * encrypted, and the run is exported. Transfers of Stripe are requested in the same transaction, and sent afterwards. A payout
 * that is no longer payable, or whose account was replaced, is dropped with a reason, and its amount is available to another run.
 * @param format of the file for the bank
 * @param executeOn the day of the payment, `YYYY-MM-DD`; today by default
 * @throws NotFound; InvalidInput for a day in the past; RuleRefused `already_exported`, `run_cancelled`, `needs_approval`,
 *   `no_debtor_account`, `stripe_not_configured`, `nothing_to_pay`
 */
export async function exportRun(
  ctx: Ctx,
  deps: ExportDeps,
  { runId, format, executeOn }: { runId: number; format: PainFormat; executeOn?: string | undefined },
): Promise<Run> {
  const at = ctx.now();
  const today = deps.calendar.dayOf(at.getTime());
  if (executeOn !== undefined && executeOn < today)
    throw new InvalidInput({ execute_on: [`must not be in the past; it is ${today}`] });
  await findFaults(ctx.db, deps.vault);
  return ctx.db.transaction(async (tx) => {
    await holdPayouts(tx);
    const run = await lockRun(tx, runId);
    requireExportable(run);
    await dropUnpayable({ ...ctx, db: tx }, deps, run);
    const rows = await readRows(tx, runId);
    if (rows.length === 0)
      throw new RuleRefused(
        'nothing_to_pay',
        'Nothing of this run is payable any more. Cancel it, then make another one.',
      );
    const createdAt = at;
    const byKind = groupBy(rows, ({ method }) => fileKindOf(method));
    for (const [kind, of] of byKind)
      await keepFile(tx, deps, run, { kind, format, createdAt, executeOn: executeOn ?? today }, of);
    await requestTransfers(
      tx,
      (byKind.get('stripe') ?? []).map(({ id }) => id),
      at,
    );
    await tx.execute(sql`
      UPDATE payout_runs SET status = 'exported', format = ${format}, exported_by = ${ctx.actor.userId}, exported_at = ${at.toISOString()}
      WHERE id = ${runId}`);
    const exported = await readRun({ db: tx }, runId);
    const files = exported.files.map(({ kind, sha256, totalMinor }) => ({ kind, sha256, total_minor: totalMinor }));
    await writeRunAudit(tx, ctx, runId, 'exported', { format, files, dropped: exported.states.dropped ?? 0 });
    return exported;
  });
}

function requireExportable(run: Run): void {
  if (run.status === 'exported')
    throw new RuleRefused('already_exported', `Run ${run.id} is exported already. Its files can be downloaded again.`);
  if (run.status === 'cancelled') throw new RuleRefused('run_cancelled', `Run ${run.id} is cancelled.`);
  if (run.needsApproval && run.status !== 'approved')
    throw new RuleRefused('needs_approval', `Run ${run.id} needs the approval of a second administrator.`);
}

/** The payable amount of a payee is computed as for a new run, with the run's own amounts as the only permitted reservations. */
async function dropUnpayable(ctx: Ctx, deps: ExportDeps, run: Run): Promise<void> {
  const { id: runId } = run;
  const payables = await readPayablesOfRun(ctx, deps, run);
  // A small amount was above the minimum when the run was created, and reserved amounts are no longer available.
  const isHarmless = (reason: string) => reason === 'nothing_payable' || reason === 'below_minimum';
  const fit = payables
    .filter(({ reasons, payable, inRun }) => payable >= inRun && reasons.every(isHarmless))
    .map(({ account, payeeId, payoutAccountId }) => ({ account, payee: payeeId, payout_account: payoutAccountId }));
  await ctx.db.execute(sql`
    UPDATE payouts p SET status = 'dropped', updated_at = ${ctx.now().toISOString()},
      reason = CASE WHEN f.account IS NULL THEN 'not_payable' ELSE 'account_changed' END
    FROM payouts q LEFT JOIN jsonb_to_recordset(${JSON.stringify(fit)}::jsonb) AS f (account text, payee bigint, payout_account bigint)
      ON f.account = q.account AND f.payee = coalesce(q.user_id, q.agency_id)
    WHERE p.id = q.id AND q.run_id = ${runId} AND q.status = 'in_run' AND f.payout_account IS DISTINCT FROM q.payout_account_id`);
}

async function readRows(tx: Database, runId: number): Promise<Row[]> {
  const { rows } = await tx.execute<Row>(sql`
    SELECT p.id, p.account, coalesce(p.user_id, p.agency_id) AS payee_id, p.payout_account_id, p.amount_minor, p.end_to_end_id, a.method, a.sealed,
      e.street, e.postal_code, e.city, e.country
    FROM payouts p JOIN payout_accounts a ON a.id = p.payout_account_id JOIN payees e ON e.id = a.payee_id
    WHERE p.run_id = ${runId} AND p.status = 'in_run' ORDER BY p.id`);
  return rows;
}

async function keepFile(
  tx: Database,
  { vault, payouts, company, paymentProvider }: ExportDeps,
  run: Run,
  { kind, format, createdAt, executeOn }: { kind: FileKind; format: PainFormat; createdAt: Date; executeOn: string },
  rows: readonly Row[],
): Promise<void> {
  if (kind === 'bank' && payouts.debtor === null)
    throw new RuleRefused('no_debtor_account', 'PAYOUT_IBAN is not set: there is no account to pay from.');
  if (kind === 'stripe' && paymentProvider.name !== 'stripe')
    throw new RuleRefused('stripe_not_configured', 'Transfers need Stripe: STRIPE_SECRET_KEY is not set.');
  const messageId = await newMessageId(tx);
  const { iban, bic } = payouts.debtor ?? { iban: '', bic: null };
  const debtor = { name: company.name, iban, bic };
  const batch: PaymentBatch = { messageId, currency: run.currency, createdAt, executeOn, debtor };
  const payments = rows.map((row): Payment => {
    const to = JSON.parse(vault.open(row.sealed!, accountPlace(row.payout_account_id)).toString()) as AccountDetails;
    const address = { street: row.street, postalCode: row.postal_code, city: row.city, country: row.country };
    return { endToEndId: row.end_to_end_id, amountMinor: row.amount_minor, to, address };
  });
  const content =
    kind === 'bank'
      ? painFile(format, batch, payments)
      : kind === 'paypal'
        ? paypalFile(batch, payments)
        : kind === 'wise'
          ? wiseFile(batch, payments)
          : stripeFile(batch, payments);
  const total = rows.reduce((sum, { amount_minor: minor }) => sum + minor, 0);
  const name = `payout-run-${run.id}-${kind}.${kind === 'bank' ? 'xml' : 'csv'}`;
  const { rows: kept } = await tx.execute<{ id: number }>(sql`
    INSERT INTO payout_files (run_id, kind, name, media_type, message_id, payouts, total_minor, sha256, sealed)
    VALUES (${run.id}, ${kind}, ${name}, ${kind === 'bank' ? 'application/xml' : 'text/csv'}, ${messageId}, ${rows.length}, ${total},
      ${createHash('sha256').update(content).digest()}, ${vault.seal(content, filePlace(messageId))}) RETURNING id`);
  const placed = rows.map(({ id }, at) => ({ id, block: kind === 'bank' ? blockOf(batch, payments[at]!) : null }));
  await tx.execute(sql`
    UPDATE payouts p SET file_id = ${kept[0]!.id}, file_block = b.block
    FROM jsonb_to_recordset(${JSON.stringify(placed)}::jsonb) AS b (id bigint, block text) WHERE p.id = b.id`);
}

const filePlace = (messageId: number | string): string => `payout_file/${messageId}`;

/** The encrypted payment files. */
export const PAYMENT_FILES: SealedColumn = {
  table: 'payout_files',
  column: 'sealed',
  key: 'id',
  named: 'message_id',
  place: filePlace,
};

async function newMessageId(tx: Database): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT 'TRB' || upper(substr(replace(gen_random_uuid()::text, '-', ''), 1, 24)) AS id`,
  );
  return rows[0]!.id;
}

/**
 * Reads a file of an exported run, whose bytes never change. The audit log records the download.
 * @throws NotFound; RuleRefused `run_cancelled`
 */
export async function readRunFile(
  ctx: Ctx,
  { vault }: { vault: Vault },
  { runId, fileId }: { runId: number; fileId: number },
): Promise<{ name: string; mediaType: string; sha256: string; content: Buffer }> {
  return ctx.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{
      name: string;
      media_type: string;
      message_id: string;
      sha256: Buffer;
      sealed: Buffer;
      status: string;
    }>(sql`
      SELECT f.name, f.media_type, f.message_id, f.sha256, f.sealed, r.status FROM payout_files f JOIN payout_runs r ON r.id = f.run_id
      WHERE f.id = ${fileId} AND f.run_id = ${runId} FOR SHARE OF r`);
    const file = rows[0];
    if (file === undefined) throw new NotFound('payout file');
    if (file.status === 'cancelled')
      throw new RuleRefused('run_cancelled', `Run ${runId} is cancelled. Its files must not be used.`);
    const content = vault.open(file.sealed, filePlace(file.message_id));
    const sha256 = file.sha256.toString('hex');
    if (createHash('sha256').update(content).digest('hex') !== sha256) throw new Error(`File ${fileId} was altered.`);
    await writeRunAudit(tx, ctx, runId, 'file_fetched', { file_id: fileId, sha256 });
    return { name: file.name, mediaType: file.media_type, sha256, content };
  });
}
