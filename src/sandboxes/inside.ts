import { randomBytes } from 'node:crypto';
import path from 'node:path';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { sandboxAddresses, sandboxUrl } from '../modules/sandboxes/index.ts';
import { type Calendar, createCalendar } from '../platform/calendar.ts';
import type { Logger } from '../platform/context.ts';
import { connectDatabase, type Database } from '../platform/database/database.ts';
import type { Outbound } from '../platform/outbound/outbound.ts';
import { manualProvider } from '../platform/payment-provider/manual.ts';
import type { PaymentProvider } from '../platform/payment-provider/provider.ts';
import { sealUnsealed } from '../platform/secrets/sealed-columns.ts';
import { createVault, type Vault } from '../platform/secrets/vault.ts';
import { diskStorage } from '../platform/storage/disk.ts';
import type { ListedStorage } from '../platform/storage/storage.ts';
import { SEALED_COLUMNS } from '../sealed-columns.ts';

/** The settings that sandboxes take over from the marketplace. */
type SandboxSettings = Pick<
  Config,
  | 'publicUrl'
  | 'dataDir'
  | 'logLevel'
  | 'trustProxy'
  | 'rateLimitPerMinute'
  | 'timeZone'
  | 'company'
  | 'earningsHoldDays'
  | 'payouts'
  | 'clickRetentionMonths'
> &
  Partial<
    Pick<
      Config,
      'sandboxUrl' | 'orderClaimDays' | 'orderApprovalMaxDays' | 'dunningDays' | 'countryHeader' | 'uploadLimits'
    >
  >;

export interface InsideDeps {
  config: SandboxSettings;
  /** The marketplace's own guard: test endpoints are reached through it, and nothing else is. */
  outbound: Outbound;
  log: Logger;
}

/** The database, the clock and the settings inside of a sandbox. */
export interface Inside {
  id: string;
  url: string;
  pool: pg.Pool;
  db: Database;
  /** A database handle without a statement timeout, for closings. */
  withoutStatementTimeout: Database;
  calendar: Calendar;
  config: SandboxSettings;
  folder: string;
  storage: ListedStorage;
  vault: Vault;
  outbound: Outbound;
  paymentProvider: PaymentProvider;
  log: Logger;
  now(): Date;
  /** Sets the clock of the process and of the database. */
  setClock(at: Date): Promise<void>;
  /** Until when everything has happened. */
  readDone(): Promise<Date>;
  /** Everything has happened until then. */
  noteDone(at: Date): Promise<void>;
  close(): Promise<void>;
}

const STATEMENT_TIMEOUT_MS = 30_000;
const CONNECTIONS = 4;
/** The account from which a sandbox pays. It belongs to nobody, so bank files of a sandbox contain no account of the marketplace. */
const TEST_IBAN = 'SE4550000000058398257466';

const MEGABYTE = 1_000_000;
/** A sandbox is for trying things out: anybody who signs up has some, and their files are on the disk of the marketplace. */
const UPLOADS = { accountBytes: 25 * MEGABYTE, newAccountDayBytes: 25 * MEGABYTE, totalBytes: 50 * MEGABYTE };

/** The folder of a sandbox's files. */
export function folderOf(dataDir: string, id: string): string {
  return path.join(dataDir, 'sandboxes', id);
}

/** Connects to the database of a sandbox. The caller closes it. */
export async function openInside({ config, outbound, log }: InsideDeps, id: string, url: string): Promise<Inside> {
  const onPoolError = (error: Error) =>
    log.debug({ err: error, sandbox: id }, 'an idle connection of a sandbox was lost');
  const connection = connectDatabase(url, {
    maxConnections: CONNECTIONS,
    statementTimeoutMs: STATEMENT_TIMEOUT_MS,
    onPoolError,
  });
  const unlimited = connectDatabase(url, { maxConnections: 1, statementTimeoutMs: null, onPoolError });
  const { pool, db } = connection;
  const close = async () => {
    await Promise.all([pool.end(), unlimited.pool.end()]);
  };
  try {
    const { rows } = await pool.query<{ at: Date; key: Buffer }>(
      `WITH made AS (INSERT INTO sandbox.keys VALUES ('vault', $1) ON CONFLICT DO NOTHING RETURNING key)
       SELECT c.at, coalesce((SELECT key FROM made), (SELECT key FROM sandbox.keys WHERE name = 'vault')) AS key FROM sandbox.clock c`,
      [randomBytes(32)],
    );
    let { at } = rows[0]!;
    const vault = createVault([rows[0]!.key]);
    await sealUnsealed(db, vault, SEALED_COLUMNS);
    const folder = folderOf(config.dataDir, id);
    return {
      id,
      url,
      pool,
      db,
      withoutStatementTimeout: unlimited.db,
      folder,
      outbound,
      log,
      close,
      calendar: createCalendar(config.timeZone),
      config: {
        ...config,
        publicUrl: sandboxUrl(sandboxAddresses(config.publicUrl, config.sandboxUrl ?? null).origin, id),
        dataDir: folder,
        uploadLimits: { ...UPLOADS, minFreeShare: config.uploadLimits?.minFreeShare ?? 0 },
        company: { ...config.company, name: `${config.company.name} (sandbox)` },
        payouts: { ...config.payouts, vies: null, debtor: { iban: TEST_IBAN, bic: null } },
      },
      storage: diskStorage(path.join(folder, 'files')),
      vault,
      paymentProvider: manualProvider,
      now: () => at,
      async setClock(next) {
        await pool.query('UPDATE sandbox.clock SET at = $1', [next]);
        at = next;
      },
      async readDone() {
        const found = await pool.query<{ done: Date }>('SELECT done FROM sandbox.clock');
        return found.rows[0]!.done;
      },
      async noteDone(done) {
        await pool.query('UPDATE sandbox.clock SET done = $1', [done]);
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
