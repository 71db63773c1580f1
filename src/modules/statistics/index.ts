export { countAgencyCreators, MAX_CHANGES, readAgencyMonth, readCreatorChanges } from './agencies/agency-month.ts';
export { CREATOR_SORTS } from './agencies/list-agency-creators.ts';
export type { StatisticsDeps } from './deps.ts';
export { creatorDays } from './queries.ts';
export { CAMPAIGN_SORTS } from './rankings/campaign-stats.ts';
export { LINK_SORTS, USER_SORTS } from './rankings/order.ts';
export { readAgencyCreatorsReport, readRankingReport } from './report-sources.ts';
export { statisticsRoutes } from './routes.legacy.ts';
export { statisticsRoutesV2 } from './routes.v2.ts';
