import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { InvalidInput, NotFound } from '../../../platform/errors/errors.ts';
import { notVatNumber, parseVatNumber } from '../../../platform/vat-number.ts';
import { writeAudit } from '../../accounts/index.ts';

/** The company that a store's invoices are addressed to; empty texts: not known. */
interface BillingAddress {
  companyName: string;
  street: string;
  postalCode: string;
  city: string;
  /** Empty also for a company without one. */
  vatNumber: string;
}

/** The billing address with the country of the store, which its registration sets (ISO 3166-1). */
export interface StoreBilling extends BillingAddress {
  country: string;
}

/** Whether an invoice can be addressed. A company may have no VAT number. */
export const isComplete = ({ companyName, street, postalCode, city }: BillingAddress): boolean =>
  [companyName, street, postalCode, city].every((text) => text !== '');

/** Reads the billing address of a store. @throws NotFound when there is no such store, or it is deleted */
export async function readBilling({ db }: Pick<Context, 'db'>, storeId: number): Promise<StoreBilling> {
  const { rows } = await db.execute<StoreBilling & Record<string, unknown>>(sql`
    SELECT coalesce(company_name, '') AS "companyName", coalesce(street, '') AS street, coalesce(postal_code, '') AS "postalCode",
      coalesce(city, '') AS city, coalesce(vat_number, '') AS "vatNumber", country
    FROM stores WHERE id = ${storeId} AND deleted_at IS NULL`);
  if (rows[0] === undefined) throw new NotFound('store');
  return rows[0];
}

/**
 * Replaces the billing address of a store, for invoices that are issued from now on. The VAT number is stored without separators.
 * @throws NotFound as `readBilling`; InvalidInput for a VAT number without the format of the store's country, because VAT follows from it
 */
export async function changeBilling(
  { db, actor, now }: Context,
  storeId: number,
  address: BillingAddress,
): Promise<StoreBilling> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`SELECT FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`);
    const { country, ...before } = await readBilling({ db: tx }, storeId);
    const after = normalised(address, country);
    await tx.execute(sql`
      UPDATE stores SET company_name = nullif(${after.companyName}, ''), street = nullif(${after.street}, ''),
        postal_code = nullif(${after.postalCode}, ''), city = nullif(${after.city}, ''), vat_number = nullif(${after.vatNumber}, ''),
        updated_at = ${now().toISOString()} WHERE id = ${storeId}`);
    await writeAudit(tx, {
      actor,
      action: 'store.billing_changed',
      subjectKind: 'store',
      subjectId: storeId,
      details: { before, after },
    });
    return { ...after, country };
  });
}

function normalised(address: BillingAddress, country: string): BillingAddress {
  const typed = address.vatNumber.trim();
  const vatNumber = typed === '' ? '' : parseVatNumber(typed, country);
  if (vatNumber === null) throw new InvalidInput({ vat_number: [notVatNumber(country)] });
  return {
    companyName: address.companyName.trim(),
    street: address.street.trim(),
    postalCode: address.postalCode.trim(),
    city: address.city.trim(),
    vatNumber,
  };
}
