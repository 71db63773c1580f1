import { sql } from 'drizzle-orm';
import type { Database } from '../../../platform/database/database.ts';
import { LEDGER, TOTALS } from './checks.ts';
import { CURRENCIES } from './currency-checks.ts';
import { GUARANTEES } from './guarantee-checks.ts';
import { PAYOUTS } from './payout-checks.ts';
import { PREPAID } from './prepaid-checks.ts';

/** The result of one check. */
export interface AuditFinding {
  title: string;
  /** Number of checked rows. */
  examined: number;
  /** The number of wrong rows, and sentences about the first of them. */
  faults: number;
  examples: string[];
}

const MAX_EXAMPLES = 20;

/**
 * Verifies the money of a database from its clicks and orders to its invoices and payments, in one snapshot. It reads everything
 * once, which takes minutes for ten million clicks, and changes nothing.
 * @param db a database without a statement timeout
 */
export async function audit(db: Database): Promise<AuditFinding[]> {
  return db.transaction(
    async (tx) => {
      // Most checks compare two sums of everything. With the default, PostgreSQL sorts both on disk instead of hashing them.
      await tx.execute(sql`SET LOCAL work_mem TO '64MB'`);
      const findings: AuditFinding[] = [];
      for (const { title, examined, faults } of [
        ...CURRENCIES,
        ...TOTALS,
        ...LEDGER,
        ...PAYOUTS,
        ...PREPAID,
        ...GUARANTEES,
      ]) {
        const count = await tx.execute<{ count: number }>(examined);
        const found = await tx.execute<{ faults: number; examples: string[] | null }>(sql`
          SELECT count(*) AS faults, (array_agg(fault ORDER BY fault))[1:${sql.raw(String(MAX_EXAMPLES))}] AS examples FROM (${faults}) f`);
        const { faults: wrong, examples } = found.rows[0]!;
        findings.push({ title, examined: count.rows[0]!.count, faults: wrong, examples: examples ?? [] });
      }
      return findings;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
