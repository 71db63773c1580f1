import { type SQL, sql } from 'drizzle-orm';
import type { ReportKind } from '../../../platform/bank-files/bank-report.ts';
import { type Calendar, startOfDay } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { readPage } from '../../../platform/database/read-page.ts';
import { InvalidInput, NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import { listOrder, type SortOf } from '../../../platform/list-order.ts';
import type { Page, PageRequest } from '../../../platform/pagination.ts';
import { writeAudit } from '../../accounts/index.ts';
import { addPrepayments, holdImports, holdPayouts, type PrepaidDeps, settleInvoices } from '../../payments/index.ts';
import { type EntryDraft, judgeMovements, type Outcome } from './judge-movements.ts';
import type { Movement } from './movement.ts';
import { type BankFileDeps, ownAccountsOf } from './own-accounts.ts';
import { applyEntries } from './read-bank-file.ts';

/** One payment in a bank report, with its outcome. */
export interface BankEntry extends Omit<EntryDraft, 'movement' | 'prepaidMinor'> {
  id: number;
  fileId: number;
  kind: ReportKind;
  /** Charges that the bank has taken from the payment, or added to it, in minor units. */
  chargesMinor: number;
  /** The numbers of `invoiceIds`, in the same order. */
  invoiceNumbers: string[];
  resolveReason: string | null;
}

const COLUMNS = sql`e.id, e.file_id AS "fileId", f.kind, e.direction, e.amount_minor AS "amountMinor", e.currency, e.day, e.end_to_end_id AS "endToEndId",
  e.reference, e.party, e.outcome, e.reason, e.payout_id AS "payoutId", e.store_id AS "storeId", e.resolve_reason AS "resolveReason",
  e.same_as_id AS "sameAsId", e.charges_minor AS "chargesMinor",
  ARRAY (SELECT invoice_id FROM bank_entry_invoices i WHERE i.bank_entry_id = e.id ORDER BY 1) AS "invoiceIds",
  ARRAY (SELECT n.number FROM bank_entry_invoices i JOIN invoices n ON n.id = i.invoice_id WHERE i.bank_entry_id = e.id
    ORDER BY i.invoice_id) AS "invoiceNumbers"`;

/** The orders of the list. */
export const ENTRY_ORDER = listOrder(
  { read_at: sql`e.id`, day: sql`e.day`, party: sql`lower(e.party)`, amount: [sql`e.currency`, sql`e.amount_minor`] },
  { tie: [sql`e.id`], usual: sql`e.id DESC` },
);

/** Lists the entries of bank reports. */
export async function listEntries(
  { db }: Pick<Context, 'db'>,
  {
    outcome,
    fileId,
    sort,
  }: { outcome?: Outcome | undefined; fileId?: number | undefined; sort?: SortOf<typeof ENTRY_ORDER> },
  page: PageRequest,
): Promise<Page<BankEntry>> {
  const conditions: SQL[] = [sql`true`];
  if (outcome !== undefined) conditions.push(sql`e.outcome = ${outcome}`);
  if (fileId !== undefined) conditions.push(sql`e.file_id = ${fileId}`);
  const from = sql`bank_entries e JOIN bank_files f ON f.id = e.file_id WHERE ${sql.join(conditions, sql` AND `)}`;
  const found = await readPage<BankEntry & Record<string, unknown>>(
    db,
    { columns: COLUMNS, from, order: ENTRY_ORDER.by(sort) },
    page,
  );
  return { ...found, items: found.items.map(withNumbers) };
}

/** Reads one entry. @throws NotFound */
async function readEntry(db: Database, id: number): Promise<BankEntry> {
  const { rows } = await db.execute<BankEntry & Record<string, unknown>>(
    sql`SELECT ${COLUMNS} FROM bank_entries e JOIN bank_files f ON f.id = e.file_id WHERE e.id = ${id}`,
  );
  if (rows[0] === undefined) throw new NotFound('bank entry');
  return withNumbers(rows[0]);
}

const withNumbers = (entry: BankEntry): BankEntry => ({ ...entry, invoiceIds: entry.invoiceIds.map(Number) });

/**
 * Assigns an unmatched incoming payment to invoices of stores. Their sum must equal the amount.
 * @throws NotFound; InvalidInput for an invoice that is not open; RuleRefused `not_unmatched`, `amount_differs`
 */
export async function matchEntry(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { calendar }: { calendar: Calendar },
  { entryId, invoiceIds }: { entryId: number; invoiceIds: readonly number[] },
): Promise<BankEntry> {
  return ctx.db.transaction(async (tx) => {
    await holdImports(tx);
    const entry = await lockUnmatched(tx, entryId);
    const ids = [...new Set(invoiceIds)];
    const { rows } = await tx.execute<{ id: number; open_minor: number; currency: string }>(sql`
      SELECT id, open_minor, currency FROM invoices WHERE id = ANY (${sql.param(ids)}::bigint[]) AND kind = 'store' AND paid_at IS NULL FOR UPDATE`);
    const open = new Set(rows.map(({ id }) => id));
    const missing = ids.findIndex((id) => !open.has(id));
    if (missing >= 0) throw new InvalidInput({ [`invoice_ids.${missing}`]: ['must be an open invoice of a store'] });
    const sum = rows.reduce((total, { open_minor: minor }) => total + minor, 0);
    if (
      entry.direction !== 'in' ||
      sum !== entry.amountMinor ||
      rows.some(({ currency }) => currency !== entry.currency)
    )
      throw new RuleRefused('amount_differs', 'The invoices must add up to the incoming amount, in its currency.');
    const now = ctx.now();
    const paidAt = entry.day === null ? now : startOfDay(calendar, entry.day);
    await settleInvoices(
      tx,
      ids.map((invoiceId) => ({ invoiceId, paidAt })),
      { now, calendar },
    );
    await tx.execute(sql`
      INSERT INTO bank_entry_invoices (bank_entry_id, invoice_id) SELECT ${entryId}, unnest(${sql.param(ids)}::bigint[])`);
    await resolve(tx, ctx, { entryId, outcome: 'invoice_paid', reason: null });
    return readEntry(tx, entryId);
  });
}

/**
 * Assigns an unmatched incoming payment to a store, and adds it to the store's prepaid balance.
 * @throws NotFound; InvalidInput for a store that does not exist; RuleRefused `not_unmatched`, `amount_differs`
 */
export async function prepayEntry(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  deps: PrepaidDeps,
  { entryId, storeId }: { entryId: number; storeId: number },
): Promise<BankEntry> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await holdImports(tx);
    const { direction, amountMinor, currency, day } = await lockUnmatched(tx, entryId);
    const { rows } = await tx.execute<{ currency: string }>(sql`SELECT currency FROM stores WHERE id = ${storeId}`);
    if (rows[0] === undefined) throw new InvalidInput({ store_id: ['must be a store'] });
    if (direction !== 'in' || amountMinor === null || amountMinor <= 0 || currency !== rows[0].currency)
      throw new RuleRefused('amount_differs', 'The entry must be an incoming payment in the currency of the store.');
    const prepayment = { storeId, amountMinor, day: day ?? deps.calendar.dayOf(now.getTime()), reason: null };
    await addPrepayments(tx, { ...deps, now }, [prepayment], ctx.actor.userId);
    await tx.execute(sql`UPDATE bank_entries SET outcome = 'prepaid', store_id = ${storeId} WHERE id = ${entryId}`);
    await resolve(tx, ctx, { entryId, outcome: 'prepaid', reason: null });
    return readEntry(tx, entryId);
  });
}

/** Whether a doubtful entry is the payment of the entry that it may repeat, or another payment. */
export const DECISIONS = ['same_payment', 'another_payment'] as const;

/**
 * Decides whether a doubtful entry repeats the payment of an earlier entry. If it does, nothing is booked. If it is another payment,
 * it is judged and booked like the first report of a payment.
 * @throws NotFound; RuleRefused `not_doubtful`
 */
export async function decideEntry(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  deps: BankFileDeps,
  { entryId, decision }: { entryId: number; decision: (typeof DECISIONS)[number] },
): Promise<BankEntry> {
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    await holdImports(tx);
    await holdPayouts(tx);
    const { outcome } = await lockEntry(tx, entryId);
    if (outcome !== 'doubtful') throw new RuleRefused('not_doubtful', `Entry ${entryId} is ${outcome}.`);
    if (decision === 'same_payment') {
      await tx.execute(sql`UPDATE bank_entries SET outcome = 'known', reason = NULL WHERE id = ${entryId}`);
      await resolve(tx, ctx, { entryId, outcome: 'known', reason: null });
      return readEntry(tx, entryId);
    }
    const movement = await readMovement(tx, entryId);
    const ownAccounts = ownAccountsOf(deps);
    const [judged] = await judgeMovements(tx, [movement], { isDecided: true, ownAccounts });
    await applyEntries(tx, { ...deps, now }, [judged!]);
    const { payoutId, storeId, reason, invoiceIds } = judged!;
    await tx.execute(sql`
      INSERT INTO bank_entry_invoices (bank_entry_id, invoice_id) SELECT ${entryId}, unnest(${sql.param(invoiceIds)}::bigint[])`);
    await tx.execute(sql`
      UPDATE bank_entries SET outcome = ${judged!.outcome}, reason = ${reason}, payout_id = ${payoutId}, store_id = ${storeId}, same_as_id = NULL
      WHERE id = ${entryId}`);
    await resolve(tx, ctx, { entryId, outcome: judged!.outcome, reason: null });
    return readEntry(tx, entryId);
  });
}

/** The movement of an entry, as its statement reported it. */
async function readMovement(tx: Database, id: number): Promise<Movement> {
  const { rows } = await tx.execute<Movement & Record<string, unknown>>(sql`
    SELECT e.direction, e.amount_minor AS "amountMinor", e.currency, e.day, e.end_to_end_id AS "endToEndId", e.reference, e.party, e.account,
      e.statement, e.value_day AS "valueDay", e.bank_references AS "bankReferences", e.entry_minor AS "entryMinor", e.stated,
      e.charges_minor AS "chargesMinor", e.return_reason AS "returnReason"
    FROM bank_entries e WHERE e.id = ${id}`);
  return rows[0]!;
}

/**
 * Dismisses an unmatched entry that needs no assignment, such as a bank fee.
 * @throws NotFound; RuleRefused `not_unmatched`
 */
export async function dismissEntry(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  { entryId, reason }: { entryId: number; reason: string },
): Promise<BankEntry> {
  return ctx.db.transaction(async (tx) => {
    await lockUnmatched(tx, entryId);
    await resolve(tx, ctx, { entryId, outcome: 'dismissed', reason });
    return readEntry(tx, entryId);
  });
}

async function lockEntry(tx: Database, id: number): Promise<BankEntry> {
  await tx.execute(sql`SELECT FROM bank_entries WHERE id = ${id} FOR UPDATE`);
  return readEntry(tx, id);
}

async function lockUnmatched(tx: Database, id: number): Promise<BankEntry> {
  const entry = await lockEntry(tx, id);
  if (entry.outcome !== 'unmatched') throw new RuleRefused('not_unmatched', `Entry ${id} is ${entry.outcome}.`);
  return entry;
}

async function resolve(
  tx: Database,
  { actor, now }: Pick<Context, 'now' | 'actor'>,
  { entryId, outcome, reason }: { entryId: number; outcome: Outcome; reason: string | null },
): Promise<void> {
  await tx.execute(sql`
    UPDATE bank_entries SET outcome = ${outcome}, resolved_by = ${actor.userId}, resolved_at = ${now().toISOString()}, resolve_reason = ${reason}
    WHERE id = ${entryId}`);
  const entry = { actor, subjectKind: 'bank_entry', subjectId: entryId };
  await writeAudit(tx, { ...entry, action: `bank_entry.${outcome}`, details: reason === null ? {} : { reason } });
}
