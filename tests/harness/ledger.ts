import type pg from 'pg';

/** SQL that changes the ledger, which a trigger makes append-only. */
export const changingLedger = (statement: string) =>
  `ALTER TABLE ledger_entries DISABLE TRIGGER ledger_entries_fixed;
   ${statement};
   ALTER TABLE ledger_entries ENABLE TRIGGER ledger_entries_fixed;`;

/** Removes all clicks, orders, payments and voids, and what was booked and stated of them. */
export const wipeLedger = (pool: pg.Pool) =>
  pool.query(
    changingLedger(
      `TRUNCATE ledger_entries, invoice_lines, invoices, payment_periods, invoice_numbers, one_time_payments, orders, order_events, clicks,
         click_visitors, link_days, store_days, campaign_spend, voids, void_items, payout_holds CASCADE;
       UPDATE store_credit SET incurred_minor = 0,
         promised_minor = coalesce((SELECT sum(minor) FROM promises p WHERE p.store_id = store_credit.store_id), 0)`,
    ),
  );
