import type { Database } from '../../../platform/database/database.ts';
import { notify } from '../notifications/notify.ts';

/** Notifies the members who manage a store that a key was created or revoked, in the transaction of the change. */
export async function notifyOfKey(
  tx: Database,
  {
    store,
    name,
    at,
    what,
  }: { store: { id: number; name: string }; name: string; at: Date; what: 'created' | 'revoked' },
): Promise<void> {
  await notify(tx, at, [
    {
      message: what === 'created' ? 'store_key_created' : 'store_key_revoked',
      values: { store: store.name, key: name },
      to: { storeId: store.id, need: 'manage' },
      path: `/console/shop/${store.id}/tracking`,
    },
  ]);
}
