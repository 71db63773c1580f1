import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';
import { writeAudit } from '../../accounts/index.ts';

export const STORE_REGISTRATIONS = ['closed', 'approval', 'open'] as const;

/** The settings of administrators for the whole marketplace. */
export interface MarketplaceSettings {
  /** The callers who may register a store: only administrators; anybody, subject to approval by an administrator; anybody. */
  storeRegistration: (typeof STORE_REGISTRATIONS)[number];
  /** The maximum unpaid cost of a store, in whole euros, and the maximum with a verified payment setup. */
  creditLimitEur: number;
  verifiedCreditLimitEur: number;
  /** Paid clicks of one network: on a day at one store and at one creator, and in a minute at either. */
  networkStoreDaily: number;
  networkCreatorDaily: number;
  networkMinute: number;
}

const COLUMNS = sql`store_registration AS "storeRegistration", credit_limit_eur AS "creditLimitEur",
  verified_credit_limit_eur AS "verifiedCreditLimitEur", network_store_daily AS "networkStoreDaily",
  network_creator_daily AS "networkCreatorDaily", network_minute AS "networkMinute"`;

/** Reads the settings. */
export async function readMarketplaceSettings({ db }: Pick<Context, 'db'>): Promise<MarketplaceSettings> {
  const { rows } = await db.execute<MarketplaceSettings & Record<string, unknown>>(
    sql`SELECT ${COLUMNS} FROM marketplace_settings`,
  );
  return rows[0]!;
}

/** Locks the settings for a change, in the caller's transaction, and reads them. */
export async function lockMarketplaceSettings({ db }: Pick<Context, 'db'>): Promise<MarketplaceSettings> {
  await db.execute(sql`SELECT FROM marketplace_settings FOR UPDATE`);
  return readMarketplaceSettings({ db });
}

/** Changes the given settings; omitted settings remain. The limits of stores without an individual limit change at once. */
export async function changeMarketplaceSettings(
  ctx: Context,
  changes: { [Name in keyof MarketplaceSettings]?: MarketplaceSettings[Name] | undefined },
): Promise<MarketplaceSettings> {
  return ctx.db.transaction(async (tx) => {
    const before = await lockMarketplaceSettings({ db: tx });
    const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
    const after: MarketplaceSettings = { ...before, ...given };
    await tx.execute(sql`
      UPDATE marketplace_settings SET store_registration = ${after.storeRegistration}, credit_limit_eur = ${after.creditLimitEur},
        verified_credit_limit_eur = ${after.verifiedCreditLimitEur}, network_store_daily = ${after.networkStoreDaily},
        network_creator_daily = ${after.networkCreatorDaily}, network_minute = ${after.networkMinute},
        updated_at = ${ctx.now().toISOString()}, updated_by = ${ctx.actor.userId}`);
    await writeAudit(tx, {
      actor: ctx.actor,
      action: 'marketplace.settings_changed',
      subjectKind: 'marketplace',
      subjectId: null,
      details: { before, after },
    });
    return after;
  });
}
