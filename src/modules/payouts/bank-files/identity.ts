import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { invoiceNumbersIn, type Movement, PAYOUT_ID } from './movement.ts';

/**
 * What identifies a payment that a bank reports. Two reports of one payment may differ in what they leave out, and two payments may
 * agree in all that is stated, so that only a reference of the bank proves that two movements are the same.
 */
type Identity = Pick<
  Movement,
  | 'direction'
  | 'amountMinor'
  | 'entryMinor'
  | 'currency'
  | 'day'
  | 'valueDay'
  | 'account'
  | 'statement'
  | 'endToEndId'
  | 'reference'
  | 'party'
  | 'bankReferences'
>;

/** A movement that was reported before. */
interface Reported extends Identity {
  id: number;
  /** The first entry of the payment. */
  rootId: number;
  /** Whether a payout was booked as paid or returned for it. */
  isSettled: boolean;
}

/** Whether a movement was reported before: as which entry, and whether that is certain. */
export interface Repetition {
  rootId: number;
  isCertain: boolean;
}

/** A payment can be booked in two reports on days this far apart; in days. */
const NEAR_DAYS = 3;
/** A reference of a bank is not repeated for another payment within this time; in days. */
const REFERENCE_DAYS = 31;
const DAY_MS = 86_400_000;

/**
 * Compares two movements of different statements.
 * @returns `same`: a reference of the bank, the day and the amount agree, and nothing disagrees. `different`: something disagrees that
 *   every report of a payment states alike, or nothing but the amount agrees. `doubtful`: a person must decide.
 */
function compare(one: Identity, other: Identity): 'same' | 'doubtful' | 'different' {
  const values = new Set(one.bankReferences.map(bareReference));
  const shared = other.bankReferences.filter((reference) => values.has(bareReference(reference)));
  if (one.direction !== other.direction || one.currency !== other.currency) return 'different';
  if (disagree(one.account, other.account) || disagree(one.endToEndId, other.endToEndId)) return 'different';
  if (['uetr', 'tx', 'detail'].some((kind) => disagree(ofKind(one, kind), ofKind(other, kind)))) return 'different';
  if (one.amountMinor !== other.amountMinor || one.amountMinor === null) {
    // One report may state the sum of an entry whose payments another one lists.
    const isSameEntry =
      one.entryMinor === other.entryMinor && [one, other].some((it) => it.amountMinor === it.entryMinor);
    return shared.length > 0 && (isSameEntry || one.amountMinor === null) ? 'doubtful' : 'different';
  }
  const isOther = namesDisagree(one.party, other.party) || numbersDisagree(one.reference, other.reference);
  const isOfPayment = [one, other].some((it) =>
    it.bankReferences.some(
      (reference) =>
        !reference.startsWith('entry:') && shared.some((s) => bareReference(s) === bareReference(reference)),
    ),
  );
  if (isOther) return isOfPayment && daysBetween(one, other) <= REFERENCE_DAYS ? 'doubtful' : 'different';
  const days = daysBetween(one, other);
  if (shared.length > 0) return days === 0 ? 'same' : days <= REFERENCE_DAYS ? 'doubtful' : 'different';
  if (disagree(ofKind(one, 'entry'), ofKind(other, 'entry'))) return 'different';
  const isNear = days === 0 || (one.endToEndId !== null && one.endToEndId === other.endToEndId && days <= NEAR_DAYS);
  return isNear ? 'doubtful' : 'different';
}

/**
 * Finds the movements of a statement that an earlier statement reported. An earlier entry is the same as one movement at most. The
 * same statement in another file repeats all its movements.
 * @param movements of one statement
 * @returns by movement; null: reported for the first time
 */
export async function findRepetitions(tx: Database, movements: readonly Movement[]): Promise<(Repetition | null)[]> {
  const identities = withoutRepeatedReferences(movements);
  const candidates = candidatesBy(await readReported(tx, identities));
  const found: (Repetition | null)[] = identities.map(() => null);
  const taken = new Set<number>();
  const passes = [
    (one: Identity, other: Reported) => one.statement === other.statement && factsOf(one) === factsOf(other),
    (one: Identity, other: Reported) =>
      one.statement !== other.statement && (compare(one, other) === 'same' || isSamePayout(one, other)),
  ];
  for (const isSame of passes)
    for (const [at, one] of identities.entries()) {
      if (found[at] !== null) continue;
      const same = candidates(one).filter((other) => !taken.has(other.rootId) && isSame(one, other));
      const [best] = same.sort((a, b) => likeness(one, b) - likeness(one, a) || a.id - b.id);
      if (best === undefined) continue;
      taken.add(best.rootId);
      found[at] = { rootId: best.rootId, isCertain: true };
    }
  for (const [at, one] of identities.entries()) {
    // The status of a payout prevents a second booking, so that a person need not decide.
    if (found[at] !== null || isOfPayout(one)) continue;
    const doubtful = candidates(one).find(
      (other) => !taken.has(other.rootId) && one.statement !== other.statement && compare(one, other) !== 'different',
    );
    if (doubtful !== undefined) found[at] = { rootId: doubtful.rootId, isCertain: false };
  }
  return found;
}

/** The platform gives each payout an end-to-end id of its own. */
const isOfPayout = ({ endToEndId }: Identity): boolean => PAYOUT_ID.test(endToEndId ?? '');

const isSamePayout = (one: Identity, other: Reported): boolean =>
  other.isSettled &&
  isOfPayout(one) &&
  one.endToEndId === other.endToEndId &&
  daysBetween(one, other) === 0 &&
  compare(one, other) === 'doubtful';

/** What looks like a reference, but is the same for several equal payments of a statement, is none. */
function withoutRepeatedReferences(movements: readonly Movement[]): Identity[] {
  const keyOf = ({ direction, amountMinor, entryMinor }: Movement, reference: string) =>
    `${direction} ${amountMinor} ${entryMinor} ${bareReference(reference)}`;
  const counts = new Map<string, number>();
  for (const movement of movements)
    for (const value of new Set(movement.bankReferences.map(bareReference))) {
      const key = keyOf(movement, `:${value}`);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  return movements.map((movement) => ({
    ...movement,
    // Payments of one entry share its reference.
    bankReferences: movement.bankReferences.filter(
      (one) => movement.amountMinor !== movement.entryMinor || counts.get(keyOf(movement, one))! === 1,
    ),
  }));
}

/** Entries that can be compared with a movement: of its amount and a near day, or with one of its references. */
function candidatesBy(reported: readonly Reported[]): (one: Identity) => Reported[] {
  const index = new Map<string, Reported[]>();
  for (const other of reported)
    for (const key of new Set([
      `a${other.amountMinor}`,
      ...other.bankReferences.map((reference) => `r${bareReference(reference)}`),
    ])) {
      const known = index.get(key);
      if (known === undefined) index.set(key, [other]);
      else known.push(other);
    }
  return (one) => [
    ...new Set(
      [`a${one.amountMinor}`, ...one.bankReferences.map((it) => `r${bareReference(it)}`)].flatMap(
        (key) => index.get(key) ?? [],
      ),
    ),
  ];
}

const COLUMNS = sql`e.id, CASE WHEN e.outcome = 'known' THEN coalesce(e.same_as_id, e.id) ELSE e.id END AS "rootId",
  e.outcome IN ('paid', 'paid_unexpectedly', 'returned', 'known') AS "isSettled", e.direction,
  e.amount_minor AS "amountMinor", e.entry_minor AS "entryMinor", e.currency, e.day, e.value_day AS "valueDay", e.account, e.statement,
  e.end_to_end_id AS "endToEndId", e.reference, e.party, e.bank_references AS "bankReferences"`;

async function readReported(tx: Database, movements: readonly Identity[]): Promise<Reported[]> {
  const facts = movements.flatMap(({ amountMinor, currency, day }) =>
    amountMinor === null || day === null ? [] : [{ amountMinor, currency, day }],
  );
  const values = [...new Set(movements.flatMap(({ bankReferences }) => bankReferences.map(bareReference)))];
  const references = values.flatMap((value) => ['entry', 'detail', 'uetr', 'tx'].map((kind) => `${kind}:${value}`));
  const statements = [...new Set(movements.map(({ statement }) => statement))];
  const { rows } = await tx.execute<Reported & Record<string, unknown>>(sql`
    SELECT ${COLUMNS} FROM bank_entries e WHERE e.direction <> 'status' AND e.id IN (
      SELECT b.id FROM jsonb_to_recordset(${JSON.stringify(facts)}::jsonb) AS f ("amountMinor" bigint, currency text, day date)
      JOIN bank_entries b ON b.direction <> 'status' AND b.amount_minor = f."amountMinor" AND b.currency = f.currency
        AND b.day BETWEEN f.day - ${REFERENCE_DAYS}::int AND f.day + ${REFERENCE_DAYS}::int
      UNION SELECT b.id FROM bank_entries b WHERE b.bank_references && ${sql.param(references)}::text[]
      UNION SELECT b.id FROM bank_entries b WHERE b.statement = ANY (${sql.param(statements)}::text[]))
    ORDER BY e.id`);
  return rows;
}

const bareReference = (reference: string): string => reference.slice(reference.indexOf(':') + 1);

const ofKind = ({ bankReferences }: Identity, kind: string): string | null =>
  bankReferences.find((reference) => reference.startsWith(`${kind}:`)) ?? null;

const disagree = (one: string | null, other: string | null): boolean => one !== null && other !== null && one !== other;

/** The least number of days between the bookings of two movements, or between what is stated of both. */
function daysBetween(one: Identity, other: Identity): number {
  const pairs = [
    [one.day, other.day],
    [one.valueDay, other.valueDay],
    // A report with one day may state the value day of the other one.
    ...(one.valueDay === null || one.valueDay === one.day ? [[one.day, other.valueDay]] : []),
    ...(other.valueDay === null || other.valueDay === other.day ? [[one.valueDay, other.day]] : []),
  ];
  const apart = pairs.flatMap(([own, its]) =>
    own == null || its == null ? [] : [Math.abs(Date.parse(own) - Date.parse(its)) / DAY_MS],
  );
  return Math.min(...apart, apart.length === 0 ? 0 : Number.POSITIVE_INFINITY);
}

const wordsOf = (text: string): string[] =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether two names have no word in common. */
function namesDisagree(one: string, other: string): boolean {
  const [own, others] = [wordsOf(one), wordsOf(other)];
  return own.length > 0 && others.length > 0 && !own.some((word) => others.includes(word));
}

/** Whether two texts contain numbers, and none in common. Banks split numbers, and add others. */
function numbersDisagree(one: string, other: string): boolean {
  const [invoices, otherInvoices] = [invoiceNumbersIn(one), invoiceNumbersIn(other)];
  if (invoices.size > 0 && otherInvoices.size > 0) return ![...invoices].some((number) => otherInvoices.has(number));
  const [own, others] = [one, other].map((text) => wordsOf(text).filter((word) => /\d/.test(word))) as [
    string[],
    string[],
  ];
  if (own.length === 0 || others.length === 0 || own.some((word) => others.includes(word))) return false;
  const [digits, otherDigits] = [own, others].map((list) => list.join('').replaceAll(/\D/g, '')) as [string, string];
  return !digits.includes(otherDigits) && !otherDigits.includes(digits);
}

const factsOf = (one: Identity): string =>
  JSON.stringify([one.direction, one.amountMinor, one.currency, one.day, one.endToEndId, one.reference, one.party]);

/** The number of details in which two movements agree. */
function likeness(one: Identity, other: Identity): number {
  const details = ['day', 'valueDay', 'endToEndId', 'reference', 'party', 'account'] as const;
  const values = new Set(other.bankReferences);
  return (
    details.filter((name) => one[name] !== null && one[name] !== '' && one[name] === other[name]).length +
    one.bankReferences.filter((reference) => values.has(reference)).length
  );
}
