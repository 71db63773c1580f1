export { type StatisticsParts, statisticsRoutes } from './routes.legacy.ts';
