export type { PayoutDeps, PayoutSettings } from './deps.ts';
export { PAYOUT_EVENTS } from './events.ts';
export { payoutRoutesV2 } from './routes.ts';
export { createVatNumberChecker } from './vat-checks/check-vat-number.ts';
