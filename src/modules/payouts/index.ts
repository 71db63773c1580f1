export type { PayoutDeps, PayoutSettings } from './deps.ts';
export { PAYOUT_EVENTS } from './events.ts';
export { payoutRoutesV2 } from './routes.ts';
