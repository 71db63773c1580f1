import path from 'node:path';
import { sql } from 'drizzle-orm';
import type { Config } from './config.ts';
import {
  eraseDueUsers,
  purgeClients,
  purgeCodes,
  purgeExports,
  purgeNotifications,
  purgeTokens,
  purgeUploadDays,
  requestDigests,
} from './modules/accounts/index.ts';
import {
  compactCampaignCounts,
  purgeDeliveries,
  receiveParcels,
  remindOfAddresses,
  remindOfDeliverables,
} from './modules/campaigns/index.ts';
import { purgeClickSubs, purgeClicks, purgeClickTerms } from './modules/clicks/index.ts';
import { computeResults, purgeAgencyInvitations, sizeFiles } from './modules/media/index.ts';
import {
  purgeBillingRecords,
  purgeReportTotals,
  purgeUnconfirmed,
  releaseCredit,
  remindOfDeadlines,
} from './modules/orders/index.ts';
import { refreshUnfinishedLinks, remindStores } from './modules/payments/index.ts';
import { purgeProducts } from './modules/products/index.ts';
import { remindOfEndingRights, requestDueChecks, requestYouTubeFigures } from './modules/publications/index.ts';
import { purgeSandboxes, resumeAdvances, type SandboxHost } from './modules/sandboxes/index.ts';
import type { OpenDatabase } from './open-database.ts';
import { createCalendar } from './platform/calendar.ts';
import type { Logger } from './platform/context.ts';
import { EVENT_DAYS, purgeEvents } from './platform/events/outbox.ts';
import type { PaymentProvider } from './platform/payment-provider/provider.ts';
import { resealOld } from './platform/secrets/sealed-columns.ts';
import type { Vault } from './platform/secrets/vault.ts';
import type { ListedStorage } from './platform/storage/storage.ts';
import { sweepDrafts, sweepFiles } from './platform/storage/sweep.ts';
import { SEALED_COLUMNS } from './sealed-columns.ts';

const PAUSE_MS = 60 * 60_000;
/** "hous" in ASCII. */
const LOCK = 0x686f7573;
const DAY_MS = 86_400_000;
const MAX_FILES_AT_ONCE = 1_000;
const MAX_EVENTS_AT_ONCE = 20_000;
/** Days after which a file that was found without a reference and still exists counts as found for the first time again. */
const FORGOTTEN_DAYS = 90;

export interface MaintenanceDeps {
  database: Pick<OpenDatabase, 'db' | 'pool'>;
  config: Pick<Config, 'dataDir' | 'clickRetentionMonths' | 'sweepsFiles' | 'dunningDays' | 'timeZone' | 'publicUrl'> &
    Partial<Pick<Config, 'youtube'>>;
  storage: ListedStorage;
  paymentProvider: PaymentProvider;
  now: () => Date;
  log: Logger;
  /** Absent inside of a sandbox. */
  sandboxes?: SandboxHost;
  /** The vault whose key replaces another one; absent otherwise. */
  renewed?: Vault;
}

/** The data that one run has removed. */
export interface MaintenanceResult {
  /** The months, as `2024-01-01`. */
  clickMonths: string[];
  tokens: number;
  files: number;
  /** Events with their deliveries. */
  events: number;
}

/**
 * Removes expired data: clicks of old months, expired tokens, unreferenced files. Reminds stores of unpaid invoices and undecided orders, and
 * creators of deliverables, and queries the payment provider about unfinished payments. Runs in one process at a time; returns null while another process runs
 * it. A failed step is logged, and the other steps continue.
 * @param signal ends the run at the next step; each step is complete or has no effect
 */
export async function runMaintenance(deps: MaintenanceDeps, signal: AbortSignal): Promise<MaintenanceResult | null> {
  const { database, config, now, log } = deps;
  const holder = await database.pool.connect();
  try {
    const { rows } = await holder.query<{ ours: boolean }>('SELECT pg_try_advisory_lock($1) AS ours', [LOCK]);
    if (!rows[0]!.ours) return null;
    const done: MaintenanceResult = { clickMonths: [], tokens: 0, files: 0, events: 0 };
    const attempt = async (what: string, work: () => Promise<void>) => {
      if (!signal.aborted) await work().catch((err) => log.error({ err }, `maintenance failed: ${what}`));
    };
    await attempt('clicks', async () => {
      const retention = { nowMs: now().getTime(), keptMonths: config.clickRetentionMonths, signal };
      done.clickMonths = await purgeClicks(database.pool, retention);
      await purgeClickSubs(database.db);
      await purgeClickTerms(database.db);
    });
    await attempt('numbers of campaigns', async () => {
      await compactCampaignCounts(database.db);
    });
    await attempt('tokens', async () => {
      done.tokens = await purgeTokens({ db: database.db, now });
    });
    await attempt('codes', async () => {
      await purgeCodes({ db: database.db, now });
    });
    await attempt('data exports', async () => {
      await purgeExports({ db: database.db, now });
    });
    await attempt('programs that nobody uses', async () => {
      await purgeClients({ db: database.db, now });
    });
    await attempt('notifications', async () => {
      await purgeNotifications({ db: database.db, now });
      await requestDigests(database.db);
    });
    await attempt('accounts that are due', async () => {
      await eraseDueUsers({ db: database.db, now });
    });
    await attempt('totals of reports', async () => {
      await purgeReportTotals({ db: database.db, now });
      await purgeUnconfirmed({ db: database.db, now });
      await purgeBillingRecords({ db: database.db, now });
      await purgeUploadDays({ db: database.db, now });
    });
    await attempt('invitations of agencies', async () => {
      await purgeAgencyInvitations({ db: database.db, now });
    });
    await attempt('delivery details', async () => {
      await purgeDeliveries({ db: database.db, now });
    });
    await attempt('products', async () => {
      await purgeProducts({ db: database.db, now });
    });
    await attempt('reminders of unpaid invoices', async () => {
      const { dunningDays: days, publicUrl } = config;
      const notices = await remindStores(
        { db: database.db, now, publicUrl },
        { calendar: createCalendar(config.timeZone), days },
      );
      if (notices > 0) log.info({ notices }, 'stores were reminded of unpaid invoices');
    });
    await attempt('credit of undecided orders', async () => {
      const orders = await releaseCredit({ db: database.db, now });
      if (orders > 0) log.info({ orders }, 'undecided orders no longer count against credit');
    });
    await attempt('reminders of undecided orders', async () => {
      const orders = await remindOfDeadlines({ db: database.db, now });
      if (orders > 0) log.info({ orders }, 'stores were reminded of undecided orders');
    });
    await attempt('reminders of deliverables', async () => {
      const due = await remindOfDeliverables({ db: database.db, now }, createCalendar(config.timeZone));
      if (due > 0) log.info({ deliverables: due }, 'creators were reminded of deliverables');
    });
    await attempt('parcels that count as received', async () => {
      const parcels = await receiveParcels({ db: database.db, now });
      if (parcels > 0) log.info({ parcels }, 'parcels count as received');
    });
    await attempt('reminders of addresses', async () => {
      const creators = await remindOfAddresses({ db: database.db, now });
      if (creators > 0) log.info({ creators }, 'creators were reminded of their addresses');
    });
    await attempt('checks of publications', async () => {
      const due = await requestDueChecks({ db: database.db, now });
      if (due > 0) log.info({ publications: due }, 'addresses of publications are checked again');
    });
    await attempt('figures of videos', async () => {
      if ((config.youtube ?? null) === null) return;
      const videos = await requestYouTubeFigures({ db: database.db, now }, createCalendar(config.timeZone));
      if (videos > 0) log.info({ videos }, 'figures of videos are read');
    });
    await attempt('reminders of usage rights', async () => {
      const ending = await remindOfEndingRights({ db: database.db, now }, createCalendar(config.timeZone));
      if (ending > 0) log.info({ rights: ending }, 'both sides were reminded of usage rights that end');
    });
    await attempt('secrets with the previous key', async () => {
      if (deps.renewed === undefined) return;
      const { resealed, unreadable } = await resealOld(database.db, deps.renewed, SEALED_COLUMNS, signal);
      if (resealed > 0) log.info({ secrets: resealed }, 'secrets were encrypted with the new key');
      if (unreadable > 0)
        log.error({ secrets: unreadable }, 'secrets cannot be decrypted with ENCRYPTION_KEY_PREVIOUS');
      else if (!signal.aborted) log.info('every secret has the new key; ENCRYPTION_KEY_PREVIOUS can be removed');
    });
    await attempt('sandboxes', async () => {
      const { sandboxes } = deps;
      if (sandboxes === undefined) return;
      const removed = await purgeSandboxes({ db: database.db, now }, sandboxes);
      if (removed > 0) log.info({ sandboxes: removed }, 'sandboxes were deleted');
      await resumeAdvances({ db: database.db }, sandboxes);
    });
    await attempt('payments that are not finished', async () => {
      const { paymentProvider: provider } = deps;
      if (provider.name === 'manual') return;
      await refreshUnfinishedLinks(
        { db: database.db, now },
        { provider, calendar: createCalendar(config.timeZone) },
        signal,
      );
    });
    await attempt('files', async () => {
      const before = new Date(now().getTime() - DAY_MS);
      done.files = await sweepDrafts(path.join(config.dataDir, 'files'), before);
      if (config.sweepsFiles) done.files += await sweepStorage(deps, before, signal);
    });
    await attempt('results of creators', async () => {
      const changed = await computeResults({ db: database.db, now }, createCalendar(config.timeZone));
      if (changed !== null) log.info({ creators: changed }, 'the bands of results of listed creators were computed');
    });
    await attempt('sizes of files', async () => {
      const sized = await sizeFiles(database.db, deps.storage, signal);
      if (sized > 0) log.info({ files: sized }, 'the sizes of earlier files are known');
    });
    await attempt('events', async () => {
      const before = new Date(now().getTime() - EVENT_DAYS * DAY_MS);
      done.events = await purgeEvents(database.db, { before, limit: MAX_EVENTS_AT_ONCE });
    });
    if (done.clickMonths.length + done.tokens + done.files + done.events > 0)
      log.info({ ...done }, 'maintenance has finished');
    return done;
  } finally {
    // If the connection breaks, its lock is released.
    await holder.query('SELECT pg_advisory_unlock($1)', [LOCK]).catch(() => undefined);
    holder.release();
  }
}

/** Files without a reference for a day. They are not removed earlier, because cached pages may still show a replaced picture. */
async function sweepStorage(
  { database, storage, now }: MaintenanceDeps,
  before: Date,
  signal: AbortSignal,
): Promise<number> {
  const { db } = database;
  const at = now();
  const orphansOf = async (keys: string[]) => {
    const { rows } = await db.execute<{ key: string }>(sql`
      SELECT find_orphaned_files(${sql.param(keys)}, ${at.toISOString()}, ${before.toISOString()}) AS key`);
    return rows.map(({ key }) => key);
  };
  const removed = await sweepFiles({ storage, before, orphansOf, most: MAX_FILES_AT_ONCE, signal });
  // Files that disappeared in another way would never be checked again.
  await db.execute(sql`
    DELETE FROM orphaned_files WHERE key = ANY (${sql.param(removed)}::text[])
      OR since < ${at.toISOString()}::timestamptz - make_interval(days => ${FORGOTTEN_DAYS})`);
  return removed.length;
}

/** Runs maintenance now and every hour, as long as the process runs. */
export function startMaintenance(deps: MaintenanceDeps): { stop(): Promise<void> } {
  let round: Promise<unknown> = Promise.resolve();
  const stopping = new AbortController();
  const run = () => {
    round = runMaintenance(deps, stopping.signal).catch((err) => deps.log.warn({ err }, 'maintenance failed'));
  };
  run();
  const timer = setInterval(run, PAUSE_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await round;
    },
  };
}
