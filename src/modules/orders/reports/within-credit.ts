import type { Database } from '../../../platform/database/database.ts';
import { sqlState } from '../../../platform/database/errors.ts';
import type { Settlement } from './settle.ts';

/** SQLSTATE of a statement that would exceed a store's credit limit (`add_store_exposure`). */
export const CREDIT_EXCEEDED = 'TRB04';

/**
 * Writes an order with its settlement. If its commission exceeds the store's credit, it is written without attribution, so that nothing is owed for it.
 * @param write called in a savepoint, and a second time without attribution if the credit is exceeded
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
