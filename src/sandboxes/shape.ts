import type pg from 'pg';
import { insertCampaigns } from '../demo/campaigns.ts';
import { factsOf } from '../demo/facts.ts';
import { indexStores, makeLinks } from '../demo/links.ts';
import { insertParticipants } from '../demo/participants.ts';
import { setUpPayees } from '../demo/payouts.ts';
import { insertPeople } from '../demo/people.ts';
import { publishPages } from '../demo/public-pages.ts';
import { Chance } from '../demo/random.ts';
import { insertStores } from '../demo/stores.ts';
import { timelineAround } from '../demo/timeline.ts';
import { giveVouchers } from '../demo/vouchers.ts';
import { createToken } from '../modules/accounts/index.ts';
import { type SandboxFacts, type SandboxRequest, TEST_TOKEN_PREFIX } from '../modules/sandboxes/index.ts';
import { inTransaction } from './in-transaction.ts';
import type { Inside } from './inside.ts';

const TOKEN_NAME = 'sandbox';
/** Links are those of the demo, independent of the seed of the traffic. */
const LINK_SEED = 20_240_229;

/** Fills a new sandbox, in one transaction. @returns ids, and tokens by role */
export async function insertShape(
  inside: Inside,
  { id, shape, clock }: SandboxRequest,
): Promise<{ facts: SandboxFacts; tokens: Record<string, string> }> {
  const { ids, owners } = await inTransaction(inside.pool, async (client) => {
    // Programs sign in as its administrators with a token only.
    await client.query('UPDATE account_settings SET second_factor_for_administrators = false');
    const inserted = shape === 'market' ? await insertMarket(client, inside, clock) : await insertNobody(client);
    // The people of a sandbox have no mailboxes: its inbox begins empty, and so does its stream of events.
    await client.query("UPDATE notifications SET mail = 'sent' WHERE mail = 'due'");
    await client.query(
      'SELECT count(*) FROM graphile_worker.complete_jobs(ARRAY (SELECT id FROM graphile_worker.jobs))',
    );
    await client.query('DELETE FROM event_outbox');
    return inserted;
  });
  const { rows: stores } = await inside.pool.query<SandboxFacts['stores'][number]>(
    'SELECT id, name, tracking_key FROM stores ORDER BY id',
  );
  const tokens: [string, string][] = [];
  for (const [role, userId] of Object.entries(owners)) {
    const { raw } = await createToken(inside, { userId, purpose: 'api', name: TOKEN_NAME });
    tokens.push([role, `${TEST_TOKEN_PREFIX}${id}_${raw}`]);
  }
  return { facts: { ids, stores }, tokens: Object.fromEntries(tokens) };
}

/** The demo's market without a past: nobody has clicked, bought or been paid. */
async function insertMarket(client: pg.PoolClient, { calendar, log, vault, config }: Inside, clock: Date) {
  const time = timelineAround(calendar, clock.getTime());
  const people = await insertPeople(client, time);
  const market = await insertStores(client, time, people);
  const { stores } = market;
  const campaigns = await insertCampaigns(client, time, people, market);
  const { creatorParticipation } = await insertParticipants(client, { time, people, stores, campaigns });
  await publishPages(client, Object.values(stores), clock);
  const index = await indexStores(client, stores);
  const { publicUrl } = config;
  const chance = new Chance(LINK_SEED);
  const links = await makeLinks(client, { people, stores, campaigns, time, log, chance, publicUrl, index, vault });
  await giveVouchers(client, { people, stores, time, log, publicUrl, index, vault });
  // Later than the dates above and earlier than any click.
  await client.query('UPDATE links SET created_at = least(created_at, $1::timestamptz)', [clock]);
  await setUpPayees(client, { calendar, time, people, stores, vault });
  const facts = await factsOf(client, { time, people, market, campaigns, creatorParticipation, links });
  // Invoices do not exist yet.
  const ids = Object.fromEntries(Object.entries(facts.ids).filter(([, value]) => value !== null));
  return { ids, owners: { ...facts.token_owners } };
}

/** Inserts a user who is an administrator and nothing else. */
async function insertNobody(client: pg.PoolClient) {
  const { rows } = await client.query<{ id: number }>(
    `INSERT INTO users (username, display_name, email, is_admin) VALUES ('admin', 'Sandbox administrator', 'admin@sandbox.example', true) RETURNING id`,
  );
  const admin = rows[0]!.id;
  return { ids: { admin_user: admin }, owners: { admin } };
}
