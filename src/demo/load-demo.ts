import type pg from 'pg';
import type { Config } from '../config.ts';
import type { LiveIndex } from '../modules/links/index.ts';
import type { Calendar } from '../platform/calendar.ts';
import type { Logger } from '../platform/context.ts';
import type { Database } from '../platform/database/database.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import type { FileStorage } from '../platform/storage/storage.ts';
import { insertCampaigns } from './campaigns.ts';
import { closeFirstMonth } from './closing.ts';
import { playCustomers } from './customers.ts';
import { playDeliverables } from './deliverables.ts';
import { demoState, noteLoaded } from './demo-state.ts';
import { playDisagreements } from './disagreements.ts';
import { factsOf } from './facts.ts';
import { keepQuiet } from './keep-quiet.ts';
import { indexStores, makeLinks, reportedLink } from './links.ts';
import { provideMaterials } from './materials.ts';
import { publishMedia } from './media.ts';
import { playMessages } from './messages.ts';
import { playNewsletter } from './newsletter.ts';
import { playOrders } from './orders.ts';
import { insertParticipants } from './participants.ts';
import { playPayouts } from './payouts.ts';
import { insertPeople } from './people.ts';
import { publishProducts } from './products.ts';
import { insertProfiles } from './profiles.ts';
import { publishPages } from './public-pages.ts';
import { publishDemo } from './publish.ts';
import { Chance } from './random.ts';
import { seasonClicks } from './season.ts';
import { insertStores } from './stores.ts';
import { timelineAround } from './timeline.ts';
import { playSeason } from './turning-points.ts';
import { giveVouchers } from './vouchers.ts';

const SEED = 20_240_229;

export interface DemoDeps {
  pool: pg.Pool;
  db: Database;
  config: Pick<Config, 'host' | 'publicUrl' | 'dataDir' | 'serviceApiKey'>;
  calendar: Calendar;
  now: () => Date;
  log: Logger;
  live: LiveIndex;
  /** Storage for the demo's pictures. */
  storage: FileStorage;
  /** Encrypts the payout accounts. */
  vault: Vault;
  /** Receives one sentence per step. */
  onProgress: (sentence: string) => void;
}

/** The database already contains data. The message describes them. */
export class DemoRefused extends Error {}

/**
 * Loads a small realistic marketplace with dates around today, and writes `demo.json`. The marketplace is loaded in
 * one transaction, so an interrupted process leaves nothing behind. If the process ends before it has written the
 * file, the next call writes the file only.
 * @throws DemoRefused when the demo or other users or stores already exist
 */
export async function loadDemo(deps: DemoDeps): Promise<void> {
  const state = await demoState(deps.pool);
  if (state === 'empty') await loadMarket(deps);
  else if (state !== 'unfinished') throw new DemoRefused(REFUSALS[state]);
  await publishDemo(deps);
}

const REFUSALS = {
  loaded: 'The demo data is in this database already.',
  foreign: 'This database has users or stores of its own; the demo data is loaded into an empty one only.',
};

async function loadMarket(deps: DemoDeps): Promise<void> {
  const client = await deps.pool.connect();
  // A connection that breaks between two statements also emits an event. The next statement fails and reports the
  // error.
  const ignore = () => undefined;
  client.on('error', ignore);
  let storeIds: number[];
  try {
    await client.query('BEGIN');
    await client.query("SELECT pg_advisory_xact_lock(hashtext('demo'))");
    // Checked again, because another process may have loaded data in the meantime.
    const state = await demoState(client);
    if (state !== 'empty') throw new DemoRefused(REFUSALS[state === 'foreign' ? 'foreign' : 'loaded']);
    storeIds = await insertMarket(client, deps);
    await client.query('COMMIT');
    client.off('error', ignore).release();
  } catch (error) {
    // Closing the connection also ends the transaction.
    client.release(true);
    throw error;
  }
  await Promise.all(storeIds.map((id) => deps.live.refresh(id)));
}

/** Loads the marketplace step by step on one connection. Returns the ids of the stores. */
async function insertMarket(client: pg.PoolClient, deps: DemoDeps): Promise<number[]> {
  const { calendar, log, onProgress, config, vault } = deps;
  const { publicUrl } = config;
  const time = timelineAround(calendar, deps.now().getTime());
  const chance = new Chance(SEED);
  onProgress('Demo: people and stores …');
  // Scripts sign in as the demo's administrators with a password.
  await client.query('UPDATE account_settings SET second_factor_for_administrators = false');
  const people = await insertPeople(client, time);
  const market = await insertStores(client, time, people);
  const { stores } = market;
  onProgress('Demo: campaigns …');
  const campaigns = await insertCampaigns(client, time, people, market);
  const { creatorParticipation } = await insertParticipants(client, { time, people, stores, campaigns });
  await publishPages(client, Object.values(stores), deps.now());
  await insertProfiles(client, { time, people, categories: market.categories, campaigns });
  onProgress('Demo: links …');
  const index = await indexStores(client, stores);
  const links = await makeLinks(client, { people, stores, campaigns, time, log, chance, publicUrl, index, vault });
  await giveVouchers(client, { people, stores, time, log, publicUrl, index, vault });
  onProgress('Demo: pictures and films …');
  await publishMedia(client, { people, links, time, storage: deps.storage });
  await provideMaterials(client, { time, campaigns, storage: deps.storage });
  onProgress('Demo: a season of clicks …');
  const clicks = seasonClicks(links, time, chance);
  await playSeason(client, clicks, { calendar, time, people, stores, campaigns });
  onProgress('Demo: orders …');
  const orders = await playOrders(client, { calendar, time, people, stores, link: reportedLink(links) });
  await playNewsletter(client, { calendar, time, people, stores, vault });
  await playCustomers(client, { calendar, time, people, stores, vault });
  onProgress('Demo: closing a month …');
  await closeFirstMonth(client, time, calendar);
  onProgress('Demo: payouts …');
  await playPayouts(client, { calendar, time, people, stores, vault });
  onProgress('Demo: products, drafts and disagreements …');
  await publishProducts(client, { time, people, stores, log });
  await playDeliverables(client, { calendar, time, people, campaigns, log, publicUrl, vault });
  await playDisagreements(client, { calendar, time, people, stores, log, publicUrl, vault });
  await playMessages(client, { time, people, stores, campaignId: campaigns.trail });
  await keepQuiet(client);
  await noteLoaded(client, await factsOf(client, { time, people, market, campaigns, creatorParticipation, links }));
  log.info({ clicks: clicks.length, links: links.length, orders }, 'demo data loaded');
  return Object.values(stores);
}
