import type pg from 'pg';

/** SQL that changes the tables of the ledger, which triggers make append-only. */
export const changingLedger = (statement: string) =>
  `ALTER TABLE single_entries DISABLE TRIGGER single_entries_fixed;
   ALTER TABLE closing_bookings DISABLE TRIGGER closing_bookings_fixed;
   ${statement};
   ALTER TABLE single_entries ENABLE TRIGGER single_entries_fixed;
   ALTER TABLE closing_bookings ENABLE TRIGGER closing_bookings_fixed;`;

/** Removes all clicks, orders, payments and voids, and what was booked and stated of them. */
export const wipeLedger = (pool: pg.Pool) =>
  pool.query(
    changingLedger(
      `TRUNCATE single_entries, closing_bookings, invoice_lines, invoices, payment_periods, invoice_numbers, one_time_payments, orders, order_events, clicks,
         click_visitors, link_days, store_days, campaign_spend, voids, void_items, payout_holds CASCADE;
       UPDATE store_credit SET incurred_minor = 0,
         promised_minor = coalesce((SELECT sum(minor) FROM promises p WHERE p.store_id = store_credit.store_id), 0)`,
    ),
  );
