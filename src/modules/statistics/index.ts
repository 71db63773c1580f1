export type { StatisticsDeps } from './deps.ts';
export { creatorDays } from './queries.ts';
export { statisticsRoutes } from './routes.legacy.ts';
export { statisticsRoutesV2 } from './routes.v2.ts';
