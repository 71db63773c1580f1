import { moneyObject } from '../../../platform/money.ts';
import type { Party } from '../company.ts';
import type { Invoice } from './read-invoices.ts';
import type { Standing } from './read-standings.ts';
import { hasEInvoice } from './send-document.ts';

/** An invoice in lists for administrators. @param publicUrl the base of the server's addresses */
export function presentListedInvoice(publicUrl: string, invoice: Invoice) {
  return {
    ...presentSums(invoice, `${publicUrl}/v2/payments/invoices/${invoice.id}/pdf`),
    kind: invoice.kind,
    store_id: invoice.storeId,
    client_id: invoice.agencyId,
    user_id: invoice.userId,
    ax_id: invoice.axId,
  };
}

/** A single invoice, with all data of its documents. */
export function presentInvoice(publicUrl: string, invoice: Invoice) {
  return {
    ...presentListedInvoice(publicUrl, invoice),
    seller: presentParty(invoice.seller),
    buyer: presentParty(invoice.buyer),
    vat_note: invoice.vat.note,
    ...presentCredit(invoice),
    needs_release: invoice.needsRelease,
  };
}

/** A statement for its creator. */
export function presentStatement(publicUrl: string, userId: number, invoice: Invoice, standing: Standing) {
  const sums = presentSums(invoice, `${publicUrl}/v2/users/${userId}/statements/${invoice.id}/pdf`);
  return { ...sums, e_invoice: hasEInvoice(invoice), standing: presentStanding(standing, invoice.currency) };
}

/** A store's invoice with its lines, for its members. */
export function presentStoreStatement(publicUrl: string, storeId: number, invoice: Invoice) {
  return {
    ...presentSums(invoice, `${publicUrl}/stores/${storeId}/invoices/${invoice.id}/pdf`),
    ...presentCredit(invoice),
    e_invoice: hasEInvoice(invoice),
  };
}

function presentCredit({ currency, openMinor, creditedMinor, credits }: Invoice) {
  return {
    open: moneyObject({ minor: openMinor, currency }),
    credited: moneyObject({ minor: creditedMinor, currency }),
    credits: credits === null ? null : { id: credits.id, number: credits.number },
  };
}

/** An agency's statement for its representatives. */
export function presentAgencyInvoice(publicUrl: string, agencyId: number, invoice: Invoice, standing: Standing) {
  const sums = presentSums(invoice, `${publicUrl}/clients/${agencyId}/invoices/${invoice.id}/pdf`);
  return { ...sums, e_invoice: hasEInvoice(invoice), standing: presentStanding(standing, invoice.currency) };
}

function presentStanding(standing: Standing, currency: string) {
  const { asOf, earned, paid, onHold, holdPeriod, storeUnpaid, payable, withdrawn } = standing;
  const printed = (minor: number) => moneyObject({ minor, currency });
  return {
    as_of: asOf,
    earned: printed(earned),
    paid: printed(paid),
    payable: printed(payable),
    held: {
      total: printed(holdPeriod + storeUnpaid + onHold),
      hold_period: printed(holdPeriod),
      store_unpaid: printed(storeUnpaid),
      on_hold: printed(onHold),
    },
    withdrawn: printed(withdrawn),
  };
}

/** A store's invoice in the legacy API. */
export function presentStoreInvoice(
  publicUrl: string,
  storeId: number,
  invoice: Pick<Invoice, 'id' | 'dueOn' | 'totalMinor'>,
) {
  return {
    id: invoice.id,
    store_id: storeId,
    payment_date: invoice.dueOn,
    total_price: invoice.totalMinor,
    url: `${publicUrl}/stores/${storeId}/invoices/${invoice.id}/pdf`,
  };
}

function presentSums(invoice: Invoice, pdfUrl: string) {
  const { id, number, month, currency, netMinor, vat, totalMinor, issuedOn, dueOn, paidAt, lines } = invoice;
  const printed = (minor: number) => moneyObject({ minor, currency });
  return {
    id,
    number,
    month,
    currency,
    net: printed(netMinor),
    vat: printed(vat.minor),
    total: printed(totalMinor),
    vat_rate: vat.ratePpm / 1_000_000,
    issued_on: issuedOn,
    payment_date: dueOn,
    paid_at: paidAt === null ? null : paidAt.toISOString(),
    pdf_url: pdfUrl,
    lines: lines.map(({ kind, description, quantity, amountMinor, adjusts }) => ({
      kind,
      description,
      quantity,
      amount: printed(amountMinor),
      adjusts,
    })),
  };
}

function presentParty({ name, lines, vatNumber }: Party) {
  return { name, lines, vat_number: vatNumber };
}
