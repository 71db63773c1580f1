import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { isCurrency } from '../../../platform/currencies.ts';
import { InvalidInput } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import type { Company } from '../company.ts';
import { type Accounts, defaultsFor, ROLES } from './chart.ts';

/** The settings of the books. */
export interface AccountingSettings {
  /** ISO 4217. */
  currency: string;
  accounts: Accounts;
  /** The numbers of consultant and client at DATEV. */
  datevConsultant: number;
  datevClient: number;
}

const ACCOUNT = /^[1-9]\d{3,7}$/;

/** Reads the accounting settings. A setting without a value has the default of the company's country. */
export async function readAccountingSettings(
  { db }: Pick<Context, 'db'>,
  { country }: Pick<Company, 'country'>,
): Promise<AccountingSettings> {
  const { rows } = await db.execute<Omit<AccountingSettings, 'accounts'> & { accounts: Partial<Accounts> }>(sql`
    SELECT currency, accounts, datev_consultant AS "datevConsultant", datev_client AS "datevClient" FROM accounting_settings`);
  const defaults = defaultsFor(country);
  if (rows[0] === undefined) return { ...defaults, datevConsultant: 1001, datevClient: 1 };
  return { ...rows[0], accounts: { ...defaults.accounts, ...rows[0].accounts } };
}

/**
 * Changes the accounting settings. Exports of earlier periods use them as well.
 * @throws InvalidInput for an unknown currency, for invalid account numbers, and for numbers that several roles share
 */
export async function saveAccountingSettings(
  ctx: Pick<Context, 'db' | 'now' | 'actor'>,
  company: Pick<Company, 'country'>,
  given: Omit<AccountingSettings, 'accounts'> & { accounts: Partial<Accounts> },
): Promise<AccountingSettings> {
  return ctx.db.transaction(async (tx) => {
    const accounts = { ...defaultsFor(company.country).accounts, ...given.accounts };
    const errors: Record<string, string[]> = {};
    if (!isCurrency(given.currency)) errors.currency = ['must be a currency code such as EUR'];
    const seen = new Set<string>();
    for (const role of ROLES) {
      const number = accounts[role];
      if (!ACCOUNT.test(number)) errors[`accounts.${role}`] = ['must be an account number of 4 to 8 digits'];
      else if (seen.has(number)) errors[`accounts.${role}`] = ['must not be the account of another role'];
      seen.add(number);
    }
    if (new Set(ROLES.map((role) => accounts[role].length)).size > 1)
      errors.accounts = ['must all have the same number of digits'];
    if (Object.keys(errors).length > 0) throw new InvalidInput(errors);
    const { currency, datevConsultant, datevClient } = given;
    await tx.execute(sql`
      INSERT INTO accounting_settings (currency, accounts, datev_consultant, datev_client, updated_by, updated_at)
      VALUES (${currency}, ${JSON.stringify(given.accounts)}::jsonb, ${datevConsultant}, ${datevClient}, ${ctx.actor.userId},
        ${ctx.now().toISOString()})
      ON CONFLICT (is_only) DO UPDATE SET currency = excluded.currency, accounts = excluded.accounts, datev_consultant = excluded.datev_consultant,
        datev_client = excluded.datev_client, updated_by = excluded.updated_by, updated_at = excluded.updated_at`);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'accounting.settings_saved',
      subjectKind: 'accounting',
      subjectId: null,
      details: { currency, accounts: given.accounts },
    });
    return readAccountingSettings({ db: tx }, company);
  });
}
