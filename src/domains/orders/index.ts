export { attributeNowAndThen, attributeWaiting } from './attribution/attribute-waiting.ts';
export { changeOrder } from './changes/change-order.ts';
export { decideOrders, type OrderDecision } from './changes/decide-orders.ts';
export { legacyOrderRoutes as orderRoutesLegacy } from './lists/routes.legacy.ts';
export type { OrderParts } from './parts.ts';
export type { OrderReport } from './reports/read-report.ts';
export { recordOrder } from './reports/record-order.ts';
export { orderRoutesV2 } from './routes.v2.ts';
export { createVoucher } from './vouchers/vouchers.ts';
