import type { Database } from '../../../platform/database/database.ts';
import { sqlState } from '../../../platform/database/errors.ts';
import type { Settlement } from './settle.ts';

/** SQLSTATE of a statement by which a store would incur more than its credit limit (`add_store_exposure`). */
const CREDIT_EXCEEDED = 'TRB04';

/**
 * Writes an order as it was settled or, where its commission is beyond the store's credit, as nobody's: the order is kept, and nothing is owed for it.
 * @param write is called within a savepoint, and once more with the other attribution
 */
export async function withinCredit<Result>(
  tx: Database,
  settlement: Settlement,
  write: (tx: Database, settlement: Settlement) => Promise<Result>,
): Promise<Result> {
  if (settlement.attribution.by === 'none') return write(tx, settlement);
  try {
    return await tx.transaction((inside) => write(inside, settlement));
  } catch (error) {
    if (sqlState(error) !== CREDIT_EXCEEDED) throw error;
    return write(tx, { ...settlement, attribution: { by: 'none', reason: 'credit_limit' } });
  }
}
