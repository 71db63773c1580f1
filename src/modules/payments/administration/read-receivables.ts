import { sql } from 'drizzle-orm';
import type { Context } from '../../../platform/context.ts';

/** Ages of overdue invoices, in days. */
export const AGES = ['not_due', 'days_1_30', 'days_31_60', 'days_61_90', 'over_90'] as const;

/** Open invoices of stores in one currency and of one age; amounts are minor units. */
export interface Receivable {
  currency: string;
  age: (typeof AGES)[number];
  invoices: number;
  totalMinor: number;
}

/** Sums the open invoices of stores by currency and age. @param today the platform's day, `YYYY-MM-DD` */
export async function readReceivables({ db }: Pick<Context, 'db'>, today: string): Promise<Receivable[]> {
  const { rows } = await db.execute<Receivable & Record<string, unknown>>(sql`
    SELECT currency, age, count(*) AS invoices, sum(open_minor)::bigint AS "totalMinor" FROM (
      SELECT currency, open_minor, CASE WHEN days <= 0 THEN 'not_due' WHEN days <= 30 THEN 'days_1_30' WHEN days <= 60 THEN 'days_31_60'
        WHEN days <= 90 THEN 'days_61_90' ELSE 'over_90' END AS age
      FROM (SELECT currency, open_minor, ${today}::date - payment_date AS days FROM invoices WHERE kind = 'store' AND paid_at IS NULL) i
    ) i GROUP BY currency, age ORDER BY currency, age`);
  return rows;
}
