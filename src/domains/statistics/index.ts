export type { StatisticsParts } from './parts.ts';
export { statisticsRoutes } from './routes.legacy.ts';
