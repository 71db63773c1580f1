import type pg from 'pg';
import { demoState } from './demo-state.ts';

/** What an operator reads who keeps real books in the embedded database. */
export const EMBEDDED_WITH_REAL_MONEY =
  'This marketplace has invoices or payouts and runs on the embedded PostgreSQL, which is meant for trying out. Move it to a PostgreSQL server: npm run cli -- backup FOLDER, then DATABASE_URL=… npm run cli -- restore FOLDER (docs/deployment.md).';

/** Whether a database contains real money: an invoice or a payout, and the demo marketplace was never loaded into it. */
export async function hasRealMoney(database: Pick<pg.Pool, 'query'>): Promise<boolean> {
  const state = await demoState(database);
  if (state !== 'foreign') return false;
  const { rows } = await database.query<{ any: boolean }>(
    'SELECT EXISTS (SELECT FROM invoices) OR EXISTS (SELECT FROM payouts) AS any',
  );
  return rows[0]!.any;
}
