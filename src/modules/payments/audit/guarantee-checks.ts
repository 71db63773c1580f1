import { sql } from 'drizzle-orm';
import type { Check } from './checks.ts';

/** Guarantees against the balances that cover them, and against the costs of their campaigns. */
export const GUARANTEES: readonly Check[] = [
  {
    title:
      'What stores with guarantees owe, have promised and have reserved is covered by their prepaid balances, except for invoices whose payment was reversed',
    examined: sql`SELECT count(*) FROM store_credit WHERE is_guaranteed`,
    faults: sql`
      SELECT 'store ' || c.store_id || ': needs ' || x.needed || ', prepaid ' || prepaid_cover(c.prepaid_minor, c.prepaid_vat_ppm) AS fault
      FROM store_credit c CROSS JOIN LATERAL (
        SELECT c.incurred_minor + c.promised_minor + c.reserved_minor - coalesce((SELECT sum(i.net_minor - i.covered_net_minor) FROM invoices i
          WHERE i.store_id = c.store_id AND i.kind = 'store' AND i.paid_at IS NULL AND i.open_minor > 0 AND i.taken_back_at IS NOT NULL), 0) AS needed) x
      WHERE c.is_guaranteed AND x.needed > prepaid_cover(c.prepaid_minor, c.prepaid_vat_ppm)`,
  },
  {
    title:
      'What is reserved for campaigns is what is left of their guarantees, and only stores with guarantees have reserved anything',
    examined: sql`SELECT count(*) FROM guarantees WHERE released_at IS NULL`,
    faults: sql`
      SELECT 'store ' || c.store_id || ': reserved ' || c.reserved_minor || ', left ' || coalesce(g.minor, 0) AS fault
      FROM store_credit c LEFT JOIN (SELECT store_id, sum(left_minor) AS minor FROM guarantees WHERE released_at IS NULL GROUP BY store_id) g USING (store_id)
      WHERE c.reserved_minor <> coalesce(g.minor, 0) OR c.is_guaranteed <> (g.store_id IS NOT NULL)`,
  },
  {
    title: 'What campaigns have used of their guarantees is what they have cost and promised since',
    examined: sql`SELECT count(*) FROM guarantees WHERE released_at IS NULL`,
    faults: sql`
      SELECT 'campaign ' || g.campaign_id || ': cost ' || costs_of_campaign(g.campaign_id) - g.earlier_minor || ', used ' || g.used_minor AS fault
      FROM guarantees g WHERE g.released_at IS NULL AND costs_of_campaign(g.campaign_id) - g.earlier_minor <> g.used_minor`,
  },
];
