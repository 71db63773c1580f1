import type { Actor } from '../../platform/auth/actor.ts';
import { type Access, onNamedResource, onResource, parsePathId } from '../../platform/auth/policy.ts';
import { type ClickFacts, readClickFacts } from './click-facts.ts';
import { type LineFacts, readLineFacts } from './explain-line.ts';
import { type PaymentFacts, readPaymentFacts } from './explain-payment.ts';
import { type Concerned, readerOf } from './explanation.ts';
import { type InvoiceFacts, readInvoiceFacts } from './lists/read-lines.ts';
import { type OrderFacts, readOrderFacts } from './order-facts.ts';

const describe =
  'Its creator, representatives of the agency that had a share and of the creator’s client, members of the store, an administrator. Each sees only their own amounts.';

function access(actor: Actor, concerned: Concerned): Access {
  const reader = readerOf(actor, concerned);
  return reader.store || reader.creator || reader.agency ? 'allow' : 'hide';
}

/** The policy of paths that explain a click. */
export const onExplainedClick = onNamedResource<ClickFacts>({
  name: 'explainedClick',
  describe,
  param: 'click',
  kind: 'click',
  load: ({ db }, id) => readClickFacts(db, id),
  access,
});

/** The policy of paths that name an order only by our id. */
export const onExplainedOrder = onResource<OrderFacts>({
  name: 'explainedOrder',
  describe: `${describe} A creator from whom a person has taken the order, or whose click or voucher it names without having led to it, reads only that, with the reason.`,
  param: 'order',
  kind: 'order',
  load: ({ db }, id) => readOrderFacts(db, id),
  access: (actor, order) =>
    [...order.former, ...order.losers].some(({ userId }) => userId === actor.userId) ? 'allow' : access(actor, order),
});

/** The policy of paths that explain a one-time payment. */
export const onExplainedPayment = onResource<PaymentFacts>({
  name: 'explainedPayment',
  describe,
  param: 'one_time_payment',
  kind: 'one-time payment',
  load: ({ db }, id) => readPaymentFacts(db, id),
  access,
});

const ofInvoice =
  'Of a store’s invoice its members, of an agency’s its representatives, of a creator’s statement the creator and representatives of the client; an administrator.';

/** Access of the parties of an invoice. */
function invoiceAccess(actor: Actor, invoice: InvoiceFacts | LineFacts): Access {
  const { storeId, agencyId, userId, currentAgencyId } = invoice;
  if (actor.isAdmin || (storeId !== null && actor.storeIds.includes(storeId))) return 'allow';
  if (agencyId !== null && actor.agencyIds.includes(agencyId)) return 'allow';
  const isCreators = userId !== null && actor.userId === userId;
  const represents = currentAgencyId !== null && actor.agencyIds.includes(currentAgencyId);
  return isCreators || represents ? 'allow' : 'hide';
}

/** The policy of paths that explain a line of an invoice. */
export const onExplainedLine = onResource<LineFacts>({
  name: 'explainedLine',
  describe: ofInvoice,
  param: 'invoice',
  kind: 'invoice',
  load: async ({ db }, id, params) => {
    const position = parsePathId(params.line ?? '');
    return position === null || position > 2 ** 31 - 1 ? null : readLineFacts(db, id, position);
  },
  access: invoiceAccess,
});

/** The policy of paths that list the lines of an invoice. */
export const onInvoice = onResource<InvoiceFacts>({
  name: 'invoice',
  describe: ofInvoice,
  param: 'invoice',
  kind: 'invoice',
  load: ({ db }, id) => readInvoiceFacts(db, id),
  access: invoiceAccess,
});
