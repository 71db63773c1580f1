import { moneyObject } from '../../../platform/money.ts';
import type { InvoiceDraft } from '../periods/issue-invoices.ts';
import type { Closing, Period, PeriodSum } from './read-periods.ts';

export function presentPeriod({ month, closedAt, closedBy, sums }: Period) {
  return {
    month,
    closed_at: closedAt === null ? null : closedAt.toISOString(),
    closed_by: closedBy,
    sums: sums.map(presentSum),
  };
}

/** A period with the state of its closing. */
export function presentSinglePeriod(period: Period, closing: Closing | null) {
  return {
    ...presentPeriod(period),
    invoices: period.sums.reduce((count, { invoices }) => count + invoices, 0),
    closing: closing === null ? null : presentClosing(closing),
  };
}

function presentClosing({ state, lastError, progress }: Closing) {
  return {
    state,
    last_error: lastError,
    progress:
      progress === null
        ? null
        : {
            step: progress.step,
            rows: progress.rows,
            started_at: progress.startedAt.toISOString(),
            updated_at: progress.updatedAt.toISOString(),
          },
  };
}

function presentSum({ kind, currency, invoices, paidInvoices, ...sums }: PeriodSum) {
  const printed = (minor: number) => moneyObject({ minor, currency });
  return {
    kind,
    currency,
    invoices,
    net: printed(sums.netMinor),
    vat: printed(sums.vatMinor),
    total: printed(sums.totalMinor),
    paid_invoices: paidInvoices,
    paid: printed(sums.paidMinor),
  };
}

/** The totals of drafts, by kind and currency, in the order of `presentPeriod`. */
export function presentDraftSums(drafts: readonly InvoiceDraft[]) {
  const sums = new Map<
    string,
    { kind: InvoiceDraft['kind']; currency: string; invoices: number; net: number; vat: number }
  >();
  for (const { kind, currency, net, vat } of drafts) {
    const sum = sums.get(`${kind} ${currency}`) ?? { kind, currency, invoices: 0, net: 0, vat: 0 };
    sums.set(`${kind} ${currency}`, { ...sum, invoices: sum.invoices + 1, net: sum.net + net, vat: sum.vat + vat });
  }
  const inOrder = [...sums.values()].sort(
    (a, b) => b.kind.localeCompare(a.kind) || a.currency.localeCompare(b.currency),
  );
  return inOrder.map(({ kind, currency, invoices, ...rest }) => ({
    kind,
    currency,
    invoices,
    ...presentNetAndVat(rest, currency),
  }));
}

export function presentDraft({ kind, party, currency, parties, net, vat }: InvoiceDraft) {
  const { name } = kind === 'store' ? parties.buyer : parties.seller;
  return { kind, party_id: party, party_name: name, currency, ...presentNetAndVat({ net, vat }, currency) };
}

function presentNetAndVat({ net, vat }: { net: number; vat: number }, currency: string) {
  const printed = (minor: number) => moneyObject({ minor, currency });
  return { net: printed(net), vat: printed(vat), total: printed(net + vat) };
}
