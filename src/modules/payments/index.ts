export { type AuditFinding, audit } from './audit/audit.ts';
export type { Company } from './company.ts';
export type { PaymentDeps } from './deps.ts';
export { PAYMENT_EVENTS } from './events.ts';
export { openFileWork } from './file-work.ts';
export { createPeriodCloser } from './period-routes/close-job.ts';
export { type ClosedPeriod, type ClosingDeps, closeAllPeriods, closePeriod } from './periods/close-period.ts';
export { paymentRoutesLegacy, paymentRoutesV2 } from './routes.ts';
