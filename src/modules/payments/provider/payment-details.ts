import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { NotFound, RuleRefused } from '../../../platform/errors/errors.ts';
import type { PaymentProvider } from '../../../platform/payment-provider/provider.ts';
import { requireStore } from '../../stores/index.ts';
import { type PaymentSetup, readPaymentSetup } from './setup.ts';

/** The billing details. */
interface BillingDetails {
  storeId: number;
  storeName: string;
  currency: string;
  companyName: string | null;
  street: string | null;
  postalCode: string | null;
  city: string | null;
  country: string;
  vatNumber: string | null;
}

/** The billing details and the payment set-up. */
export interface PaymentDetails {
  billing: BillingDetails;
  setup: PaymentSetup;
}

/**
 * Reads a store's billing details and its stored payment set-up. The provider is not contacted.
 * @param storeId null: the caller's only store
 * @throws RuleRefused `no_matching_store` if the store does not exist or is hidden from the caller, or if none is named and the
 *   caller has none or several; Forbidden if the caller may not administer the store
 */
export async function readPaymentDetails(
  ctx: Pick<Context, 'db' | 'actor'>,
  { storeId, provider }: { storeId: number | null; provider: PaymentProvider['name'] },
): Promise<PaymentDetails> {
  const { storeIds } = ctx.actor;
  const id = storeId ?? (storeIds.length === 1 ? storeIds[0] : undefined);
  if (id === undefined) throw noMatch();
  const store = await requireStore(ctx, id).catch((error) => {
    throw error instanceof NotFound ? noMatch() : error;
  });
  const billing = await readBilling(ctx, store.id);
  return { billing, setup: await readPaymentSetup(ctx, { storeId: store.id, provider }) };
}

const noMatch = () => new RuleRefused('no_matching_store', 'No matching store record was found.');

async function readBilling({ db }: Pick<Context, 'db'>, storeId: number): Promise<BillingDetails> {
  const { rows } = await db.execute<{
    name: string;
    currency: string;
    company_name: string | null;
    street: string | null;
    postal_code: string | null;
    city: string | null;
    country: string;
    vat_number: string | null;
  }>(sql`
    SELECT name, currency, company_name, street, postal_code, city, country, vat_number FROM stores WHERE id = ${storeId}`);
  const row = rows[0];
  if (row === undefined) throw noMatch();
  return {
    storeId,
    storeName: row.name,
    currency: row.currency,
    companyName: row.company_name,
    street: row.street,
    postalCode: row.postal_code,
    city: row.city,
    country: row.country,
    vatNumber: row.vat_number,
  };
}
