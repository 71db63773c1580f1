import {
  type AuditFinding,
  audit,
  type ClosedPeriod,
  type ClosingDeps,
  type ClosingProgress,
  closeAllPeriods,
  closePeriod,
} from '../modules/payments/index.ts';
import type { Database } from '../platform/database/database.ts';

const MONTH = /^[12]\d{3}-(?:0[1-9]|1[0-2])$/;

/** Validates the month argument. Returns an error message, or null when it is valid or absent. */
export function faultOfMonth(month: string | undefined): string | null {
  return month === undefined || MONTH.test(month) ? null : `${month} is not a month such as 2026-01.`;
}

/** Closes a month, or every past month that is still open. @returns a sentence for each */
export async function closePeriods(db: Database, deps: ClosingDeps, month: string | undefined): Promise<string[]> {
  const ctx = { db, now: () => new Date(), actorId: null };
  const closed = month === undefined ? await closeAllPeriods(ctx, deps) : [await closePeriod(ctx, deps, { month })];
  if (closed.length === 0) return ['There is no month to close.'];
  return [...closed.map(sentenceOf), ...warnings(deps, closed)];
}

/** Returns warnings about invoices that lack mandatory details. */
function warnings({ company }: ClosingDeps, closed: readonly ClosedPeriod[]): string[] {
  const missing = [
    ...(company.lines.length === 0 ? ['an address'] : []),
    ...(company.vatNumber === null ? ['a VAT number'] : []),
    ...(company.bankAccount === null ? ['an account to pay to'] : []),
  ];
  if (missing.length === 0 || !closed.some(({ isNew }) => isNew)) return [];
  return [
    `These invoices are without ${missing.join(', ')} of ours: set COMPANY_… (docs/configuration.md) before the next month.`,
  ];
}

/** Returns a sentence about a step of a closing that begins. */
export function sentenceOfStep({ month, step, rows }: ClosingProgress): string {
  const count = rows === null ? '' : String(rows);
  const sentences = {
    payments: 'creating bonuses and agreed payments',
    differences: 'finding the amounts that are owed and not booked',
    invoices: `adding up ${count} amounts and issuing the invoices`,
    bookings: `booking the amounts of ${count} invoices`,
    notices: `${count} bookings are made; writing events and notifications`,
    balances: 'paying invoices from prepaid balances',
  };
  return `${month}: ${sentences[step]}.`;
}

function sentenceOf({ month, isNew, invoices }: ClosedPeriod): string {
  const { store, agency, creator } = invoices;
  const issued = `${store} invoices to stores, ${agency} of agencies, ${creator} of creators`;
  return isNew ? `${month} is closed: ${issued}.` : `${month} was closed before (${issued}); nothing has changed.`;
}

/** The audit has found errors. */
export class AuditFailed extends Error {
  override message = 'The audit found errors.';
}

/** Audits a database. @returns the report in lines, and whether everything is correct */
export async function auditReport(db: Database): Promise<{ lines: string[]; isClean: boolean }> {
  const findings = await audit(db);
  const isClean = findings.every(({ faults }) => faults === 0);
  const verdict = isClean ? 'Everything is correct.' : 'There are errors.';
  return { lines: [...findings.flatMap(linesOf), verdict], isClean };
}

function linesOf({ title, examined, faults, examples }: AuditFinding): string[] {
  const mark = faults === 0 ? 'ok   ' : 'FAULT';
  const count = faults === 0 ? `${examined} examined at` : `${faults} wrong`;
  return [`${mark}  ${title} (${count})`, ...examples.map((example) => `         ${example}`)];
}
