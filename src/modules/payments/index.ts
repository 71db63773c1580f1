export { requiresPaymentSetup } from './administration/list-store-balances.ts';
export { PAYMENT_WORK } from './administration/work.ts';
export { type AuditFinding, audit } from './audit/audit.ts';
export { pendingReply, presentPending } from './balances/present.ts';
export { HELD_MINOR, PAYEE_NAME, PENDING, type Pending, readCreatorsOfAgencies } from './balances/read-balances.ts';
export type { Company } from './company.ts';
export type { PaymentDeps } from './deps.ts';
export type { TextDocument } from './documents/text-pdf.ts';
export { remindStores } from './dunning/remind-stores.ts';
export { PAYMENT_EVENTS } from './events.ts';
export { type FileWork, openFileWork } from './file-work.ts';
export { putOnHold } from './holds/put-on-hold.ts';
export { holdImports } from './imports/find-named.ts';
export { settleInvoices } from './imports/mark-paid.ts';
export { payOnce } from './one-time/pay-once.ts';
export { refreshUnfinishedLinks } from './payment-links/refresh-unfinished.ts';
export { holdPayouts } from './payouts-lock.ts';
export { createPeriodCloser } from './period-routes/close-job.ts';
export { closingAnnotations } from './periods/annotations.ts';
export { FIRST_OPEN } from './periods/closable-months.ts';
export {
  type ClosedPeriod,
  type ClosingDeps,
  type ClosingProgress,
  closeAllPeriods,
  closePeriod,
} from './periods/close-period.ts';
export { PAYMENT_TERMS_DAYS } from './periods/issue-invoices.ts';
export { monthOf, nextMonth } from './periods/month.ts';
export { lockCredit } from './prepaid/lock-credit.ts';
export { addPrepayments, type PrepaidDeps } from './prepaid/prepay.ts';
export { storesNamedIn } from './prepaid/reference.ts';
export { transferChanged } from './provider/handle-event.ts';
export { paymentRoutesLegacy, paymentRoutesV2 } from './routes.ts';
export { standardRate } from './vat/rates.ts';
export { makeVoid } from './voids/make-void.ts';
export { previewVoid } from './voids/preview-void.ts';
