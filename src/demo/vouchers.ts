import type pg from 'pg';
import type { StoreIndex } from '../modules/links/index.ts';
import { createVoucher } from '../modules/orders/index.ts';
import type { Logger } from '../platform/context.ts';
import type { Vault } from '../platform/secrets/vault.ts';
import { openTransaction } from './open-transaction.ts';
import type { People } from './people.ts';
import type { CreatorName } from './personas.ts';
import type { DemoStoreName } from './store-facts.ts';
import { type Stores, spokesman } from './stores.ts';
import type { Timeline } from './timeline.ts';

/** Voucher codes that creators mention in videos. An order with a code belongs to the creator without a click. */
export const VOUCHERS: readonly { code: string; store: DemoStoreName; creator: CreatorName }[] = [
  { code: 'LINNEA15', store: 'nordicRunner', creator: 'linnea' },
  { code: 'OSKAR10', store: 'nordicRunner', creator: 'oskar' },
  { code: 'SOFIAGLOW', store: 'lumi', creator: 'sofia' },
  { code: 'HANNA10', store: 'blattwerk', creator: 'hanna' },
];

interface Stage {
  people: People;
  stores: Stores['stores'];
  time: Timeline;
  log: Logger;
  publicUrl: string;
  vault: Vault;
  index: StoreIndex;
}

/** Creates the vouchers with the regular use case, each as a member of the store, one week before the season. */
export async function giveVouchers(client: pg.PoolClient, stage: Stage): Promise<void> {
  const { people, stores, time, log, publicUrl, index, vault } = stage;
  const db = openTransaction(client);
  const given = new Date(time.seasonFromMs - 7 * 86_400_000);
  const asMember = (store: DemoStoreName) => {
    const storeIds = [stores[store]];
    const actor = { userId: spokesman(store, people), isAdmin: false, storeIds, agencyIds: [], memberOfAgencyId: null };
    return { db, actor, now: () => given, log, publicUrl, vault };
  };
  for (const { code, store, creator } of VOUCHERS) {
    const ctx = asMember(store);
    await createVoucher(ctx, { live: { index } }, { storeId: stores[store], code, userId: people.users[creator] });
  }
  await client.query('UPDATE links l SET created_at = v.created_at FROM vouchers v WHERE v.link_id = l.id');
}
