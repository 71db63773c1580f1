import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { parseVatNumber } from '../../../platform/vat-number.ts';
import { readBilling, type StoreBilling } from '../billing/billing.ts';
import { listDomains, type StoreDomain } from '../domain-proofs/domains.ts';
import { type OwnPrices, readOwnPrices } from '../record/own-prices.ts';
import { type Approval, readApproval, type StoreApproval } from './approval.ts';

export const LIKENESSES = ['name', 'domain', 'company', 'vat_number'] as const;
export const VAT_NUMBER_CHECKS = ['missing', 'valid', 'invalid'] as const;

/** A store that resembles the one that is decided about. */
interface SimilarStore {
  id: number;
  name: string;
  approval: Approval;
  /** What both have in common; names are only similar. */
  likenesses: (typeof LIKENESSES)[number][];
}

/** The decision about a store, with the facts that an administrator compares before it. */
export interface StoreApplication extends StoreApproval {
  /** Who registered the store, otherwise its first member; null if it has had neither. */
  registeredBy: { id: number; name: string; email: string; isEmailProven: boolean } | null;
  currency: string;
  /** The address of the store's site. */
  url: string | null;
  billing: StoreBilling;
  /** Whether the VAT number has the format of the store's country. */
  vatNumberCheck: (typeof VAT_NUMBER_CHECKS)[number];
  domains: Pick<StoreDomain, 'id' | 'host' | 'standing'>[];
  prices: OwnPrices;
  /** Most likenesses first. */
  similarStores: SimilarStore[];
}

/**
 * Reads the facts for the decision about a store.
 * @throws NotFound when there is no such store, or it is deleted
 */
export async function readApplication({ db }: Pick<Context, 'db'>, storeId: number): Promise<StoreApplication> {
  const approval = await readApproval({ db }, storeId);
  const billing = await readBilling({ db }, storeId);
  const { rows } = await db.execute<{
    currency: string;
    url: string | null;
    registered_by: { id: number; name: string; email: string; is_email_proven: boolean } | null;
  }>(sql`
    SELECT s.currency, s.url,
      (SELECT jsonb_build_object('id', u.id, 'name', u.full_name, 'email', u.email, 'is_email_proven', NOT u.email_unproven)
        FROM users u WHERE u.id = coalesce(
          (SELECT a.actor_id FROM audit_log a WHERE a.subject_kind = 'store' AND a.subject_id = s.id AND a.action = 'store.registered'
            ORDER BY a.id LIMIT 1),
          (SELECT m.user_id FROM store_members m WHERE m.store_id = s.id ORDER BY m.created_at, m.user_id LIMIT 1))) AS registered_by
    FROM stores s WHERE s.id = ${storeId}`);
  const { currency, url, registered_by: registrant } = rows[0]!;
  const domains = await listDomains({ db }, storeId);
  return {
    ...approval,
    registeredBy:
      registrant === null
        ? null
        : {
            id: registrant.id,
            name: registrant.name,
            email: registrant.email,
            isEmailProven: registrant.is_email_proven,
          },
    currency,
    url,
    billing,
    vatNumberCheck: checkOf(billing),
    domains: domains.map(({ id, host, standing }) => ({ id, host, standing })),
    prices: await readOwnPrices(db, storeId),
    similarStores: await findSimilar({ db }, storeId),
  };
}

function checkOf({ vatNumber, country }: StoreBilling): StoreApplication['vatNumberCheck'] {
  if (vatNumber === '') return 'missing';
  return parseVatNumber(vatNumber, country) === null ? 'invalid' : 'valid';
}

/** The VAT number as the index of similar stores has it (migration 0285). */
const compactVatNumber = (alias: 'o' | 'own') =>
  sql.raw(`upper(regexp_replace(${alias}.vat_number, '[^A-Za-z0-9]', '', 'g'))`);

/** At most ten stores with a similar name, or the same domain, company or VAT number; also rejected ones, except by their name alone. */
async function findSimilar({ db }: Pick<Context, 'db'>, storeId: number): Promise<SimilarStore[]> {
  const { rows } = await db.execute<{ id: number; name: string; approval: Approval; likenesses: string[] }>(sql`
    WITH alike AS (
      SELECT n.id, 'name' AS likeness FROM similar_stores(${storeId}) n
      UNION SELECT d.store_id, 'domain' FROM store_domains own JOIN store_domains d ON d.host = own.host WHERE own.store_id = ${storeId}
      UNION SELECT o.id, 'company' FROM stores own JOIN stores o ON lower(o.company_name) = lower(own.company_name)
        WHERE own.id = ${storeId} AND own.company_name <> ''
      UNION SELECT o.id, 'vat_number' FROM stores own JOIN stores o ON ${compactVatNumber('o')} = ${compactVatNumber('own')}
        WHERE own.id = ${storeId} AND own.vat_number <> ''
    )
    SELECT o.id, o.name, o.approval, array_agg(a.likeness ORDER BY a.likeness) AS likenesses
    FROM alike a JOIN stores o ON o.id = a.id WHERE o.id <> ${storeId} AND o.deleted_at IS NULL
    GROUP BY o.id ORDER BY count(*) DESC, o.id LIMIT 10`);
  return rows.map(({ likenesses, ...store }) => ({
    ...store,
    likenesses: LIKENESSES.filter((one) => likenesses.includes(one)),
  }));
}
