import { sql } from 'drizzle-orm';
import type { Actor } from '../../../platform/auth/actor.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { InvalidInput, RuleRefused } from '../../../platform/errors/errors.ts';
import { writeAudit } from '../../accounts/index.ts';
import type { Approval } from '../approval/approval.ts';
import { publishStore } from '../events.ts';
import { readMarketplaceSettings } from '../marketplace/settings.ts';
import { replaceCategories, unknownCategories } from '../record/categories.ts';
import { claimDomains, readDomains, type TypedDomain } from '../record/claim-domains.ts';
import { changeOwnPrices, type PriceChanges } from '../record/own-prices.ts';
import { newTrackingKey } from '../tracking/keys.ts';
import { firstApprovalDays } from '../tracking/order-rules.ts';
import { namesAnAddress } from './names-an-address.ts';

export interface NewStore {
  name: string;
  /** Domains as typed. */
  domains: readonly TypedDomain[];
  categoryIds: readonly number[];
  country: string;
  currency: string;
  language: string;
  /** `sv_SE`. */
  locale: string;
  /** Stored, but never fetched. */
  logoUrl?: string | undefined;
  billing?: Billing;
  prices?: PriceChanges;
  /** The operator's maximum of days after which orders are approved by themselves; null or omitted: none. */
  maxApprovalDays?: number | null;
}

interface Billing {
  companyName?: string | undefined;
  street?: string | undefined;
  postalCode?: string | undefined;
  city?: string | undefined;
  vatNumber?: string | undefined;
}

/** The paths of fields in the caller's input, for their errors. */
interface FieldNames {
  name: string;
  currency: string;
}

/** A valid registration, with the data that were looked up for it. */
export interface CheckedStore extends NewStore {
  hosts: readonly string[];
  storeGroupId: number;
}

/**
 * Registers a store. The caller becomes its first member, except an administrator, who registers stores for others. A setting of
 * the marketplace determines whether the store may spend at once; stores of administrators may. After the commit, call
 * `refreshIndex` to update URL matching.
 * @throws InvalidInput naming all invalid fields; RuleRefused `domain_taken`, `user_suspended`, `registration_closed`
 */
export async function registerStore(ctx: Context, input: NewStore): Promise<{ id: number; name: string }> {
  await refuseSuspended(ctx);
  const { store, faults } = await checkStore(ctx, input);
  if (store === null) throw new InvalidInput(faults);
  return ctx.db.transaction((tx) => insertStore({ ...ctx, db: tx }, store));
}

/**
 * Finds all errors of a registration except domains of others, which are known only under their locks.
 * @returns the store, or null and the errors
 */
export async function checkStore(
  ctx: Pick<Context, 'db' | 'publicUrl'> & { actor?: Actor },
  input: NewStore,
  fields: FieldNames = { name: 'name', currency: 'currency' },
): Promise<{ store: CheckedStore | null; faults: Record<string, string[]> }> {
  const { db } = ctx;
  const { hosts, faults } = readDomains(input.domains, ctx);
  if (input.domains.length === 0) faults['domains'] = ['must name at least one domain'];
  if (namesAnAddress(input.name, Object.keys(faults).length === 0 ? hosts : null))
    faults[fields.name] = ['must not contain a web address'];
  Object.assign(faults, await unknownCategories(db, input.categoryIds));
  const { storeGroupId, currencies } = await findMarket(db, input);
  if (storeGroupId === null) faults[fields.currency] = [`must be the currency of a market: ${currencies}`];
  const isRight = storeGroupId !== null && Object.keys(faults).length === 0;
  return { store: isRight ? { ...input, hosts, storeGroupId } : null, faults };
}

/** Inserts a validated store, in the caller's transaction. @throws RuleRefused `domain_taken`, `registration_closed` */
export async function insertStore(ctx: Context, store: CheckedStore): Promise<{ id: number; name: string }> {
  const { db, actor } = ctx;
  const at = ctx.now();
  const approval = await approvalOfNew(ctx);
  const id = await insertRow(db, store, { actorId: actor.userId, at, approval });
  if (!actor.isAdmin) {
    await db.execute(
      sql`INSERT INTO store_members (store_id, user_id, created_at) VALUES (${id}, ${actor.userId}, ${at.toISOString()})`,
    );
  }
  await db.execute(sql`
    INSERT INTO order_rules (store_id, approval_days, updated_at)
    VALUES (${id}, ${firstApprovalDays(store.maxApprovalDays ?? null)}, ${at.toISOString()})`);
  await claimDomains(db, { storeId: id, hosts: store.hosts, actor, at });
  await replaceCategories(db, id, store.categoryIds);
  await changeOwnPrices(db, id, store.prices ?? {}, at);
  await writeAudit(db, {
    actor,
    action: 'store.registered',
    subjectKind: 'store',
    subjectId: id,
    details: { name: store.name, domains: store.hosts, prices: store.prices ?? {} },
  });
  await publishStore(db, 'registered', { storeId: id, at });
  return { id, name: store.name };
}

/** A store that an administrator registers is approved; for others, the marketplace's settings decide. */
async function approvalOfNew({ db, actor }: Pick<Context, 'db' | 'actor'>): Promise<Approval> {
  if (actor.isAdmin) return 'approved';
  const { storeRegistration } = await readMarketplaceSettings({ db });
  if (storeRegistration === 'closed')
    throw new RuleRefused('registration_closed', 'Stores are registered by the administrators of this marketplace.');
  return storeRegistration === 'open' ? 'approved' : 'pending';
}

async function refuseSuspended({ db, actor }: Context): Promise<void> {
  const { rows } = await db.execute(sql`SELECT FROM users WHERE id = ${actor.userId} AND suspended_at IS NOT NULL`);
  if (rows.length > 0) throw new RuleRefused('user_suspended', 'This user is suspended and can register no store.');
}

/**
 * The market of the country and currency, otherwise the oldest of the currency. If there is none, the error lists the available
 * currencies.
 */
async function findMarket(
  db: Database,
  { country, currency }: Pick<NewStore, 'country' | 'currency'>,
): Promise<{ storeGroupId: number | null; currencies: string }> {
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT id FROM store_groups WHERE currency = ${currency} ORDER BY (country = ${country}) DESC, id LIMIT 1`);
  if (rows[0] !== undefined) return { storeGroupId: rows[0].id, currencies: currency };
  const known = await db.execute<{ currency: string }>(
    sql`SELECT DISTINCT currency FROM store_groups ORDER BY currency`,
  );
  return { storeGroupId: null, currencies: known.rows.map((row) => row.currency).join(', ') || 'there is none yet' };
}

/** Monthly e-mail quotas: for a store whose first member has not proven a mailbox, and for other stores. */
const EMAIL_QUOTA = { unproven: 100, usual: 1000 };

async function insertRow(
  db: Database,
  store: CheckedStore,
  { actorId, at, approval }: { actorId: number; at: Date; approval: Approval },
): Promise<number> {
  const { billing = {} } = store;
  const { rows } = await db.execute<{ id: number }>(sql`
    INSERT INTO stores (store_group_id, name, country, currency, language, locale, url, logo_url, tracking_key,
      email_quota_monthly, company_name, street, postal_code, city, vat_number, approval, created_at, updated_at)
    VALUES (${store.storeGroupId}, ${store.name}, ${store.country}, ${store.currency}, ${store.language}, ${store.locale},
      ${`https://${store.hosts[0]}/`}, ${store.logoUrl ?? null}, ${newTrackingKey()},
      (SELECT CASE WHEN email_unproven THEN ${EMAIL_QUOTA.unproven}::int ELSE ${EMAIL_QUOTA.usual}::int END FROM users WHERE id = ${actorId}),
      ${billing.companyName ?? null}, ${billing.street ?? null},
      ${billing.postalCode ?? null}, ${billing.city ?? null}, ${billing.vatNumber ?? null}, ${approval}, ${at.toISOString()},
      ${at.toISOString()})
    RETURNING id`);
  return rows[0]!.id;
}
