import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { storesNamedIn } from '../../payments/index.ts';
import type { PayoutStatus } from '../runs/list-payouts.ts';
import type { Movement } from './movement.ts';

export const OUTCOMES = [
  'paid',
  'paid_unexpectedly',
  'returned',
  'rejected',
  'invoice_paid',
  'prepaid',
  'known',
  'noted',
  'unmatched',
  'dismissed',
] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** One payment in a bank report, and its outcome. */
export interface EntryDraft {
  key: Buffer | null;
  direction: 'in' | 'out' | 'status';
  amountMinor: number | null;
  currency: string | null;
  /** `YYYY-MM-DD` */
  day: string | null;
  endToEndId: string | null;
  reference: string;
  party: string;
  outcome: Outcome;
  reason: string | null;
  payoutId: number | null;
  /** The invoices that it pays. */
  invoiceIds: number[];
  /** The store whose prepaid balance it increases. */
  storeId: number | null;
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
}

interface OpenInvoice {
  id: number;
  number: string;
  openMinor: number;
  currency: string;
  payer: string;
  isPaid: boolean;
}

type Verdict = Pick<EntryDraft, 'outcome' | 'reason' | 'payoutId' | 'invoiceIds' | 'storeId'>;

/** A store that is named by the reference of a prepayment. */
type NamedStore = { id: number; currency: string };

/** Payouts are identified by their end-to-end id, in any element in which a bank repeats it. */
const PAYOUT_ID = /TR[0-9A-F]{16}/;
const INVOICE_NUMBER = /S[ -]?(\d{4})[ -]?(\d{6})(?!\d)/gi;

/**
 * Decides the meaning of each movement of our account: a payout that was paid or returned, a payment of stores' invoices, a
 * prepayment, or unknown. It changes nothing. Amounts must be equal to the minor unit: a payment that is too small pays nothing.
 */
export async function judgeMovements(tx: Database, movements: readonly Movement[]): Promise<EntryDraft[]> {
  const known = await readKnownKeys(tx, movements);
  const payouts = await readPayouts(
    tx,
    movements.flatMap((movement) => payoutIdsIn(movement)),
  );
  const invoices = await readInvoices(tx, movements);
  const stores = await readStores(tx, movements);
  // Within one file, a payout is paid and returned once, and an invoice is paid once.
  const taken = new Set<number>();
  return movements.map((movement) => {
    const { returnReason: _, bankReference: __, ...facts } = movement;
    const payout = payoutIdsIn(movement).flatMap((id) => payouts.get(id) ?? [])[0];
    const verdict = known.has(movement.key.toString('hex'))
      ? nothing('known', null)
      : payout === undefined
        ? judgePayment(movement, { invoices, stores, taken })
        : judgePayout(movement, payout);
    return { ...facts, ...verdict };
  });
}

const nothing = (outcome: Outcome, reason: string | null, payoutId: number | null = null): Verdict => ({
  ...{ outcome, reason, payoutId, invoiceIds: [], storeId: null },
});

function payoutIdsIn({ endToEndId, reference }: Movement): string[] {
  return [endToEndId ?? '', reference].flatMap((text) => PAYOUT_ID.exec(text)?.[0] ?? []);
}

/** The payout's status is updated while the file is read, because a return can follow its payment in the same file. */
function judgePayout(movement: Movement, payout: KnownPayout): Verdict {
  const { id, status } = payout;
  // If the payout were booked here, the export would omit it, or Stripe would transfer it, too.
  if (!payout.isAtBank) return nothing('unmatched', 'not_at_bank', id);
  if (movement.amountMinor !== payout.amountMinor || movement.currency !== payout.currency)
    return nothing('unmatched', 'amount_differs', id);
  if (movement.direction === 'out') {
    if (status === 'paid') return nothing('known', null, id);
    if (status === 'returned') return nothing('unmatched', 'paid_again', id);
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
  const { direction, amountMinor, currency, reference, endToEndId, party } = movement;
  if (direction === 'out') return nothing('unmatched', 'unknown_payment');
  if (amountMinor === null) return nothing('unmatched', 'amount_unknown');
  const numbers = numbersIn(`${reference} ${endToEndId ?? ''}`);
  const named = invoices.filter(({ number }) => numbers.has(number));
  const prepayment = judgePrepayment(movement, known.stores);
  if (named.length > 0) {
    const isPayment =
      sumOf(named) === amountMinor &&
      named.every((one) => one.currency === currency && !one.isPaid && !taken.has(one.id));
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
      invoice.openMinor === amountMinor &&
      invoice.currency === currency &&
      payer !== '' &&
      plainName(invoice.payer) === payer,
  );
  return fitting.length === 1 ? pays(fitting, taken) : nothing('unmatched', 'no_reference');
}

/** Null if the reference names no store. */
function judgePrepayment(
  { amountMinor, currency, reference, endToEndId }: Movement,
  stores: ReadonlyMap<number, NamedStore>,
): Verdict | null {
  const ids = storesNamedIn(`${reference} ${endToEndId ?? ''}`);
  if (ids.length === 0) return null;
  const [id = null] = ids;
  const store = id === null ? undefined : stores.get(id);
  if (ids.length > 1 || store === undefined) return nothing('unmatched', 'unknown_reference');
  if (amountMinor === null || amountMinor <= 0) return nothing('unmatched', 'amount_unknown');
  if (store.currency !== currency) return nothing('unmatched', 'currency_differs');
  return { outcome: 'prepaid', reason: null, payoutId: null, invoiceIds: [], storeId: store.id };
}

const sumOf = (invoices: readonly OpenInvoice[]) => invoices.reduce((total, { openMinor }) => total + openMinor, 0);

function pays(invoices: readonly OpenInvoice[], taken: Set<number>): Verdict {
  for (const { id } of invoices) taken.add(id);
  return {
    outcome: 'invoice_paid',
    reason: null,
    payoutId: null,
    invoiceIds: invoices.map(({ id }) => id),
    storeId: null,
  };
}

function numbersIn(text: string): Set<string> {
  return new Set([...text.matchAll(INVOICE_NUMBER)].map(([, year, serial]) => `S${year}-${serial}`));
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

async function readKnownKeys(tx: Database, movements: readonly Movement[]): Promise<Set<string>> {
  const keys = movements.map(({ key }) => key.toString('hex'));
  const { rows } = await tx.execute<{ key: string }>(sql`
    SELECT encode(entry_key, 'hex') AS key FROM bank_entries
    WHERE entry_key IN (SELECT decode(k, 'hex') FROM unnest(${sql.param(keys)}::text[]) AS k)`);
  return new Set(rows.map(({ key }) => key));
}

/** Payouts by end-to-end id, locked until the end of the transaction. */
async function readPayouts(tx: Database, ids: readonly string[]): Promise<Map<string, KnownPayout>> {
  const { rows } = await tx.execute<KnownPayout & Record<string, unknown>>(sql`
    SELECT id, end_to_end_id AS "endToEndId", amount_minor AS "amountMinor", currency, status,
      EXISTS (SELECT FROM payout_files f WHERE f.id = file_id AND f.kind <> 'stripe') AS "isAtBank" FROM payouts
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
  const numbers = incoming.flatMap(({ reference, endToEndId }) => [...numbersIn(`${reference} ${endToEndId ?? ''}`)]);
  const amounts = incoming.flatMap(({ amountMinor }) => amountMinor ?? []);
  const { rows } = await tx.execute<OpenInvoice & Record<string, unknown>>(sql`
    SELECT id, number, open_minor AS "openMinor", currency, parties->'buyer'->>'name' AS payer, paid_at IS NOT NULL AS "isPaid" FROM invoices
    WHERE kind = 'store' AND credits_id IS NULL AND (number = ANY (${sql.param(numbers)}::text[])
      OR paid_at IS NULL AND open_minor > 0 AND open_minor = ANY (${sql.param(amounts)}::bigint[]))
    ORDER BY id`);
  return rows;
}
