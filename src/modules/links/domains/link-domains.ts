import type pg from 'pg';
import type { Logger } from '../../../platform/context.ts';
import type { Notifications } from '../../../platform/database/notifications.ts';
import type { DomainOwner } from './domains.ts';

const CHANNEL = 'link_domains';
const RETRY_MS = 500;

/**
 * The proven domains of creators and agencies, in memory, for the redirect. The database announces every change by any process,
 * and all domains are read again, because there are few and they rarely change. Changes that arrive during a read share the next
 * one.
 */
export class LinkDomains {
  readonly #database: pg.Pool;
  readonly #logger: Logger;
  #owners: ReadonlyMap<string, DomainOwner> = new Map();
  #isChanged = false;
  #reading: Promise<void> | null = null;

  private constructor(database: pg.Pool, logger: Logger) {
    this.#database = database;
    this.#logger = logger;
  }

  /** Subscribes first and reads afterwards, so that no change is missed. */
  static async open(database: pg.Pool, notifications: Notifications, logger: Logger): Promise<LinkDomains> {
    const domains = new LinkDomains(database, logger);
    await notifications.listen(CHANNEL, () => domains.#handleChange());
    notifications.onGap(() => domains.#handleChange());
    await domains.#read();
    return domains;
  }

  /** The owners by host, in lower case and without port. Replaced by a new map after each change. */
  get owners(): ReadonlyMap<string, DomainOwner> {
    return this.#owners;
  }

  #handleChange(): void {
    this.#isChanged = true;
    this.#reading ??= this.#catchUp().finally(() => {
      this.#reading = null;
    });
  }

  async #catchUp(): Promise<void> {
    while (this.#isChanged) {
      this.#isChanged = false;
      try {
        await this.#read();
      } catch (error) {
        this.#logger.warn({ err: error }, 'the domains of links could not be read; trying again');
        this.#isChanged = true;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
      }
    }
  }

  async #read(): Promise<void> {
    const { rows } = await this.#database.query<{ host: string; user_id: number | null; agency_id: number | null }>(
      'SELECT host, user_id, agency_id FROM link_domains WHERE proven_at IS NOT NULL',
    );
    this.#owners = new Map(rows.map((row) => [row.host, { userId: row.user_id, agencyId: row.agency_id }]));
  }
}
