import type pg from 'pg';

/** Publishes the pages of the stores, and of their campaigns that every creator can apply for. */
export async function publishPages(client: pg.ClientBase, storeIds: readonly number[], at: Date): Promise<void> {
  await client.query('INSERT INTO store_pages (store_id, published_at) SELECT unnest($1::bigint[]), $2', [
    storeIds,
    at,
  ]);
  await client.query(
    `INSERT INTO campaign_pages (campaign_id, published_at) SELECT id, $2 FROM campaigns
     WHERE store_id = ANY ($1) AND type <> 'standard' AND only_user_id IS NULL`,
    [storeIds, at],
  );
  await client.query('UPDATE site_settings SET terms = $1, privacy = $2, imprint = $3', [TERMS, PRIVACY, IMPRINT]);
}

const TERMS = 'This is a demo marketplace. Its people, stores, clicks and payments are made up.';
const PRIVACY = 'This demo stores what you enter in its own database, and sends it nowhere.';
const IMPRINT = 'Tributary Demo\n\nA demonstration on this machine, which nobody operates as a business.';
