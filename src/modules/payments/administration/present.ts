import { groupBy } from '../../../platform/group-by.ts';
import { moneyObject } from '../../../platform/money.ts';
import type { InvoiceEntry } from './list-invoices.ts';
import type { StoreBalance } from './list-store-balances.ts';
import type { Market, MarketFigures } from './read-market.ts';
import { AGES, type Receivable } from './read-receivables.ts';

export function presentOverview({ currency, range, before, figures, earlier, days, omitted }: Market) {
  return {
    currency,
    from: range.first,
    to: range.last,
    figures: presentFigures(figures, currency),
    before: { from: before.first, to: before.last, ...presentFigures(earlier, currency) },
    days: days.map(({ day, ...ofDay }) => ({ day, ...presentFigures(ofDay, currency) })),
    omitted,
  };
}

function presentFigures(figures: MarketFigures, currency: string) {
  const { clicks, orders, orderMinor, costMinor, creatorMinor, agencyMinor } = figures;
  const printed = (minor: number) => moneyObject({ minor, currency });
  return {
    clicks,
    orders,
    order_value: printed(orderMinor),
    cost: printed(costMinor),
    creators: printed(creatorMinor),
    agencies: printed(agencyMinor),
    platform: printed(costMinor - creatorMinor - agencyMinor),
  };
}

const time = (value: string | null) => (value === null ? null : new Date(value).toISOString());

export function presentStoreBalance(store: StoreBalance) {
  return {
    id: store.id,
    name: store.name,
    domains: store.domains,
    store_group: store.storeGroup,
    country: store.country,
    currency: store.currency,
    hidden: store.hidden,
    approval: store.approval,
    unproven_domains: store.unprovenDomains,
    similar_stores: store.similarStores,
    deactivated_at: time(store.deactivatedAt),
    last_seen_at: time(store.lastSeenAt),
    has_payment_setup: store.hasPaymentSetup,
    members: store.members,
    created_at: time(store.createdAt)!,
  };
}

export function presentInvoiceEntry(invoice: InvoiceEntry) {
  return {
    id: invoice.id,
    number: invoice.number,
    kind: invoice.kind,
    month: invoice.month,
    party_id: invoice.partyId,
    party_name: invoice.partyName,
    total: moneyObject({ minor: invoice.totalMinor, currency: invoice.currency }),
    open: moneyObject({ minor: invoice.openMinor, currency: invoice.currency }),
    credits_invoice_id: invoice.creditsId,
    issued_on: invoice.issuedOn,
    payment_date: invoice.dueOn,
    paid_at: time(invoice.paidAt),
    ax_id: invoice.axId,
    released_at: time(invoice.releasedAt),
  };
}

/** Open invoices of stores by currency, with an entry for each age. */
export function presentReceivables(receivables: readonly Receivable[]) {
  return [...groupBy(receivables, ({ currency }) => currency)].map(([currency, of]) => {
    const printed = (some: readonly Receivable[]) => ({
      invoices: some.reduce((count, { invoices }) => count + invoices, 0),
      total: moneyObject({ minor: some.reduce((sum, { totalMinor }) => sum + totalMinor, 0), currency }),
    });
    return {
      currency,
      ...printed(of),
      ages: AGES.map((age) => ({ age, ...printed(of.filter((one) => one.age === age)) })),
    };
  });
}
