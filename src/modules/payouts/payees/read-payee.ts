import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { type Owner, ownedBy } from '../owner.ts';
import type { Method } from '../payout-accounts/account-details.ts';
import { CONSENT_VERSION } from './consent-text.ts';

export const PAYEE_KINDS = ['person', 'company'] as const;
export const VAT_STATUSES = ['registered', 'exempt', 'none'] as const;

/** The legal identity of a payee. */
export interface PayeeDetails {
  kind: (typeof PAYEE_KINDS)[number];
  legalName: string;
  street: string;
  postalCode: string;
  city: string;
  /** ISO 3166-1. */
  country: string;
  vatNumber: string | null;
  /** The number of a tax office, which an e-invoice states where there is no VAT number. */
  taxNumber: string | null;
  vatStatus: (typeof VAT_STATUSES)[number];
  /** Fields of a country's tax forms, by their names there. */
  taxFields: Record<string, string>;
}

/** An account as it may be shown. */
interface ShownAccount {
  id: number;
  method: Method;
  /** Null: for all currencies without their own account. */
  currency: string | null;
  masked: string;
  createdAt: Date;
  usableFrom: Date;
}

/** A payee; missing data is null or empty. */
export interface Payee {
  details: (PayeeDetails & { id: number; updatedAt: Date; vatConfirmedAt: Date | null }) | null;
  /** The consent to the current version of the text; null if not given. */
  consentedAt: Date | null;
  accounts: ShownAccount[];
  /**
   * The latest reply of the register about the current VAT number. Later attempts without a reply do not replace it. Null: none.
   */
  vatCheck: VatCheck | null;
}

/** An answer of the register of VAT numbers. */
interface VatCheck {
  vatNumber: string;
  outcome: 'valid' | 'invalid' | 'unavailable';
  checkedAt: Date;
  consultationNumber: string | null;
  registeredName: string | null;
}

type Row = {
  id: number;
  kind: PayeeDetails['kind'];
  legal_name: string;
  street: string;
  postal_code: string;
  city: string;
  country: string;
  vat_number: string | null;
  tax_number: string | null;
  vat_status: PayeeDetails['vatStatus'];
  tax_fields: Record<string, string>;
  updated_at: string;
  vat_confirmed_at: string | null;
  consented_at: string | null;
};

/** Reads a payee and locks it, in the caller's transaction. */
export async function lockPayee(ctx: Pick<Context, 'db'>, owner: Owner): Promise<Payee> {
  await ctx.db.execute(sql`SELECT FROM payees p WHERE ${ownedBy(owner, 'p')} FOR NO KEY UPDATE`);
  return readPayee(ctx, owner);
}

/** Reads the legal identity, the consent and the current payout accounts of a creator or an agency. */
export async function readPayee({ db }: Pick<Context, 'db'>, owner: Owner): Promise<Payee> {
  const { rows } = await db.execute<Row>(sql`
    SELECT p.id, p.kind, p.legal_name, p.street, p.postal_code, p.city, p.country, p.vat_number, p.tax_number, p.vat_status, p.tax_fields, p.updated_at, p.vat_confirmed_at,
      (SELECT given_at FROM payee_consents c WHERE c.payee_id = p.id AND c.version = ${CONSENT_VERSION}) AS consented_at
    FROM payees p WHERE ${ownedBy(owner, 'p')}`);
  const row = rows[0];
  if (row === undefined) return { details: null, consentedAt: null, accounts: [], vatCheck: null };
  const { rows: accounts } = await db.execute<{
    id: number;
    method: Method;
    currency: string | null;
    masked: string;
    created_at: string;
    usable_from: string;
  }>(sql`
    SELECT id, method, currency, masked, created_at, usable_from FROM payout_accounts
    WHERE payee_id = ${row.id} AND removed_at IS NULL ORDER BY currency NULLS FIRST`);
  const { rows: checks } = await db.execute<Omit<VatCheck, 'checkedAt'> & { checkedAt: string }>(sql`
    SELECT vat_number AS "vatNumber", outcome, checked_at AS "checkedAt", consultation_number AS "consultationNumber",
      registered_name AS "registeredName"
    FROM vat_number_checks WHERE payee_id = ${row.id} AND vat_number = ${row.vat_number}
    ORDER BY outcome = 'unavailable', id DESC LIMIT 1`);
  const check = checks[0];
  return {
    vatCheck: check === undefined ? null : { ...check, checkedAt: new Date(check.checkedAt) },
    details: {
      id: row.id,
      kind: row.kind,
      legalName: row.legal_name,
      street: row.street,
      postalCode: row.postal_code,
      city: row.city,
      country: row.country,
      vatNumber: row.vat_number,
      taxNumber: row.tax_number,
      vatStatus: row.vat_status,
      taxFields: row.tax_fields,
      updatedAt: new Date(row.updated_at),
      vatConfirmedAt: row.vat_confirmed_at === null ? null : new Date(row.vat_confirmed_at),
    },
    consentedAt: row.consented_at === null ? null : new Date(row.consented_at),
    accounts: accounts.map(({ created_at: createdAt, usable_from: usableFrom, ...account }) => ({
      ...account,
      createdAt: new Date(createdAt),
      usableFrom: new Date(usableFrom),
    })),
  };
}
