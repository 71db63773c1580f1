import type { Cast } from './cast.ts';
import type { createClosedMarket } from './closed-month.ts';

/** Adds a participant and a voucher of `creator` at the store, and of `otherCreator` at the other store, to a closed market. */
export async function addParticipantsAndVouchers(
  { market, database }: Pick<Awaited<ReturnType<typeof createClosedMarket>>['application'], 'market' | 'database'>,
  { ids, storeId, otherStoreId }: Pick<Cast, 'ids' | 'storeId' | 'otherStoreId'>,
): Promise<void> {
  const { pool } = database;
  for (const [store, userId] of [
    [storeId, ids.creator],
    [otherStoreId, ids.otherCreator],
  ] as const) {
    const campaignId = await market.campaign({ storeId: store });
    await market.participant({ campaignId, userId });
    const link = await market.link({ userId, storeId: store });
    await pool.query(
      `INSERT INTO vouchers (store_id, code, user_id, link_id, valid_from) VALUES ($1, $2, $3, $4, now())`,
      [store, `CODE${store}`, userId, link.id],
    );
  }
}

/** Adds a payout of `creator`, of the agency, and of `otherCreator`, as a run has made them. */
export async function addPayouts(
  { database }: Pick<Awaited<ReturnType<typeof createClosedMarket>>['application'], 'database'>,
  { ids, agencyId }: Pick<Cast, 'ids' | 'agencyId'>,
): Promise<void> {
  const { pool } = database;
  const run = await pool.query(
    `INSERT INTO payout_runs (currency, cut_off, status, needs_approval, created_by, created_at) VALUES ('SEK', '2026-01-31', 'draft', false, $1, now())
     RETURNING id`,
    [ids.admin],
  );
  for (const [account, userId, agency] of [
    ['creator', ids.creator, null],
    ['client', null, agencyId],
    ['creator', ids.otherCreator, null],
  ])
    await pool.query(
      `WITH payee AS (
         INSERT INTO payees (user_id, agency_id, kind, legal_name, street, postal_code, city, country, vat_status, created_at, updated_at)
         VALUES ($3, $4, 'company', 'Payee', 'Street 1', '111 22', 'City', 'SE', 'exempt', now(), now()) RETURNING id
       ), account AS (
         INSERT INTO payout_accounts (payee_id, method, masked, fingerprint, created_by, created_at, usable_from)
         SELECT id, 'iban', 'SE45 … 7466', sha256(id::text::bytea), $5, now(), now() FROM payee RETURNING id
       )
       INSERT INTO payouts (run_id, account, user_id, agency_id, payout_account_id, currency, amount_minor, updated_at)
       SELECT $1, $2, $3, $4, id, 'SEK', 12300, now() FROM account`,
      [run.rows[0].id, account, userId, agency, ids.admin],
    );
}
