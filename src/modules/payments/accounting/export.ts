import { createHash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { Calendar } from '../../../platform/calendar.ts';
import type { Context } from '../../../platform/context.ts';
import { writeAudit } from '../../accounts/index.ts';
import type { Company } from '../company.ts';
import { FORMATS, type Format } from './files.ts';
import { readBooks } from './postings.ts';
import { type AccountingSettings, readAccountingSettings } from './settings.ts';
import { type TrialLine, trialBalance } from './trial-balance.ts';

/** The dependencies of the accounting exports. */
export interface AccountingDeps {
  calendar: Calendar;
  company: Company;
}

/** A file of a month's postings. */
export interface AccountingFile {
  name: string;
  mediaType: string;
  content: Buffer;
  sha256: string;
  /** Currencies without a rate, of which the file contains nothing. */
  omitted: string[];
}

/**
 * Creates the file of a closed month's postings, and records it in the audit log.
 * @param month `YYYY-MM`
 * @throws RuleRefused as `readBooks`
 */
export async function exportMonth(
  ctx: Pick<Context, 'db' | 'actor'>,
  { calendar, company }: AccountingDeps,
  { month, format }: { month: string; format: Format },
): Promise<AccountingFile> {
  const settings = await readAccountingSettings(ctx, company);
  const { postings, omitted } = await readBooks(ctx, { calendar }, { currency: settings.currency, month });
  const madeOn = await closingDay(ctx, calendar, month);
  const { suffix, mediaType, make } = FORMATS[format];
  const ofMonth = postings.filter((posting) => posting.month === month);
  const content = await make({ month, settings, company, postings: ofMonth, omitted, madeOn });
  const sha256 = createHash('sha256').update(content).digest('hex');
  await writeAudit(ctx.db, {
    actor: ctx.actor,
    action: 'accounting.exported',
    subjectKind: 'period',
    subjectId: null,
    details: { month, format, sha256, ...(omitted.length > 0 && { omitted }) },
  });
  return { name: `tributary-${month}-${format}.${suffix}`, mediaType, content, sha256, omitted };
}

/**
 * Reads the trial balance of a closed month.
 * @throws RuleRefused as `readBooks`
 */
export async function readTrialBalance(
  ctx: Pick<Context, 'db'>,
  { calendar, company }: AccountingDeps,
  { month }: { month: string },
): Promise<{ settings: AccountingSettings; lines: TrialLine[]; omitted: string[] }> {
  const settings = await readAccountingSettings(ctx, company);
  const books = await readBooks(ctx, { calendar }, { currency: settings.currency, month });
  return { settings, lines: trialBalance(books, month), omitted: books.omitted };
}

async function closingDay({ db }: Pick<Context, 'db'>, calendar: Calendar, month: string): Promise<string> {
  const { rows } = await db.execute<{ at: string }>(
    sql`SELECT closed_at AS at FROM payment_periods WHERE month = ${`${month}-01`}::date`,
  );
  return calendar.dayOf(new Date(rows[0]!.at).getTime());
}
