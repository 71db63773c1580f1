export type { StatisticsParts } from './parts.ts';
export { statisticsRoutes } from './routes.legacy.ts';
export { statisticsRoutesV2 } from './routes.v2.ts';
