export { ownsCode } from './attribution/attribute.ts';
export { attributePending, startAttributionRetry } from './attribution/attribute-waiting.ts';
export type { AppliedRule } from './attribution/precedence.ts';
export { type Reason, UNATTRIBUTED, UNRESOLVED_SQL } from './attribution/reasons.ts';
export { purgeBillingRecords, startBilling } from './billing-sources/settle-billing.ts';
export { BILLING_SECRETS } from './billing-sources/sources.ts';
export { changeOrder } from './changes/change-order.ts';
export { decideOrders, type OrderDecision } from './changes/decide-orders.ts';
export type { DenialReason } from './changes/denial.ts';
export { readClaim } from './claims/claim.ts';
export { claimOrder } from './claims/claim-order.ts';
export { remindOfClaims } from './claims/mail-claim.ts';
export { SLOW_CLOCK_MS } from './clock-tolerance.ts';
export { ANY_PAGE_HEADERS } from './collectors/any-page.ts';
export { purgeReportTotals } from './collectors/count-reports-of-day.ts';
export { purgeUnconfirmed } from './collectors/keep-unconfirmed.ts';
export { allScripts, scriptReply } from './collectors/script-reply.ts';
export { CUSTOMER_KEYS, customerHasher } from './customers/customer-hash.ts';
export { type Step as CustomerStep, setProgramme, stepAt } from './customers/programme.ts';
export { approveDueOrders } from './deadlines/approve-due.ts';
export { DECIDE_BY } from './deadlines/deadline.ts';
export { releaseCredit } from './deadlines/release-credit.ts';
export { remindOfDeadlines } from './deadlines/remind-of-deadlines.ts';
export type { OrderDeps } from './deps.ts';
export { ORDER_EVENTS, REPORTED_EVENTS } from './events.ts';
export { createKind } from './kinds/kinds.ts';
export { CREATOR_LIST_ORDER, STORE_LIST_ORDER } from './lists/read-orders.ts';
export {
  type CreatorOrdersView,
  readCreatorOrdersReport,
  readStoreOrdersReport,
  type StoreOrdersView,
} from './lists/report-source.ts';
export { legacyOrderRoutes as orderRoutesLegacy } from './lists/routes.legacy.ts';
export type { OrderLine } from './reports/lines.ts';
export { STATUSES } from './reports/order-row.ts';
export type { OrderReport } from './reports/read-report.ts';
export { recordOrder } from './reports/record-order.ts';
export { orderRoutesV2 } from './routes.v2.ts';
export { settleRateSteps } from './steps/settle-steps.ts';
export { createVoucher } from './vouchers/vouchers.ts';
export { ORDER_WORK } from './work.ts';
