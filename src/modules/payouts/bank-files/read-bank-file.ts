import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { BankReport } from '../../../platform/bank-files/bank-report.ts';
import { startOfDay } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import {
  addPrepayments,
  holdImports,
  holdPayouts,
  lockCredit,
  type PrepaidDeps,
  settleInvoices,
} from '../../payments/index.ts';
import { bookPaid, bookReturned, markRejected } from '../runs/settle-payouts.ts';
import { type EntryDraft, judgeMovements } from './judge-movements.ts';
import { judgeStatuses } from './judge-statuses.ts';
import { movementOf } from './movement.ts';
import { type BankFileDeps, ownAccountsOf } from './own-accounts.ts';

/** The result of reading a file: entries by outcome. */
export interface ReadFile {
  id: number;
  outcomes: Record<string, number>;
}

/**
 * Books the contents of a bank report, in one transaction: payouts are paid, returned or rejected by their end-to-end id, and
 * incoming payments pay stores' invoices or raise their prepaid balances.
 * Movements without a match are stored as unmatched. A file is read once, and a movement is booked once, whichever files report it.
 * @param content the content of the file from which `report` was read
 * @throws RuleRefused `file_known`
 */
export async function readBankFile(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { calendar, company, payouts }: BankFileDeps,
  { content, report }: { content: Buffer; report: BankReport },
): Promise<ReadFile> {
  const now = ctx.now();
  const ownAccounts = ownAccountsOf({ company, payouts });
  return ctx.db.transaction(async (tx) => {
    await holdImports(tx);
    await holdPayouts(tx);
    const { rows } = await tx.execute<{ id: number }>(sql`
      INSERT INTO bank_files (sha256, kind, message_id, uploaded_by, uploaded_at)
      VALUES (${createHash('sha256').update(content).digest()}, ${report.kind}, ${report.messageId}, ${ctx.actor.userId}, ${now.toISOString()})
      ON CONFLICT (sha256) DO NOTHING RETURNING id`);
    const file = rows[0];
    if (file === undefined) throw new RuleRefused('file_known', 'This file has been read already.');
    const outcomes: Record<string, number> = {};
    // Statements of one file can report the same payment, so each is compared with those before it.
    for (const { movements, statuses } of report.parts) {
      const entries = [
        ...(statuses.length === 0 ? [] : await judgeStatuses(tx, statuses)),
        ...(movements.length === 0 ? [] : await judgeMovements(tx, movements.map(movementOf), { ownAccounts })),
      ];
      await applyEntries(tx, { now, calendar, company }, entries);
      await keepEntries(tx, file.id, entries);
      for (const { outcome } of entries) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
    }
    const entry = { actor: ctx.actor, subjectKind: 'bank_file', subjectId: file.id };
    await writeAudit(tx, { ...entry, action: 'bank_file.read', details: { kind: report.kind, outcomes } });
    return { id: file.id, outcomes };
  });
}

/** Books what the entries mean, in the caller's transaction. */
export async function applyEntries(
  tx: Database,
  { now, calendar, company }: PrepaidDeps & { now: Date },
  entries: readonly EntryDraft[],
): Promise<void> {
  const of = (...outcomes: EntryDraft['outcome'][]) =>
    entries.flatMap(({ outcome, payoutId, day, reason }) =>
      payoutId !== null && outcomes.includes(outcome)
        ? [{ payoutId, day: day ?? calendar.dayOf(now.getTime()), reason: reason ?? 'returned' }]
        : [],
    );
  // A returned payout was paid before, even if the bank reports only the return.
  const paid = new Map(of('returned').map((settlement) => [settlement.payoutId, settlement]));
  for (const settlement of of('paid', 'paid_unexpectedly')) paid.set(settlement.payoutId, settlement);
  await bookPaid(tx, { now, calendar }, [...paid.values()]);
  await bookReturned(tx, { now, calendar }, of('returned'));
  await markRejected(tx, { now }, of('rejected'));
  const invoices = entries.flatMap(({ invoiceIds, day }) =>
    invoiceIds.map((invoiceId) => ({ invoiceId, paidAt: day === null ? now : startOfDay(calendar, day) })),
  );
  const prepayments = entries.flatMap(({ storeId, prepaidMinor, day }) =>
    storeId === null || prepaidMinor === null
      ? []
      : [{ storeId, amountMinor: prepaidMinor, day: day ?? calendar.dayOf(now.getTime()), reason: null }],
  );
  await lockCredit(tx, {
    invoiceIds: invoices.map(({ invoiceId }) => invoiceId),
    storeIds: prepayments.map(({ storeId }) => storeId),
  });
  if (invoices.length > 0) await settleInvoices(tx, invoices, { now, calendar });
  await addPrepayments(tx, { now, calendar, company }, prepayments, null);
}

async function keepEntries(tx: Database, fileId: number, entries: readonly EntryDraft[]): Promise<void> {
  const rows = entries.map(({ movement, ...entry }, position) => ({ ...movement, ...entry, position }));
  const given = JSON.stringify(rows);
  await tx.execute(sql`
    WITH given AS MATERIALIZED (
      SELECT nextval(pg_get_serial_sequence('bank_entries', 'id')) AS id, e.* FROM (
        SELECT * FROM jsonb_to_recordset(${given}::jsonb) AS e (position int, direction text, "amountMinor" bigint, currency text, day date,
          "endToEndId" text, reference text, party text, outcome text, reason text, "payoutId" bigint, "invoiceIds" jsonb, "storeId" bigint,
          "sameAsId" bigint, account text, statement text, "valueDay" date, "bankReferences" text[], "entryMinor" bigint, stated jsonb,
          "chargesMinor" bigint, "returnReason" text) ORDER BY position) e
    ), kept AS (
      INSERT INTO bank_entries (id, file_id, direction, amount_minor, currency, day, end_to_end_id, reference, party, outcome, reason,
        payout_id, store_id, same_as_id, account, statement, value_day, bank_references, entry_minor, stated, charges_minor, return_reason)
      OVERRIDING SYSTEM VALUE
      SELECT id, ${fileId}, direction, "amountMinor", currency, day, "endToEndId", reference, party, outcome, reason,
        "payoutId", "storeId", "sameAsId", account, statement, "valueDay", coalesce("bankReferences", '{}'), "entryMinor", coalesce(stated, '[]'),
        coalesce("chargesMinor", 0), "returnReason"
      FROM given RETURNING id
    )
    INSERT INTO bank_entry_invoices (bank_entry_id, invoice_id)
    SELECT g.id, i.id::bigint FROM given g JOIN kept USING (id) CROSS JOIN LATERAL jsonb_array_elements_text(g."invoiceIds") AS i (id)`);
}
