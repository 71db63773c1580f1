import { moneyObject } from '../../../platform/money.ts';
import type { Closing, Period, PeriodSum } from './read-periods.ts';

export function presentPeriod({ month, closedAt, closedBy, sums }: Period) {
  return {
    month,
    closed_at: closedAt === null ? null : closedAt.toISOString(),
    closed_by: closedBy,
    sums: sums.map(presentSum),
  };
}

/** A period by itself, with what has become of its closing. */
export function presentSinglePeriod(period: Period, closing: Closing | null) {
  return {
    ...presentPeriod(period),
    invoices: period.sums.reduce((count, { invoices }) => count + invoices, 0),
    closing: closing === null ? null : { state: closing.state, last_error: closing.lastError },
  };
}

function presentSum({ kind, currency, invoices, paidInvoices, ...sums }: PeriodSum) {
  const printed = (minor: number) => moneyObject({ minor, currency });
  return {
    ...{ kind, currency, invoices },
    ...{ net: printed(sums.netMinor), vat: printed(sums.vatMinor), total: printed(sums.totalMinor) },
    ...{ paid_invoices: paidInvoices, paid: printed(sums.paidMinor) },
  };
}
