import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { storesNamedIn } from '../../payments/index.ts';
import type { PayoutStatus } from '../runs/list-payouts.ts';
import { findRepetitions, type Repetition } from './identity.ts';
import { invoiceNumbersIn, type Movement, PAYOUT_ID, paidIn, states } from './movement.ts';
import { isOwnAccount } from './own-accounts.ts';

export const OUTCOMES = [
  'paid',
  'paid_unexpectedly',
  'returned',
  'rejected',
  'invoice_paid',
  'prepaid',
  'known',
  'doubtful',
  'noted',
  'unmatched',
  'dismissed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** What was found out about one payment in a bank report. */
interface Verdict {
  outcome: Outcome;
  reason: string | null;
  payoutId: number | null;
  /** The invoices that it pays. */
  invoiceIds: number[];
  /** The store whose prepaid balance it increases. */
  storeId: number | null;
  /** What the balance is increased by, in minor units of the store's currency. */
  prepaidMinor: number | null;
  /** The entry that is the same payment (`known`), or may be (`doubtful`). */
  sameAsId: number | null;
}

/** One payment in a bank report, and its outcome. */
export interface EntryDraft extends Verdict {
  direction: 'in' | 'out' | 'status';
  amountMinor: number | null;
  currency: string | null;
  /** `YYYY-MM-DD` */
  day: string | null;
  endToEndId: string | null;
  reference: string;
  party: string;
  /** All that a statement says of a movement; null for a status. */
  movement: Movement | null;
}

/** The data of a payout that a bank report is compared with. */
interface KnownPayout {
  id: number;
  endToEndId: string;
  amountMinor: number;
  currency: string;
  status: PayoutStatus;
  /** Whether the bank can know the payout: it is in a file that was created. */
  isAtBank: boolean;
  /** Whether a bank has reported its payment. */
  isReported: boolean;
}

interface OpenInvoice {
  id: number;
  number: string;
  openMinor: number;
  currency: string;
  payer: string;
  isPaid: boolean;
}

/** A store that is named by the reference of a prepayment. */
type NamedStore = { id: number; currency: string };

/** A person has decided that these movements were not reported before. */
export interface JudgeOptions {
  isDecided?: boolean;
  /** The accounts of the platform; empty: unknown. */
  ownAccounts: readonly string[];
}

/**
 * Decides the meaning of each movement of our account: reported before, a payout that was paid or returned, a payment of stores'
 * invoices, a prepayment, or unknown. It changes nothing. Amounts must be equal to the minor unit: a payment that is too small pays
 * nothing.
 * @param movements of one statement
 */
export async function judgeMovements(
  tx: Database,
  movements: readonly Movement[],
  { isDecided = false, ownAccounts }: JudgeOptions,
): Promise<EntryDraft[]> {
  const repetitions = isDecided ? movements.map(() => null) : await findRepetitions(tx, movements);
  const payouts = await readPayouts(
    tx,
    movements.flatMap((movement) => payoutIdsIn(movement)),
  );
  const invoices = await readInvoices(tx, movements);
  const stores = await readStores(tx, movements);
  // Within one statement, a payout is paid and returned once, and an invoice is paid once.
  const known = { invoices, stores, taken: new Set<number>() };
  const verdicts = new Map<Movement, Verdict>();
  const inOrder = movements.map((movement, at) => ({ movement, repetition: repetitions[at] ?? null })).sort(byDay);
  for (const { movement, repetition } of inOrder) {
    const payout = payoutIdsIn(movement).flatMap((id) => payouts.get(id) ?? [])[0];
    verdicts.set(
      movement,
      repeated(repetition, payout) ??
        impossible(movement, ownAccounts) ??
        (payout === undefined ? judgePayment(movement, known) : judgePayout(movement, payout)),
    );
  }
  return movements.map((movement) => {
    const { direction, amountMinor, currency, day, endToEndId, reference, party } = movement;
    return {
      direction,
      amountMinor,
      day,
      endToEndId,
      reference,
      party,
      movement,
      currency: currency === '' ? null : currency,
      ...verdicts.get(movement)!,
    };
  });
}

/** Statements are not always in the order of days, and a return may be listed before its payment. */
function byDay({ movement: one }: { movement: Movement }, { movement: other }: { movement: Movement }): number {
  const [own, others] = [one.day ?? '', other.day ?? ''];
  if (own !== others) return own < others ? -1 : 1;
  return Number(one.direction === 'in') - Number(other.direction === 'in');
}

const nothing = (outcome: Outcome, reason: string | null, payoutId: number | null = null): Verdict => ({
  outcome,
  reason,
  payoutId,
  invoiceIds: [],
  storeId: null,
  prepaidMinor: null,
  sameAsId: null,
});

function repeated(repetition: Repetition | null, payout: KnownPayout | undefined): Verdict | null {
  if (repetition === null) return null;
  const { isCertain, rootId: sameAsId } = repetition;
  if (isCertain) return { ...nothing('known', null, payout?.id), sameAsId };
  return { ...nothing('doubtful', 'possible_repetition', payout?.id), sameAsId };
}

/** An entry that cannot be booked, whatever it pays. */
function impossible({ amountMinor, day, account }: Movement, ownAccounts: readonly string[]): Verdict | null {
  if (amountMinor === null) return nothing('unmatched', 'amount_unknown');
  if (day === null) return nothing('unmatched', 'day_unknown');
  return isOwnAccount(account, ownAccounts) ? null : nothing('unmatched', 'foreign_account');
}

function payoutIdsIn({ endToEndId, reference }: Movement): string[] {
  const texts = [endToEndId ?? '', reference].map((text) => text.toUpperCase());
  return [...texts, ...texts.map((text) => text.replaceAll(/\s/g, ''))].flatMap(
    (text) => PAYOUT_ID.exec(text)?.[0] ?? [],
  );
}

/** The payout's status is updated while the file is read, because a return can follow its payment in the same file. */
function judgePayout(movement: Movement, payout: KnownPayout): Verdict {
  const { id, status } = payout;
  // If the payout were booked here, the export would omit it, or Stripe would transfer it, too.
  if (!payout.isAtBank) return nothing('unmatched', 'not_at_bank', id);
  if (!states(movement, payout)) return nothing('unmatched', 'amount_differs', id);
  if (movement.direction === 'out') {
    // An administrator has marked it as paid, or a bank has reported its return first: this is the report of its payment.
    const isFirstReport = !payout.isReported;
    payout.isReported = true;
    if (status === 'paid' || status === 'returned')
      return isFirstReport ? nothing('known', null, id) : nothing('unmatched', 'paid_again', id);
    payout.status = 'paid';
    return status === 'in_run' ? nothing('paid', null, id) : nothing('paid_unexpectedly', status, id);
  }
  if (status === 'returned') return nothing('known', null, id);
  if (status !== 'paid' && status !== 'in_run') return nothing('unmatched', status, id);
  payout.status = 'returned';
  return nothing('returned', movement.returnReason ?? 'returned', id);
}

/**
 * Matches by the numbers of invoices in the reference and their sum, otherwise by the reference of a store, whose balance
 * increases, and without either by amount and payer if exactly one invoice fits.
 */
function judgePayment(
  movement: Movement,
  known: { invoices: readonly OpenInvoice[]; stores: ReadonlyMap<number, NamedStore>; taken: Set<number> },
): Verdict {
  const { invoices, taken } = known;
  const { direction, reference, endToEndId, party } = movement;
  if (direction === 'out') return nothing('unmatched', 'unknown_payment');
  const numbers = invoiceNumbersIn(`${reference} ${endToEndId ?? ''}`);
  const named = invoices.filter(({ number }) => numbers.has(number));
  const prepayment = judgePrepayment(movement, known.stores);
  if (named.length > 0) {
    const isPayment =
      states(movement, { amountMinor: sumOf(named), currency: named[0]!.currency }) &&
      named.every((one) => one.currency === named[0]!.currency && !one.isPaid && !taken.has(one.id));
    if (isPayment) return pays(named, taken);
    // An incoming payment that names the store is not lost: it is added to the store's balance, which pays the invoice as far as
    // possible.
    if (prepayment?.outcome === 'prepaid') return prepayment;
    if (named.some(({ id, isPaid }) => isPaid || taken.has(id))) return nothing('unmatched', 'already_paid');
    return nothing('unmatched', 'amount_differs');
  }
  if (prepayment !== null) return prepayment;
  if (numbers.size > 0) return nothing('unmatched', 'unknown_invoice');
  const payer = plainName(party);
  const fitting = invoices.filter(
    (invoice) =>
      !invoice.isPaid &&
      !taken.has(invoice.id) &&
      states(movement, { amountMinor: invoice.openMinor, currency: invoice.currency }) &&
      payer !== '' &&
      plainName(invoice.payer) === payer,
  );
  return fitting.length === 1 ? pays(fitting, taken) : nothing('unmatched', 'no_reference');
}

/** Null if the reference names no store. */
function judgePrepayment(movement: Movement, stores: ReadonlyMap<number, NamedStore>): Verdict | null {
  const { amountMinor, reference, endToEndId } = movement;
  const ids = storesNamedIn(`${reference} ${endToEndId ?? ''}`);
  if (ids.length === 0) return null;
  const [id = null] = ids;
  const store = id === null ? undefined : stores.get(id);
  if (ids.length > 1 || store === undefined) return nothing('unmatched', 'unknown_reference');
  if (amountMinor === null || amountMinor <= 0) return nothing('unmatched', 'amount_unknown');
  const prepaidMinor = paidIn(movement, store.currency);
  if (prepaidMinor === null || prepaidMinor <= 0) return nothing('unmatched', 'currency_differs');
  return { ...nothing('prepaid', null), storeId: store.id, prepaidMinor };
}

const sumOf = (invoices: readonly OpenInvoice[]) => invoices.reduce((total, { openMinor }) => total + openMinor, 0);

function pays(invoices: readonly OpenInvoice[], taken: Set<number>): Verdict {
  for (const { id } of invoices) taken.add(id);
  return { ...nothing('invoice_paid', null), invoiceIds: invoices.map(({ id }) => id) };
}

/** A name without case, marks, punctuation and legal form. */
function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll(/[^\p{L}\p{N} ]/gu, '')
    .replaceAll(/\b(?:ab|as|oy|aps|gmbh|ag|ltd|limited|inc|llc|bv|sa|sas|srl|co|kg)\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Payouts by end-to-end id, locked until the end of the transaction. */
async function readPayouts(tx: Database, ids: readonly string[]): Promise<Map<string, KnownPayout>> {
  const { rows } = await tx.execute<KnownPayout & Record<string, unknown>>(sql`
    SELECT id, end_to_end_id AS "endToEndId", amount_minor AS "amountMinor", currency, status,
      EXISTS (SELECT FROM payout_files f WHERE f.id = file_id AND f.kind <> 'stripe') AS "isAtBank",
      EXISTS (SELECT FROM bank_entries b WHERE b.payout_id = payouts.id AND b.direction = 'out'
        AND b.outcome IN ('paid', 'paid_unexpectedly', 'known')) AS "isReported" FROM payouts
    WHERE end_to_end_id = ANY (${sql.param([...ids])}::text[]) ORDER BY id FOR UPDATE`);
  return new Map(rows.map((row) => [row.endToEndId, row]));
}

async function readStores(tx: Database, movements: readonly Movement[]): Promise<Map<number, NamedStore>> {
  const ids = movements
    .filter(({ direction }) => direction === 'in')
    .flatMap(({ reference, endToEndId }) => storesNamedIn(`${reference} ${endToEndId ?? ''}`));
  const { rows } = await tx.execute<NamedStore>(sql`
    SELECT id, currency FROM stores WHERE id = ANY (${sql.param(ids.filter((id) => id !== null))}::bigint[])`);
  return new Map(rows.map((row) => [row.id, row]));
}

/** Invoices of stores that the movements name, or whose open amount equals that of a movement. */
async function readInvoices(tx: Database, movements: readonly Movement[]): Promise<OpenInvoice[]> {
  const incoming = movements.filter(({ direction }) => direction === 'in');
  const numbers = incoming.flatMap(({ reference, endToEndId }) => [
    ...invoiceNumbersIn(`${reference} ${endToEndId ?? ''}`),
  ]);
  const amounts = incoming.flatMap(({ amountMinor, chargesMinor, stated }) => [
    ...(amountMinor === null ? [] : [amountMinor, amountMinor + chargesMinor]),
    ...stated.map((one) => one.amountMinor),
  ]);
  const { rows } = await tx.execute<OpenInvoice & Record<string, unknown>>(sql`
    SELECT id, number, open_minor AS "openMinor", currency, parties->'buyer'->>'name' AS payer, paid_at IS NOT NULL AS "isPaid" FROM invoices
    WHERE kind = 'store' AND credits_id IS NULL AND (number = ANY (${sql.param(numbers)}::text[])
      OR paid_at IS NULL AND open_minor > 0 AND open_minor = ANY (${sql.param(amounts)}::bigint[]))
    ORDER BY id`);
  return rows;
}
