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
